use std::io::{self, Write};
use std::path::Path;

use record::{Reader, RecordError, Series, Status};

use crate::Failure;

const HEAD: [&str; 7] =
    ["run", "experiment", "seed", "generations", "status", "best", "begun (UTC)"];

/// Lists the runs in a folder. One that cannot be read is listed with the reason.
pub(super) fn run(folder: &Path) -> Result<(), Failure> {
    let mut rows = vec![HEAD.map(str::to_owned)];
    let mut unreadable = Vec::new();
    for run in record::runs_in(folder)? {
        match row(&run) {
            Ok(row) => rows.push(row),
            Err(error) => unreadable.push(error),
        }
    }
    for series in record::series_in(folder)? {
        match series_row(&series) {
            Ok(row) => rows.push(row),
            Err(error) => unreadable.push(error),
        }
    }
    rows[1..].sort();
    let mut output = io::stdout().lock();
    if rows.len() == 1 && unreadable.is_empty() {
        writeln!(output, "no runs in {}", folder.display())?;
        return Ok(output.flush()?);
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 7] = std::array::from_fn(width);
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .enumerate()
            // Numbers stand to the right.
            .map(|(i, (cell, width))| match i {
                2 | 3 | 5 => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            })
            .collect();
        writeln!(output, "{}", cells.join("  ").trim_end())?;
    }
    for error in unreadable {
        writeln!(output, "{error}")?;
    }
    Ok(output.flush()?)
}

fn row(run: &Path) -> Result<[String; 7], RecordError> {
    let reader = Reader::open(run)?;
    let origin = reader.origin()?;
    let status = match reader.status()? {
        Status::Running(pid) => format!("running ({pid})"),
        Status::Finished => "finished".to_owned(),
        Status::Stopped => "stopped".to_owned(),
    };
    let best = reader.best_fitness()?;
    let begun = reader.sessions()?.first().map_or(0, |session| session.started);
    Ok([
        run.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        origin.name,
        origin.seed.to_string(),
        format!("{}/{}", reader.generations()?, origin.planned),
        status,
        best.map_or_else(String::new, |best| format!("{best:.3}")),
        date(begun),
    ])
}

/// A series: its runs take the place of generations.
fn series_row(folder: &Path) -> Result<[String; 7], RecordError> {
    let series = Series::open(folder)?;
    let finished = series.finished(folder)?;
    let all = series.members.len();
    let status = match record::writer_of(folder) {
        Some(pid) => format!("running ({pid})"),
        None if finished == all => "finished".to_owned(),
        None => "stopped".to_owned(),
    };
    let runs = record::runs_in(folder)?;
    let (mut best, mut begun) = (None, i64::MAX);
    for run in &runs {
        let reader = Reader::open(run)?;
        best = [best, reader.best_fitness()?].into_iter().flatten().reduce(f64::max);
        begun = begun.min(reader.sessions()?.first().map_or(i64::MAX, |session| session.started));
    }
    Ok([
        folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        series.name,
        series.seed.to_string(),
        format!("{finished}/{all} runs"),
        status,
        best.map_or_else(String::new, |best| format!("{best:.3}")),
        if runs.is_empty() { String::new() } else { date(begun) },
    ])
}

/// Day and minute of a time in milliseconds since 1970. The calendar is computed as Hinnant (2013) does, in
/// eras of 400 years that begin with March.
fn date(milliseconds: i64) -> String {
    let minutes = milliseconds.div_euclid(60_000);
    let days = minutes.div_euclid(1440) + 719_468;
    let minute = minutes.rem_euclid(1440);
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_000_000_000, "2001-09-09 01:46"),
            (4_107_542_400, "2100-03-01 00:00"),
            (-1, "1969-12-31 23:59"),
        ] {
            assert_eq!(date(seconds * 1000), expected);
        }
    }
}
