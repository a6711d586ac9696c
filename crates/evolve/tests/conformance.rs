//! Every algorithm is held to what [`evolve::Algorithm`] promises.

use evolve::{Gene, Settings, Space, kit};
use seed::Seed;

fn conforms(settings: &Settings, space: &Space) {
    kit::algorithm(|| settings.build(space).unwrap(), space, Seed::new(1));
}

fn reals() -> Space {
    Space::Reals(vec![Gene::free(1.0), Gene::ranged(-2.0, 3.0), Gene::ranged(100.0, 1000.0)])
}

#[test]
fn random_search_is_an_algorithm() {
    conforms(&Settings::Random(Default::default()), &reals());
    conforms(&Settings::Random(Default::default()), &Space::Bits(9));
}

#[test]
fn cosyne_is_an_algorithm() {
    conforms(&Settings::Cosyne(Default::default()), &reals());
    conforms(&Settings::Cosyne(evolve::cosyne::CosyneSettings::gomez(21)), &reals());
}

#[test]
fn evolution_strategies_are_algorithms() {
    use evolve::strategy::{Selection, StepRule, StrategySettings};
    let comma = StrategySettings::default();
    let plus = StrategySettings { selection: Selection::Plus, children: 3, ..comma.clone() };
    let fifth = StrategySettings { rule: StepRule::OneFifth, ..plus.clone() };
    for settings in [comma, plus, fifth] {
        conforms(&Settings::Strategy(settings), &reals());
    }
}
