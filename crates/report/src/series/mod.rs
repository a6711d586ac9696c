//! The report of a series: what its settings came to, whether they differ, and what evolved.

mod data;
mod figures;
mod tables;

use std::path::Path;

use crate::{Part, Report, ReportError, Section, Table};
use data::SeriesData;

/// The settings of a series beside each other, without the rest of its report.
///
/// # Errors
///
/// When the series or one of its runs cannot be read.
pub fn summary(folder: &Path) -> Result<Table, ReportError> {
    Ok(tables::settings(&SeriesData::load(folder)?))
}

/// The folder of the median run of each setting that has one, with the setting's name.
///
/// # Errors
///
/// When the series or one of its runs cannot be read.
pub fn median_runs(folder: &Path) -> Result<Vec<(String, std::path::PathBuf)>, ReportError> {
    let series = SeriesData::load(folder)?;
    let median = |setting: &data::SettingData| {
        Some((setting.name.clone(), folder.join(&setting.median()?.label)))
    };
    Ok(series.settings.iter().filter_map(median).collect())
}

/// The whole report.
pub(crate) fn report(folder: &Path) -> Result<Report, ReportError> {
    let series = SeriesData::load(folder)?;
    let mut parts = vec![Part::Table(tables::settings(&series))];
    parts.extend(figures::ends(&series).map(Part::Figure));
    parts.extend(figures::compared(&series).map(Part::Figure));
    parts.extend(tables::comparison(&series).map(Part::Table));
    parts.extend(tables::validation(&series).map(Part::Table));
    let mut sections = vec![Section { heading: "Overview".to_owned(), parts }];
    for setting in &series.settings {
        let mut parts = Vec::new();
        if setting.members.is_empty() {
            parts.push(Part::Text("No generation is recorded yet.".to_owned()));
        }
        parts.extend(figures::median(setting).map(Part::Figure));
        parts.extend(tables::runs(setting).map(Part::Table));
        parts.extend(tables::weights(setting).map(Part::Table));
        parts.push(Part::Listing {
            heading: "The experiment, with every default".to_owned(),
            text: setting.resolved.clone(),
        });
        sections.push(Section { heading: setting.name.clone(), parts });
    }
    let runs: usize = series.settings.iter().map(|setting| setting.planned).sum();
    let lead = format!(
        "A series of {} in {}, as their run stores tell it.",
        crate::counted(runs, "run"),
        crate::counted(series.settings.len(), "setting")
    );
    Ok(Report { title: series.name, lead, sections })
}
