use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::canvas::Ground;
use crate::{Part, Report, ReportError, html};

/// Which files a report has besides its page and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// Tables as Markdown.
    pub markdown: bool,
    /// Tables as LaTeX.
    pub latex: bool,
    /// Tables as CSV.
    pub csv: bool,
    /// Figures as SVG.
    pub svg: bool,
    /// Figures as PNG.
    pub png: bool,
    /// The page.
    pub html: bool,
}

impl Formats {
    /// All of them.
    pub const ALL: Formats =
        Formats { markdown: true, latex: true, csv: true, svg: true, png: true, html: true };
    /// None of them.
    pub const NONE: Formats =
        Formats { markdown: false, latex: false, csv: false, svg: false, png: false, html: false };
}

impl Report {
    /// Writes the report into a folder: `report.html`, `report.md`, `tables/` and `figures/`, as far as the
    /// formats are asked for. Files of the same names are replaced.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, formats: Formats) -> Result<(), ReportError> {
        make(folder)?;
        let (tables, figures) = (folder.join("tables"), folder.join("figures"));
        if formats.markdown || formats.latex || formats.csv {
            make(&tables)?;
        }
        if formats.svg || formats.png {
            make(&figures)?;
        }
        for table in self.tables() {
            for (wanted, extension, text) in [
                (formats.markdown, "md", table.markdown()),
                (formats.latex, "tex", table.latex()),
                (formats.csv, "csv", table.csv()),
            ] {
                if wanted {
                    save(&tables.join(format!("{}.{extension}", table.name)), text)?;
                }
            }
        }
        for figure in self.figures() {
            if formats.svg {
                let svg = figure.canvas.svg(Ground::Sheet, &figure.title);
                save(&figures.join(format!("{}.svg", figure.name)), svg)?;
            }
            if formats.png {
                let png = figure
                    .canvas
                    .png()
                    .map_err(|cause| ReportError::Picture { name: figure.name.clone(), cause })?;
                save(&figures.join(format!("{}.png", figure.name)), png)?;
            }
        }
        if formats.markdown {
            save(&folder.join("report.md"), self.markdown(formats))?;
        }
        if formats.html {
            save(&folder.join("report.html"), html::page(self))?;
        }
        Ok(())
    }

    /// The report as text, with links to those figures that are written.
    pub fn markdown(&self, formats: Formats) -> String {
        let mut text = format!("# {}\n\n{}\n", self.title, self.lead);
        let kind = if formats.svg { Some("svg") } else { formats.png.then_some("png") };
        // Writing to a string cannot fail.
        for section in &self.sections {
            let _ = write!(text, "\n## {}\n", section.heading);
            for part in &section.parts {
                let _ = match part {
                    Part::Text(words) => write!(text, "\n{words}\n"),
                    Part::Table(table) => {
                        write!(text, "\n{}\n{}\n", table.markdown(), table.caption)
                    }
                    Part::Figure(figure) => {
                        let _ = write!(text, "\n### {}\n", figure.title);
                        if let Some(kind) = kind {
                            let _ = write!(
                                text,
                                "\n![{}](figures/{}.{kind})\n",
                                figure.title, figure.name
                            );
                        }
                        write!(text, "\n{}\n", figure.caption)
                    }
                    Part::Listing { heading, text: listing } => {
                        write!(text, "\n{heading}:\n\n```toml\n{}\n```\n", listing.trim_end())
                    }
                };
            }
        }
        text
    }
}

fn make(folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(|source| ReportError::Io { path: folder.to_owned(), source })
}

fn save(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), ReportError> {
    fs::write(path, bytes).map_err(|source| ReportError::Io { path: path.to_owned(), source })
}
