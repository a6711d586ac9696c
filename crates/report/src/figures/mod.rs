//! One file for each kind of figure. Each gives none where a run has nothing to show of that kind.

mod curves;
mod lineage;
mod moves;
mod network;
mod outcomes;
mod population;
mod species;
mod yardsticks;

use record::RecordError;

use crate::canvas::Canvas;
use crate::data::Run;
use crate::tables::file_name;

/// A drawing with a name and a few sentences.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its files.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    pub(crate) canvas: Canvas,
}

impl Figure {
    fn of_run(kind: &str, run: &Run, title: &str, caption: String, canvas: Canvas) -> Figure {
        Figure {
            name: format!("{kind}-{}", file_name(&run.label)),
            title: title.to_owned(),
            caption,
            canvas,
        }
    }
}

/// What one run shows.
pub(crate) fn of_run(run: &Run) -> Result<Vec<Figure>, RecordError> {
    let figures = [
        curves::fitness(run),
        yardsticks::progress(run),
        outcomes::bars(std::slice::from_ref(run)),
        moves::distributions(run),
        population::plane(run)?,
        species::areas(run),
        curves::size(run),
        lineage::ancestry(run),
        network::champion(run)?,
    ];
    Ok(figures.into_iter().flatten().collect())
}

/// What runs show beside each other; the distance within a population also by itself.
pub(crate) fn of_all(runs: &[Run]) -> Vec<Figure> {
    let several = runs.len() > 1;
    let figures = [
        several.then(|| outcomes::bars(runs)).flatten(),
        several.then(|| curves::compared(runs)).flatten(),
        population::spread(runs),
        several.then(|| moves::by_generation(runs)).flatten(),
    ];
    figures.into_iter().flatten().collect()
}
