use std::fmt::Write;

use crate::canvas::escape;

/// A table: words on the left, numbers on the right, and what it says in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of its files.
    pub name: String,
    /// What it says.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
    /// The row that stands out, if one does.
    pub bold: Option<usize>,
}

impl Table {
    pub(crate) fn new(
        name: impl Into<String>,
        caption: impl Into<String>,
        head: &[&str],
        rows: Vec<Vec<String>>,
    ) -> Table {
        let head = head.iter().map(|&column| column.to_owned()).collect();
        Table { name: name.into(), caption: caption.into(), head, rows, bold: None }
    }

    /// With a row that stands out.
    pub(crate) fn with_bold(self, row: usize) -> Table {
        Table { bold: Some(row), ..self }
    }

    /// As lines of text, in columns, without the caption.
    pub fn plain(&self) -> String {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            all().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let mut text = String::new();
        for row in all() {
            let cells = row.iter().enumerate().map(|(i, cell)| match self.numeric(i) {
                true => format!("{cell:>0$}", width(i)),
                false => format!("{cell:0$}", width(i)),
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// Whether all cells of a column are numbers, which stand to the right.
    fn numeric(&self, column: usize) -> bool {
        let number = |cell: &str| {
            cell.is_empty()
                || cell.starts_with(|c: char| c.is_ascii_digit() || "+-\u{2212}<".contains(c))
        };
        self.rows.iter().all(|row| row.get(column).is_none_or(|cell| number(cell)))
    }

    /// As Markdown, without the caption.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<_> =
                cells.iter().map(|c| c.replace('|', "\\|").replace(['\n', '\r'], " ")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = (0..self.head.len()).map(|i| if self.numeric(i) { "---:" } else { "---" });
        let mut text = line(&self.head);
        text += &line(&rule.map(str::to_owned).collect::<Vec<_>>());
        for (i, row) in self.rows.iter().enumerate() {
            let strong = |cell: &String| match cell.is_empty() {
                true => String::new(),
                false => format!("**{cell}**"),
            };
            match self.bold == Some(i) {
                true => text += &line(&row.iter().map(strong).collect::<Vec<_>>()),
                false => text += &line(row),
            }
        }
        text
    }

    /// As CSV, by the rules of RFC 4180.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let cells: Vec<_> =
                row.iter().map(|cell| quote(&cell.replace('\u{2212}', "-"))).collect();
            text += &cells.join(",");
            text += "\r\n";
        }
        text
    }

    /// As LaTeX, for the package booktabs.
    pub fn latex(&self) -> String {
        let columns: String =
            (0..self.head.len()).map(|i| if self.numeric(i) { 'r' } else { 'l' }).collect();
        let line = |bold: bool, cells: &[String]| {
            let cells = cells.iter().map(|cell| match bold {
                true => format!("\\textbf{{{}}}", latex(cell)),
                false => latex(cell),
            });
            format!("    {} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
        };
        let mut text = format!(
            "\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{}}}\n  \
             \\begin{{tabular}}{{{columns}}}\n    \\toprule\n",
            latex(&self.caption),
            self.name
        );
        text += &line(false, &self.head);
        text += "    \\midrule\n";
        for (i, row) in self.rows.iter().enumerate() {
            text += &line(self.bold == Some(i), row);
        }
        text + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
    }

    /// As HTML.
    pub(crate) fn html(&self) -> String {
        let cell = |tag: &str, column: usize, text: &str| {
            let class = if self.numeric(column) { " class=\"n\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escape(text))
        };
        let line = |tag: &str, bold: bool, cells: &[String]| {
            let cells: String = cells.iter().enumerate().map(|(i, c)| cell(tag, i, c)).collect();
            format!("<tr{}>{cells}</tr>\n", if bold { " class=\"bold\"" } else { "" })
        };
        // The caption stays where it is while the table is moved about.
        let mut text = String::new();
        let _ = writeln!(text, "<p class=\"caption\">{}</p>", escape(&self.caption));
        text += "<div class=\"wide\"><table>\n";
        let _ = write!(text, "<thead>{}</thead>\n<tbody>\n", line("th", false, &self.head));
        for (i, row) in self.rows.iter().enumerate() {
            text += &line("td", self.bold == Some(i), row);
        }
        text + "</tbody></table></div>\n"
    }
}

/// A cell of CSV.
pub fn quote(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn latex(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(character);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' | '>' | '|' => {
                out.push('$');
                out.push(character);
                out.push('$');
            }
            '\u{221e}' => out.push_str("$\\infty$"),
            '\u{b1}' => out.push_str("$\\pm$"),
            '\u{2212}' => out.push_str("$-$"),
            '\u{2013}' => out.push_str("--"),
            '\u{d7}' => out.push_str("$\\times$"),
            c if c.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// A number with so many decimals and a real minus.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| "0.".contains(c)) => rest.to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

/// A probability; a very small one by its bound.
pub(crate) fn probability(p: f64) -> String {
    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}
