use std::fmt::Write;

use crate::canvas::{Ground, escape};
use crate::{Part, Report};

const STYLE: &str = include_str!("style.css");

/// The whole report as one page that needs nothing else: style and drawings are inside.
pub(crate) fn page(report: &Report) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{lead}</p>\n<nav>\n",
        title = escape(&report.title),
        lead = escape(&report.lead),
    );
    // Writing to a string cannot fail.
    for (i, section) in report.sections.iter().enumerate() {
        let _ = writeln!(page, "<a href=\"#s{i}\">{}</a>", escape(&section.heading));
    }
    page += "</nav>\n</header>\n<main>\n";
    for (i, section) in report.sections.iter().enumerate() {
        let _ = writeln!(page, "<section id=\"s{i}\">\n<h2>{}</h2>", escape(&section.heading));
        for part in &section.parts {
            match part {
                Part::Text(text) => {
                    let _ = writeln!(page, "<p>{}</p>", escape(text));
                }
                Part::Table(table) => page += &table.html(),
                Part::Figure(figure) => {
                    let _ = writeln!(
                        page,
                        "<h3>{}</h3>\n<figure>\n{}<figcaption>{}</figcaption>\n</figure>",
                        escape(&figure.title),
                        figure.canvas.svg(Ground::Page, &figure.title),
                        escape(&figure.caption),
                    );
                }
                Part::Listing { heading, text } => {
                    let _ = writeln!(
                        page,
                        "<details><summary>{}</summary>\n<pre>{}</pre></details>",
                        escape(heading),
                        escape(text),
                    );
                }
            }
        }
        page += "</section>\n";
    }
    page += "</main>\n<footer>Made by <em>finchess report</em> from the run store alone.</footer>\n</body>\n</html>\n";
    page
}
