//! Reading the rules of a settlement off Python's `Rules`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::errors::what_came;
use super::super::hand;
use super::super::last_read::LastRead;
use crate::{Ace, Aces, Card, KnockLayout, OklahomaAce, Rules, ShowdownError, TieRule};

/// The fields of `gin_fast.Rules` that bear on a settlement, by their names.
#[derive(FromPyObject)]
struct Fields<'py> {
    knock_limit: u8,
    oklahoma: bool,
    oklahoma_ace: Bound<'py, PyString>,
    spade_double: bool,
    gin_bonus: u16,
    gin_forced: bool,
    big_gin: bool,
    big_gin_bonus: u16,
    undercut_bonus: u16,
    tie_rule: Bound<'py, PyString>,
    knock_bonus: u16,
    layoff: bool,
    layoff_on_gin: bool,
    knock_layout: Bound<'py, PyString>,
    gin_extra_boxes: u8,
    undercut_extra_boxes: u8,
    ace: Bound<'py, PyString>,
    ace_deadwood: u8,
}

/// Most callers settle one pair after the other by the same rules, and to read them takes longer than
/// to settle a pair.
static LAST: LastRead<Rules> = LastRead::new();

/// Reads the argument `rules`; without it the standard rules hold.
pub(in crate::python) fn read(rules: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(rules) = rules else { return Ok(Rules::default()) };
    LAST.of(rules, || read_fields(rules))
}

fn read_fields(rules: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if !hand::is_instance(rules, "gin_fast.rules", "Rules")? {
        return Err(wrong_kind(rules));
    }
    let fields = rules.extract::<Fields<'_>>()?;
    let ace = word("ace", &fields.ace, Ace::named)?;
    let aces = Aces::new(ace, fields.ace_deadwood).ok_or_else(|| unknown("ace_deadwood"))?;
    Ok(Rules {
        knock_limit: fields.knock_limit,
        oklahoma: fields.oklahoma,
        oklahoma_ace: word("oklahoma_ace", &fields.oklahoma_ace, OklahomaAce::named)?,
        spade_double: fields.spade_double,
        gin_bonus: fields.gin_bonus,
        gin_forced: fields.gin_forced,
        big_gin: fields.big_gin,
        big_gin_bonus: fields.big_gin_bonus,
        undercut_bonus: fields.undercut_bonus,
        tie_rule: word("tie_rule", &fields.tie_rule, TieRule::named)?,
        knock_bonus: fields.knock_bonus,
        layoff: fields.layoff,
        layoff_on_gin: fields.layoff_on_gin,
        knock_layout: word("knock_layout", &fields.knock_layout, KnockLayout::named)?,
        gin_extra_boxes: fields.gin_extra_boxes,
        undercut_extra_boxes: fields.undercut_extra_boxes,
        aces,
    })
}

fn wrong_kind(rules: &Bound<'_, PyAny>) -> PyErr {
    let name = match rules.cast::<PyString>() {
        Ok(name) => format!("{:?}", name.to_string_lossy()),
        Err(_) => "name".to_owned(),
    };
    let came = what_came(rules);
    PyTypeError::new_err(format!(
        "rules: expected a gin_fast.Rules, got {came}; for a preset pass gf.Rules.preset({name})"
    ))
}

/// The value that a field's word stands for. `Rules` lets no other word in.
pub(in crate::python) fn word<T>(
    field: &str,
    word: &Bound<'_, PyString>,
    named: impl Fn(&str) -> Option<T>,
) -> PyResult<T> {
    named(&word.to_string_lossy()).ok_or_else(|| unknown(field))
}

fn unknown(field: &str) -> PyErr {
    PyValueError::new_err(format!("rules: the field {field} holds a value that no Rules may have"))
}

/// Refuses to do without an upcard where the rules go by it.
pub(super) fn require_upcard(rules: &Rules, upcard: Option<Card>) -> PyResult<()> {
    if upcard.is_none() && rules.needs_upcard() {
        Err(ShowdownError::NoUpcard)?
    }
    Ok(())
}
