//! A state part by part, as JSON.

use super::State;
use super::table::CHANCE;
use crate::Card;
use crate::compat::open_spiel::MeldId;

impl State {
    /// Who is to act, by name.
    pub fn player_name(&self) -> &'static str {
        match self.current_player() {
            0 => "Player_0",
            1 => "Player_1",
            CHANCE => "Chance",
            _ => "Terminal",
        }
    }

    /// All of the state by the names of its parts, in the order of these.
    pub fn to_json(&self) -> String {
        let number = |json: &mut Json, number: u8| json.0.push_str(&number.to_string());
        let answer = |json: &mut Json, is: bool| json.0.push_str(if is { "true" } else { "false" });
        let (deck, table) = (self.game.deck(), &self.table);
        let cards = |json: &mut Json, numbers: &[u8]| {
            json.list(numbers.iter().filter_map(|&number| deck.card(number)), Json::card);
        };
        let mut json = Json(String::with_capacity(720));
        json.0.push('{');
        json.name("current_player");
        json.text(self.player_name());
        json.name("deadwood");
        json.list(table.seats.iter(), |json, seat| number(json, seat.deadwood));
        json.name("discard_pile");
        cards(&mut json, self.discard_pile());
        json.name("finished_layoffs");
        answer(&mut json, self.finished_layoffs());
        json.name("hands");
        json.list(table.seats.iter(), |json, seat| json.list(seat.hand.iter(), Json::card));
        json.name("knock_card");
        number(&mut json, self.knock_card());
        json.name("knocked");
        json.list(table.seats.iter(), |json, seat| answer(json, seat.has_knocked));
        json.name("layed_melds");
        json.list(table.seats.iter(), |json, seat| {
            let melds = seat.melds.as_slice().iter().filter_map(|&meld| MeldId::new(meld));
            json.list(melds, |json, meld| json.list(meld.cards().iter(), Json::card));
        });
        json.name("layoffs");
        cards(&mut json, self.layoffs());
        json.name("pass_on_first_upcard");
        json.list(table.seats.iter(), |json, seat| answer(json, seat.has_passed));
        json.name("phase");
        json.text(self.phase().name());
        json.name("prev_upcard");
        json.card_or_null(table.prev_upcard);
        json.name("stock_size");
        number(&mut json, self.stock_size());
        json.name("upcard");
        json.card_or_null(table.upcard);
        json.0.push('}');
        json.0
    }
}

/// A text of JSON that grows. Nothing that it takes has to be escaped.
struct Json(String);

impl Json {
    fn name(&mut self, name: &str) {
        if !self.0.ends_with('{') {
            self.0.push(',');
        }
        self.text(name);
        self.0.push(':');
    }

    fn text(&mut self, text: &str) {
        self.0.push('"');
        self.0.push_str(text);
        self.0.push('"');
    }

    fn card(&mut self, card: Card) {
        self.0.extend(['"', card.rank().letter(), card.suit().letter(), '"']);
    }

    fn card_or_null(&mut self, card: Option<Card>) {
        match card {
            Some(card) => self.card(card),
            None => self.0.push_str("null"),
        }
    }

    fn list<T>(&mut self, items: impl Iterator<Item = T>, mut each: impl FnMut(&mut Json, T)) {
        self.0.push('[');
        for (at, item) in items.enumerate() {
            if at > 0 {
                self.0.push(',');
            }
            each(self, item);
        }
        self.0.push(']');
    }
}
