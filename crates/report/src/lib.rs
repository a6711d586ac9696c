//! Tables and figures from run stores alone: no engine is asked and nothing is played again.
//!
//! [`Report::of`] reads one run or several and decides what they have to show; [`Report::write`] makes a
//! folder of it: text, tables, figures, and one page that needs no other file.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `data` | a run as reports need it |
//! | [`stats`], `pca` | means, Welch's test, intervals; principal components |
//! | `table`, `tables` | a table in four formats, and those of the report |
//! | `canvas`, `axes`, `palette` | marks on a sheet as SVG and PNG; axes; colours |
//! | `figures` | one file for each kind of figure |
//! | [`series`] | the report of runs that belong together |
//! | `html`, `write` | the page, and the files |

mod axes;
mod canvas;
mod data;
mod error;
mod figures;
mod html;
mod palette;
mod pca;
pub mod series;
pub mod stats;
mod table;
mod tables;
mod write;

use std::path::Path;

pub use error::ReportError;
pub use figures::Figure;
pub use table::{Table, quote};
pub use write::Formats;

use data::Run;

/// A report: sections with what belongs into them.
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    lead: String,
    sections: Vec<Section>,
}

#[derive(Clone, Debug)]
struct Section {
    heading: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Table(Table),
    Figure(Figure),
    Listing { heading: String, text: String },
}

impl Report {
    /// Reads runs and makes a report of them.
    ///
    /// # Errors
    ///
    /// When no run is named or one of them cannot be read.
    pub fn of(folders: &[impl AsRef<Path>]) -> Result<Report, ReportError> {
        if folders.iter().any(|folder| record::is_series(folder.as_ref())) {
            return match folders {
                [folder] => series::report(folder.as_ref()),
                _ => Err(ReportError::Mixed),
            };
        }
        let mut runs = folders
            .iter()
            .map(|folder| Run::load(folder.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        distinguish(&mut runs);
        let [first, others @ ..] = &runs[..] else { return Err(ReportError::NoRuns) };
        let mut sections = vec![overview(&runs)];
        for run in &runs {
            sections.push(of_run(run)?);
        }
        let title = match others.len() {
            0 => first.label.clone(),
            more => format!("{} and {more} more", first.label),
        };
        let lead = "An evolution of chess programs, as its run store tells it.".to_owned();
        Ok(Report { title, lead, sections })
    }

    /// Its tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.parts()
            .filter_map(|part| if let Part::Table(table) = part { Some(table) } else { None })
    }

    /// Its figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.parts().filter_map(|part| if let Part::Figure(f) = part { Some(f) } else { None })
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sections.iter().flat_map(|section| &section.parts)
    }
}

/// Two runs may have the same name in different places; their files must not.
fn distinguish(runs: &mut [Run]) {
    for i in 1..runs.len() {
        let mut number = 2;
        let label = runs[i].label.clone();
        while runs[..i]
            .iter()
            .any(|run| tables::file_name(&run.label) == tables::file_name(&runs[i].label))
        {
            runs[i].label = format!("{label}-{number}");
            number += 1;
        }
    }
}

fn overview(runs: &[Run]) -> Section {
    let mut parts = vec![Part::Table(tables::summary(runs))];
    parts.extend(tables::comparison(runs).map(Part::Table));
    parts.extend(figures::of_all(runs).into_iter().map(Part::Figure));
    Section { heading: "Overview".to_owned(), parts }
}

/// A number with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn of_run(run: &Run) -> Result<Section, ReportError> {
    let mut parts = Vec::new();
    if run.generations.is_empty() {
        parts.push(Part::Text("No generation is recorded yet.".to_owned()));
    }
    parts.extend(
        [
            tables::exam(run),
            tables::moves(run),
            tables::yardsticks(run),
            tables::validation(run),
            tables::weights(run),
        ]
        .into_iter()
        .flatten()
        .map(Part::Table),
    );
    parts.extend(figures::of_run(run)?.into_iter().map(Part::Figure));
    let machine = run.sessions.first().map(|session| {
        format!(
            "Begun with version {} on {} ({}), {}; resumed {}. Bench signature {}.",
            session.version,
            session.host,
            session.system,
            counted(session.threads as usize, "thread"),
            counted(run.sessions.len() - 1, "time"),
            run.origin.signature
        )
    });
    parts.extend(machine.map(Part::Text));
    parts.push(Part::Listing {
        heading: "The experiment, with every default".to_owned(),
        text: run.origin.resolved.clone(),
    });
    Ok(Section { heading: run.label.clone(), parts })
}
