use serde::{Deserialize, Serialize};

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Matrix {
    pub(super) size: usize,
    values: Vec<f64>,
}

impl Matrix {
    pub(super) fn identity(size: usize) -> Matrix {
        let mut matrix = Matrix { size, values: vec![0.0; size * size] };
        for i in 0..size {
            matrix.set(i, i, 1.0);
        }
        matrix
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    pub(super) fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] = value;
    }

    /// Times a vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.values.chunks_exact(self.size);
        rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// The transpose times a vector.
    pub(super) fn transposed_times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for (row, factor) in self.values.chunks_exact(self.size).zip(vector) {
            for (sum, value) in product.iter_mut().zip(row) {
                *sum += value * factor;
            }
        }
        product
    }

    /// Scales a symmetric matrix and adds some rank-one matrices `weight v v'` to it.
    pub(super) fn update(&mut self, scale: f64, parts: &[(f64, &[f64])]) {
        for row in 0..self.size {
            for column in 0..=row {
                let sum: f64 = parts.iter().map(|(w, v)| w * v[row] * v[column]).sum();
                let value = scale * self.at(row, column) + sum;
                self.set(row, column, value);
                self.set(column, row, value);
            }
        }
    }

    /// Whether it has the right size and only finite values.
    pub(super) fn is_sound(&self, size: usize) -> bool {
        self.size == size
            && self.values.len() == size * size
            && self.values.iter().all(|value| value.is_finite())
    }
}

/// More sweeps than any matrix of sensible size needs: about seven do for a hundred rows.
const SWEEPS: usize = 60;

/// The eigenvalues of a symmetric matrix, and its eigenvectors as the columns of an orthogonal one: the
/// cyclic method of Jacobi (1846), with the rotations of Rutishauser (1966). Plain arithmetic and square
/// roots only, so the same bits on every machine.
pub(super) fn decompose(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.size;
    let mut a = matrix.clone();
    // Eigenvectors as rows for now: rotating rows touches memory in order.
    let mut vectors = Matrix::identity(size);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..size {
            for q in p + 1..size {
                // What no longer changes either diagonal value is as good as 0.
                let off = a.at(p, q).abs();
                if a.at(p, p).abs() + off == a.at(p, p).abs()
                    && a.at(q, q).abs() + off == a.at(q, q).abs()
                {
                    continue;
                }
                rotated = true;
                rotate(&mut a, &mut vectors, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    let values = (0..size).map(|i| a.at(i, i)).collect();
    let mut columns = Matrix::identity(size);
    for row in 0..size {
        for column in 0..size {
            columns.set(column, row, vectors.at(row, column));
        }
    }
    (values, columns)
}

/// The rotation of rows and columns `p` and `q` that makes their common element 0.
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let theta = (a.at(q, q) - a.at(p, p)) / (2.0 * a.at(p, q));
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let change = t * a.at(p, q);
    let (first, second) = (a.at(p, p) - change, a.at(q, q) + change);
    for k in 0..a.size {
        if k != p && k != q {
            let (x, y) = (a.at(p, k), a.at(q, k));
            let (new_x, new_y) = (c * x - s * y, s * x + c * y);
            a.set(p, k, new_x);
            a.set(k, p, new_x);
            a.set(q, k, new_y);
            a.set(k, q, new_y);
        }
        let (x, y) = (vectors.at(p, k), vectors.at(q, k));
        vectors.set(p, k, c * x - s * y);
        vectors.set(q, k, s * x + c * y);
    }
    a.set(p, p, first);
    a.set(q, q, second);
    a.set(p, q, 0.0);
    a.set(q, p, 0.0);
}

#[cfg(test)]
mod tests {
    use seed::Seed;

    use super::*;
    use crate::deviate::normal;

    /// A random symmetric matrix is the sum of its eigenvalues times the squares of its eigenvectors,
    /// which are orthonormal.
    #[test]
    fn matrices_are_put_together_again() {
        for (size, scale) in [(1, 1.0), (2, 1e-9), (5, 1.0), (33, 1e6), (60, 1.0)] {
            let mut rng = Seed::new(size as u64).rng();
            let mut matrix = Matrix::identity(size);
            let vectors: Vec<Vec<f64>> =
                (0..size).map(|_| (0..size).map(|_| normal(&mut rng)).collect()).collect();
            let parts: Vec<(f64, &[f64])> =
                vectors.iter().map(|v| (scale * normal(&mut rng), v.as_slice())).collect();
            matrix.update(scale, &parts);
            let (values, columns) = decompose(&matrix);
            let size_of = values.iter().map(|v| v.abs()).fold(0.0, f64::max);
            for i in 0..size {
                for j in 0..size {
                    let sum = |f: &dyn Fn(usize) -> f64| (0..size).map(f).sum::<f64>();
                    let again = sum(&|k| columns.at(i, k) * values[k] * columns.at(j, k));
                    assert!((again - matrix.at(i, j)).abs() < 1e-12 * size_of, "{size} {i} {j}");
                    let product = sum(&|k| columns.at(k, i) * columns.at(k, j));
                    assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12);
                }
            }
        }
    }

    /// The second difference matrix has the eigenvalues 2 - 2 cos(k pi / (n + 1)).
    #[test]
    fn known_eigenvalues_are_found() {
        const SIZE: usize = 20;
        let mut matrix = Matrix::identity(SIZE);
        for i in 0..SIZE {
            matrix.set(i, i, 2.0);
            if i > 0 {
                matrix.set(i, i - 1, -1.0);
                matrix.set(i - 1, i, -1.0);
            }
        }
        let mut values = decompose(&matrix).0;
        values.sort_by(f64::total_cmp);
        for (k, value) in values.iter().enumerate() {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (SIZE + 1) as f64;
            assert!((value - (2.0 - 2.0 * libm::cos(angle))).abs() < 1e-13);
        }
    }
}
