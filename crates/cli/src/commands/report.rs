use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use report::{Formats, Report};

use crate::Failure;

/// Arguments of `finchess report`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess report runs/demo-0001
  finchess report runs/cosyne-0001 runs/neat-0001 -o comparison
  finchess report runs/demo-0001 --format html --format csv
  finchess report runs/series-0001                settings compared, all runs of each

The page report.html needs no other file. Several runs are also compared with each other. A run that is still \
going on can be looked at, too.")]
pub(crate) struct Arguments {
    /// Run folders, or the folder of a series
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The folder to write; for one run its own subfolder `report`, for several `report` here
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only these; may be given several times
    #[arg(long, value_name = "FORMAT")]
    format: Vec<Format>,
}

/// What a report is written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One page with everything
    Html,
    /// Text, and tables within it and by themselves
    Markdown,
    /// Tables for LaTeX
    Latex,
    /// Tables for other programs
    Csv,
    /// Figures that can be scaled
    Svg,
    /// Figures of pixels
    Png,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let formats = if self.format.is_empty() {
            Formats::ALL
        } else {
            let wanted = |format| self.format.contains(&format);
            Formats {
                html: wanted(Format::Html),
                markdown: wanted(Format::Markdown),
                latex: wanted(Format::Latex),
                csv: wanted(Format::Csv),
                svg: wanted(Format::Svg),
                png: wanted(Format::Png),
            }
        };
        let folder = self.output.unwrap_or_else(|| match &self.runs[..] {
            [run] => own_folder(run),
            _ => PathBuf::from("report"),
        });
        let words = write(&self.runs, &folder, formats)?;
        let mut output = io::stdout().lock();
        writeln!(output, "{words}")?;
        Ok(output.flush()?)
    }
}

/// Where the report of one run goes if nothing else is said.
pub(super) fn own_folder(run: &Path) -> PathBuf {
    run.join("report")
}

/// Writes a report, and says what it has and where it is.
pub(super) fn write(runs: &[PathBuf], folder: &Path, formats: Formats) -> Result<String, Failure> {
    let report = Report::of(runs)?;
    report.write(folder, formats)?;
    let (tables, figures) = (report.tables().count(), report.figures().count());
    let name = if formats.html { folder.join("report.html") } else { folder.to_owned() };
    Ok(format!("{tables} tables, {figures} figures: {}", name.display()))
}
