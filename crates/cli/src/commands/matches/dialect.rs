//! What hands already type: `-engine cmd=a -engine cmd=b -each tc=10+0.1 -rounds 100`.
//!
//! The words of other match runners are turned into this program's own options before anything else
//! looks at the command line, so that there is one meaning and not two.

use std::ffi::OsString;

use crate::Failure;

/// Parts the settings of one engine in the value of `--engine`.
pub(super) const PART: char = '\u{1f}';

/// The words, and how many values follow: none, one, or any number with `=` in them.
const WORDS: [(&str, Values); 27] = [
    ("engine", Values::Pairs),
    ("each", Values::Pairs),
    ("openings", Values::Pairs),
    ("sprt", Values::Pairs),
    ("resign", Values::Pairs),
    ("draw", Values::Pairs),
    ("pgnout", Values::Pairs),
    ("rounds", Values::One),
    ("games", Values::One),
    ("repeat", Values::Maybe),
    ("concurrency", Values::One),
    ("maxmoves", Values::One),
    ("tb", Values::One),
    ("srand", Values::One),
    ("recover", Values::None),
    ("ratinginterval", Values::One),
    ("scoreinterval", Values::One),
    ("autosaveinterval", Values::One),
    ("report", Values::Pairs),
    ("output", Values::Pairs),
    ("force-concurrency", Values::None),
    ("event", Values::One),
    ("site", Values::One),
    ("tournament", Values::One),
    ("variant", Values::One),
    ("noswap", Values::None),
    ("resume", Values::None),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    None,
    One,
    Maybe,
    Pairs,
}

/// The command line with the words of other match runners turned into options of ours. Anything but a
/// `match` with such words is left as it is.
///
/// # Errors
///
/// When a word is unknown, or its values make no sense.
pub(crate) fn translate(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let is_match = arguments.get(1).is_some_and(|word| word == "match");
    let foreign = |argument: &OsString| argument.to_str().and_then(word).is_some();
    if !is_match || !arguments.iter().skip(2).any(foreign) {
        return Ok(arguments);
    }
    let mut out = Translation::default();
    let mut own = Vec::new();
    let mut rest = arguments.into_iter().skip(2).peekable();
    while let Some(argument) = rest.next() {
        let Some(name) = argument.to_str().and_then(word).map(str::to_owned) else {
            own.push(argument);
            continue;
        };
        let Some((_, kind)) = WORDS.iter().find(|(known, _)| *known == name) else {
            return Err(unknown(&name));
        };
        let mut values = Vec::new();
        let most = match kind {
            Values::None => 0,
            Values::One | Values::Maybe => 1,
            Values::Pairs => usize::MAX,
        };
        while values.len() < most
            && let Some(value) = rest.next_if(|next| !is_option(next))
        {
            let text = value.into_string();
            values.push(text.map_err(|_| usage(&format!("-{name}: a value is no text")))?);
        }
        if *kind == Values::One && values.is_empty() {
            return Err(usage(&format!("-{name} needs a value")));
        }
        out.take(&name, values)?;
    }
    let mut all: Vec<OsString> = vec!["finchess".into(), "match".into()];
    all.extend(out.finish()?.into_iter().map(OsString::from));
    all.extend(own);
    Ok(all)
}

/// A word of another runner: one dash and at least two letters.
fn word(argument: &str) -> Option<&str> {
    let name = argument.strip_prefix('-')?;
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_word = name.len() > 1 && name.split('-').all(is_part);
    is_word.then_some(name)
}

/// Whether an argument begins something new: `-1` and `-` are values.
fn is_option(argument: &OsString) -> bool {
    argument.to_str().is_some_and(|text| word(text).is_some() || text.starts_with("--"))
}

fn usage(cause: &str) -> Failure {
    Failure::Usage(cause.to_owned())
}

fn unknown(name: &str) -> Failure {
    let known = WORDS.iter().map(|(known, _)| *known);
    let near = known.min_by_key(|known| strsim::damerau_levenshtein(name, known));
    usage(&format!("no word -{name}; the nearest is -{}", near.unwrap_or_default()))
}

/// What has been understood so far.
#[derive(Default)]
struct Translation {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    options: Vec<String>,
    rounds: Option<u64>,
    games: Option<u64>,
    repeat: bool,
    single: bool,
    gauntlet: bool,
}

impl Translation {
    fn take(&mut self, name: &str, values: Vec<String>) -> Result<(), Failure> {
        let one = || values.first().cloned().unwrap_or_default();
        let number = || {
            let wrong = || usage(&format!("-{name}: {:?} is no number", one()));
            one().parse::<u64>().ok().filter(|n| *n > 0).ok_or_else(wrong)
        };
        match name {
            "engine" => self.engines.push(values),
            "each" => self.each.extend(values),
            "rounds" => self.rounds = Some(number()?),
            "games" => self.games = Some(number()?),
            "repeat" => self.repeat = true,
            "noswap" => return Err(usage("-noswap: colours are always reversed")),
            "concurrency" => self.option("--concurrency", one()),
            "maxmoves" => self.option("--max-moves", one()),
            "tb" => self.option("--syzygy", one()),
            "srand" => self.option("--seed", one()),
            "ratinginterval" => self.option("--every", one()),
            // Pairs are always counted, games always kept as they end, and threads never refused; there is
            // one form of output, and one interval.
            "scoreinterval" | "autosaveinterval" | "report" | "output" | "force-concurrency" => {}
            "event" => self.option("--event", one()),
            "site" => self.option("--site", one()),
            "recover" => self.options.push("--recover".to_owned()),
            "resume" => self.options.push("--resume".to_owned()),
            "openings" => self.openings(&values)?,
            "sprt" => {
                self.options.push("--sprt".to_owned());
                self.options.extend(values);
            }
            "resign" => self.rule(
                "--resign",
                &values,
                &[("movecount", "moves"), ("score", "score"), ("twosided", "")],
            )?,
            "draw" => self.rule(
                "--draw",
                &values,
                &[("movenumber", "number"), ("movecount", "moves"), ("score", "score")],
            )?,
            "pgnout" => {
                let file = values.iter().find_map(|value| value.strip_prefix("file="));
                let file = file.map_or_else(one, str::to_owned);
                self.option("--pgn", file);
                // Others append unless told otherwise; a file of ours is of one match.
                if values.iter().any(|value| value == "append=false") {
                    self.options.push("--overwrite".to_owned());
                }
            }
            "tournament" => match one().as_str() {
                "round-robin" | "roundrobin" => {}
                "gauntlet" => self.gauntlet = true,
                other => {
                    let cause = format!("-tournament: no {other:?}: round-robin or gauntlet");
                    return Err(usage(&cause));
                }
            },
            _ => match one().as_str() {
                // Chess960 shows in the start positions.
                "standard" | "fischerandom" => {}
                other => return Err(usage(&format!("-variant: {other:?} cannot be played"))),
            },
        }
        Ok(())
    }

    fn option(&mut self, name: &str, value: String) {
        self.options.push(name.to_owned());
        self.options.push(value);
    }

    /// A group of keys and values under other names; those without one are understood and not needed.
    fn rule(
        &mut self,
        option: &str,
        values: &[String],
        names: &[(&str, &str)],
    ) -> Result<(), Failure> {
        self.options.push(option.to_owned());
        for value in values {
            let (key, value) = value.split_once('=').unwrap_or((value, ""));
            let Some((_, ours)) = names.iter().find(|(theirs, _)| *theirs == key) else {
                let near = names
                    .iter()
                    .map(|(theirs, _)| *theirs)
                    .min_by_key(|theirs| strsim::damerau_levenshtein(key, theirs));
                let near = near.unwrap_or_default();
                let cause = format!("{}: no {key:?}; the nearest is {near:?}", &option[1..]);
                return Err(usage(&cause));
            };
            if !ours.is_empty() {
                self.options.push(format!("{ours}={value}"));
            }
        }
        Ok(())
    }

    fn openings(&mut self, values: &[String]) -> Result<(), Failure> {
        let keys = ["file", "format", "order", "plies", "start"];
        for value in values {
            let (key, value) = value.split_once('=').unwrap_or((value, ""));
            match key {
                "file" => self.option("--openings", value.to_owned()),
                "format" | "order" | "plies" | "start" => {
                    self.option(&format!("--{key}"), value.to_owned());
                }
                // Each round has its own opening, and each pair of players the same.
                "policy" if value == "round" || value == "default" => {}
                _ => {
                    let near =
                        keys.iter().min_by_key(|known| strsim::damerau_levenshtein(key, known));
                    let near = near.copied().unwrap_or_default();
                    return Err(usage(&format!("-openings: no {key:?}; the nearest is {near:?}")));
                }
            }
        }
        Ok(())
    }

    /// Options of ours. Elsewhere a match has rounds of so many games; ours has rounds of two, or of
    /// one where colours are not reversed.
    fn finish(mut self) -> Result<Vec<String>, Failure> {
        let mut out = Vec::new();
        for engine in &self.engines {
            let parts: Vec<String> = self.each.iter().chain(engine).cloned().collect();
            out.push("--engine".to_owned());
            out.push(parts.join(&PART.to_string()));
        }
        let games = self.games.unwrap_or(2);
        let rounds = self.rounds;
        self.single = games % 2 == 1 && !self.repeat;
        if self.gauntlet {
            out.extend(["--pairing".to_owned(), "gauntlet".to_owned()]);
        } else if self.single {
            out.extend(["--pairing".to_owned(), "single".to_owned()]);
        }
        let total = rounds.unwrap_or(1).saturating_mul(games);
        if rounds.is_some() || self.games.is_some() {
            let ours = if self.single { total } else { total.div_ceil(2) };
            out.extend(["--rounds".to_owned(), ours.to_string()]);
        }
        out.extend(self.options);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> Result<String, String> {
        let words = text.split(' ').map(OsString::from).collect();
        let words = translate(words).map_err(|failure| failure.to_string())?;
        let words: Vec<String> = words.into_iter().map(|w| w.into_string().unwrap()).collect();
        Ok(words.join(" ").replace(PART, "|"))
    }

    #[test]
    fn what_others_type_becomes_what_we_type() {
        let text = "finchess match -engine cmd=a name=A option.Hash=8 -engine cmd=b -each tc=1+0.01 \
                    -openings file=b.epd format=epd order=random plies=8 start=3 -rounds 100 \
                    -games 2 -repeat -sprt elo0=-1 elo1=5 alpha=0.05 beta=0.05 -concurrency 4 \
                    -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
                    -maxmoves 200 -tb /syzygy -pgnout file=o.pgn append=false -srand 7 -recover \
                    -ratinginterval 20 -report penta=true -output format=fastchess \
                    -force-concurrency -autosaveinterval 20 -event E -site S --json";
        let wanted = "finchess match --engine tc=1+0.01|cmd=a|name=A|option.Hash=8 \
                      --engine tc=1+0.01|cmd=b --rounds 100 --openings b.epd --format epd \
                      --order random --plies 8 --start 3 --sprt elo0=-1 elo1=5 alpha=0.05 \
                      beta=0.05 --concurrency 4 --resign moves=3 score=400 --draw number=40 \
                      moves=8 score=10 --max-moves 200 --syzygy /syzygy --pgn o.pgn --overwrite --seed 7 \
                      --recover --every 20 --event E --site S --json";
        assert_eq!(translated(text).as_deref(), Ok(wanted));
    }

    #[test]
    fn own_words_and_other_commands_are_left_alone() {
        for text in [
            "finchess match a b --games 4",
            "finchess bench -engine",
            "finchess",
            "finchess match -h",
        ] {
            assert_eq!(translated(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn unknown_words_name_the_nearest() {
        for (text, near) in [
            ("finchess match -engin cmd=a", "-engine"),
            ("finchess match -engine cmd=a -concurency 2", "-concurrency"),
            ("finchess match -openings fil=x", "\"file\""),
            ("finchess match -resign movecont=3", "\"movecount\""),
            ("finchess match -rounds", "needs a value"),
            ("finchess match -rounds x", "no number"),
        ] {
            let error = translated(text).unwrap_err();
            assert!(error.contains(near), "{text}: {error}");
        }
    }

    #[test]
    fn games_without_a_partner_become_single_rounds() {
        let single = translated("finchess match -engine cmd=a -games 1 -rounds 10").unwrap();
        assert!(single.ends_with("--pairing single --rounds 10"), "{single}");
        let pairs = translated("finchess match -engine cmd=a -games 100 -repeat").unwrap();
        assert!(pairs.ends_with("--rounds 50"), "{pairs}");
    }
}
