use std::collections::BTreeMap;

use record::Genome;

/// Genomes seen along the two directions in which they differ most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plane {
    /// A point for each genome.
    pub(crate) points: Vec<(f64, f64)>,
    /// The shares of the variance that the two directions explain.
    pub(crate) explained: [f64; 2],
}

/// Principal components (Pearson 1901) by way of the scalar products between genomes, of which there are
/// far fewer than genes squared. None if there are fewer than three genomes or they do not differ.
pub(crate) fn plane(genomes: &[Genome]) -> Option<Plane> {
    if genomes.len() < 3 {
        return None;
    }
    let mut vectors = coordinates(genomes)?;
    let genes = vectors[0].len();
    for gene in 0..genes {
        let mean = vectors.iter().map(|v| v[gene]).sum::<f64>() / vectors.len() as f64;
        vectors.iter_mut().for_each(|v| v[gene] -= mean);
    }
    let products: Vec<Vec<f64>> = vectors
        .iter()
        .map(|a| vectors.iter().map(|b| a.iter().zip(b).map(|(x, y)| x * y).sum()).collect())
        .collect();
    let total: f64 = (0..products.len()).map(|i| products[i][i]).sum();
    if !(total.is_finite() && total > 0.0) {
        return None;
    }
    let (first, one) = largest(&products, None);
    let (second, two) = largest(&products, Some(&one));
    let scale = |value: f64| value.max(0.0).sqrt();
    let points = one.iter().zip(&two).map(|(x, y)| (x * scale(first), y * scale(second))).collect();
    Some(Plane { points, explained: [first.max(0.0) / total, second.max(0.0) / total] })
}

/// Every genome as a list of numbers, of the same length and meaning.
fn coordinates(genomes: &[Genome]) -> Option<Vec<Vec<f64>>> {
    if let Genome::Graph(_) = genomes[0] {
        let maps: Vec<_> = genomes
            .iter()
            .map(|g| if let Genome::Graph(graph) = g { Some(graph.coordinates()) } else { None })
            .collect::<Option<_>>()?;
        let mut places: BTreeMap<(bool, u32), usize> = BTreeMap::new();
        maps.iter().flat_map(BTreeMap::keys).for_each(|&place| {
            places.insert(place, 0);
        });
        places.values_mut().enumerate().for_each(|(i, place)| *place = i);
        let vector = |map: &BTreeMap<(bool, u32), f64>| {
            let mut vector = vec![0.0; places.len()];
            map.iter().for_each(|(place, value)| vector[places[place]] = *value);
            vector
        };
        return Some(maps.iter().map(vector).collect());
    }
    let vectors: Vec<Vec<f64>> = genomes
        .iter()
        .map(|genome| match genome {
            Genome::Reals(values) => Some(values.clone()),
            Genome::Bits(bits) => Some(bits.iter().map(|&b| f64::from(u8::from(b))).collect()),
            Genome::Graph(_) => None,
        })
        .collect::<Option<_>>()?;
    vectors.iter().all(|v| v.len() == vectors[0].len()).then_some(vectors)
}

/// The largest eigenvalue of a symmetric matrix without negative ones, and its vector, by power iteration;
/// beside another vector, if one is given. The sign is such that the first large component is positive.
fn largest(matrix: &[Vec<f64>], beside: Option<&[f64]>) -> (f64, Vec<f64>) {
    let n = matrix.len();
    // Any start will do that is not at right angles to the answer; this one has no symmetry.
    let mut vector: Vec<f64> = (0..n).map(|i| ((i * i + 1) as f64).sin() + 0.1).collect();
    let mut value = 0.0;
    for _ in 0..1000 {
        if let Some(other) = beside {
            let along: f64 = vector.iter().zip(other).map(|(x, y)| x * y).sum();
            vector.iter_mut().zip(other).for_each(|(x, y)| *x -= along * y);
        }
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length <= f64::MIN_POSITIVE {
            return (0.0, vec![0.0; n]);
        }
        vector.iter_mut().for_each(|x| *x /= length);
        let next: Vec<f64> =
            matrix.iter().map(|row| row.iter().zip(&vector).map(|(a, x)| a * x).sum()).collect();
        let now: f64 = next.iter().zip(&vector).map(|(a, x)| a * x).sum();
        let done = (now - value).abs() <= 1e-12 * now.abs();
        value = now;
        if done {
            break;
        }
        vector = next;
    }
    let largest = vector.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if vector.iter().find(|x| x.abs() > largest / 2.0).is_some_and(|x| *x < 0.0) {
        vector.iter_mut().for_each(|x| *x = -*x);
    }
    (value, vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_in_space_is_found_again() {
        // Points on a plane: the components are known in closed form.
        let u = [2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0];
        let v = [-2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0];
        let flat = [(5.0, 1.0), (-5.0, 1.0), (5.0, -1.0), (-5.0, -1.0)];
        let genome = |&(a, b): &(f64, f64)| {
            Genome::Reals((0..3).map(|i| 7.0 + a * u[i] + b * v[i]).collect())
        };
        let genomes: Vec<Genome> = flat.iter().map(genome).collect();
        let Plane { points, explained } = plane(&genomes).unwrap();
        assert!((explained[0] - 25.0 / 26.0).abs() < 1e-9, "{explained:?}");
        assert!((explained[0] + explained[1] - 1.0).abs() < 1e-9);
        for ((x, y), (a, b)) in points.iter().zip(flat) {
            assert!((x.abs() - f64::abs(a)).abs() < 1e-6 && (y.abs() - f64::abs(b)).abs() < 1e-6);
        }
        // Distances are kept: nothing lies outside the plane.
        for i in 0..4 {
            for j in 0..4 {
                let seen = (points[i].0 - points[j].0).hypot(points[i].1 - points[j].1);
                assert!((seen - genomes[i].distance(&genomes[j]).unwrap()).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn nothing_to_see_is_nothing() {
        assert_eq!(plane(&[]), None);
        assert_eq!(plane(&vec![Genome::Reals(vec![1.0, 2.0]); 5]), None);
        let mixed =
            [Genome::Reals(vec![1.0]), Genome::Bits(vec![true]), Genome::Reals(vec![2.0, 3.0])];
        assert_eq!(plane(&mixed), None);
    }
}
