use super::Table;

#[test]
fn a_table_has_at_most_256_bytes() {
    assert!(size_of::<Table>() <= 256, "{} bytes", size_of::<Table>());
}
