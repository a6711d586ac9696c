/// What follows from the number of genes and of candidates: Table 1 of Hansen's tutorial (2016).
#[derive(Clone, Debug)]
pub(super) struct Constants {
    /// Weights of the candidates from best to worst: the first half positive, with sum 1.
    pub(super) weights: Vec<f64>,
    /// How many of them are positive.
    pub(super) parents: usize,
    /// The effective number of parents.
    pub(super) effective: f64,
    /// Learning rate and damping of the step size.
    pub(super) path_rate: f64,
    pub(super) damping: f64,
    /// Learning rates of the covariance matrix: of its path, of the path's square, of the steps.
    pub(super) covariance_path_rate: f64,
    pub(super) rank_one: f64,
    pub(super) rank_many: f64,
    /// The expected length of a normal vector.
    pub(super) length: f64,
}

impl Constants {
    pub(super) fn new(genes: usize, candidates: usize) -> Constants {
        let n = genes as f64;
        let half = (candidates as f64 + 1.0) / 2.0;
        let raw: Vec<f64> =
            (1..=candidates).map(|rank| libm::log(half) - libm::log(rank as f64)).collect();
        let parents = candidates / 2;
        let (best, rest) = raw.split_at(parents);
        let sum = |weights: &[f64]| weights.iter().sum::<f64>();
        let effective_of = |weights: &[f64]| {
            let squares: f64 = weights.iter().map(|w| w * w).sum();
            if squares > 0.0 { sum(weights) * sum(weights) / squares } else { 0.0 }
        };
        let effective = effective_of(best);
        let path_rate = (effective + 2.0) / (n + effective + 5.0);
        let damping =
            1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + path_rate;
        let covariance_path_rate = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let rank_many = (2.0 * (0.25 + effective + 1.0 / effective - 2.0)
            / ((n + 2.0) * (n + 2.0) + effective))
            .min(1.0 - rank_one);
        // How much is unlearnt from the worse half: three bounds, the last of which keeps the matrix
        // positive definite.
        let negative = (1.0 + rank_one / rank_many)
            .min(1.0 + 2.0 * effective_of(rest) / (effective + 2.0))
            .min((1.0 - rank_one - rank_many) / (n * rank_many));
        let scale = |weight: f64| match weight {
            weight if weight > 0.0 => weight / sum(best),
            weight if weight < 0.0 => weight * negative / sum(rest).abs(),
            _ => 0.0,
        };
        Constants {
            weights: raw.iter().map(|weight| scale(*weight)).collect(),
            parents,
            effective,
            path_rate,
            damping,
            covariance_path_rate,
            rank_one,
            rank_many,
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand for ten genes and ten candidates.
    #[test]
    fn constants_are_those_of_the_tutorial() {
        let constants = Constants::new(10, 10);
        let expected = [0.456, 0.271, 0.163, 0.085, 0.026];
        assert_eq!(constants.parents, 5);
        for (weight, expected) in constants.weights.iter().zip(expected) {
            assert!((weight - expected).abs() < 1e-3, "{:?}", constants.weights);
        }
        let close = |value: f64, expected: f64| (value - expected).abs() < 1e-3 * expected;
        assert!(close(constants.effective, 3.167), "{}", constants.effective);
        assert!(close(constants.path_rate, 5.167 / 18.167));
        assert!(close(constants.damping, 1.0 + 5.167 / 18.167));
        assert!(close(constants.covariance_path_rate, 4.3167 / 14.6334));
        assert!(close(constants.rank_one, 2.0 / (127.69 + 3.167)));
        assert!(close(constants.rank_many, 2.0 * (3.167 - 1.75 + 0.31576) / (144.0 + 3.167)));
        assert!(close(constants.length, 3.0847));
    }

    /// Positive weights sum to one, negative ones to what keeps the matrix positive definite.
    #[test]
    fn weights_are_bounded_for_all_sizes() {
        for genes in [1, 2, 3, 10, 100, 1000] {
            for candidates in [2, 3, 4, 5, 10, 1000] {
                let constants = Constants::new(genes, candidates);
                let positive: f64 = constants.weights.iter().filter(|w| **w > 0.0).sum();
                let negative: f64 = -constants.weights.iter().filter(|w| **w < 0.0).sum::<f64>();
                assert!((positive - 1.0).abs() < 1e-12, "{constants:?}");
                let left = 1.0 - constants.rank_one - constants.rank_many;
                let bound = left / (genes as f64 * constants.rank_many);
                assert!((0.0..=bound + 1e-12).contains(&negative), "{constants:?}");
                assert!(constants.rank_one + constants.rank_many <= 1.0);
            }
        }
    }
}
