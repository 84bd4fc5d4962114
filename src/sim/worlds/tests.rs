mod fit;
mod laws;
