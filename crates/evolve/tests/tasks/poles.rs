//! A cart on a track with two poles of different length, to be kept upright by pushing the cart:
//! Wieland (1991), with the equations and constants of Gomez and Miikkulainen (1999), which later papers
//! share. Solved by the fourth-order method of Runge and Kutta with steps of 0.01 s, a push every 0.02 s.

/// A task is solved when the poles stand for so many pushes.
pub const ENOUGH: usize = 100_000;

const GRAVITY: f64 = -9.8;
const CART: f64 = 1.0;
/// Mass and half length of each pole.
const POLES: [(f64, f64); 2] = [(0.1, 0.5), (0.01, 0.05)];
/// Friction of the cart on the track and of the poles at their hinges.
const TRACK_FRICTION: f64 = 0.0005;
const HINGE_FRICTION: f64 = 0.000_002;
const STEP: f64 = 0.01;
const STEPS_PER_PUSH: usize = 2;
const TRACK: f64 = 2.4;
const FALLEN: f64 = 36.0;

/// Position and velocity of the cart, angle and angular velocity of the long and of the short pole.
type State = [f64; 6];

/// The cart and its poles.
pub struct Poles(State);

impl Poles {
    /// Everything at rest, the long pole leaning by some degrees.
    pub fn new(degrees: f64) -> Poles {
        Poles([0.0, 0.0, degrees.to_radians(), 0.0, 0.0, 0.0])
    }

    /// The state in units of about its range.
    pub fn inputs(&self) -> [f64; 6] {
        let [x, v, long, long_v, short, short_v] = self.0;
        [x / 4.8, v / 2.0, long / 0.52, long_v / 2.0, short / 0.52, short_v / 2.0]
    }

    /// For how many pushes, up to [`ENOUGH`], a controller keeps the poles up.
    pub fn balance(&mut self, mut force: impl FnMut(&Poles) -> f64) -> usize {
        for pushes in 0..ENOUGH {
            let force = force(self).clamp(-10.0, 10.0);
            for _ in 0..STEPS_PER_PUSH {
                self.0 = runge_kutta(&self.0, force);
            }
            let [x, _, long, _, short, _] = self.0;
            let fallen = FALLEN.to_radians();
            if x.abs() > TRACK || long.abs() > fallen || short.abs() > fallen {
                return pushes;
            }
        }
        ENOUGH
    }
}

fn slope(state: &State, force: f64) -> State {
    let [_, v, long, long_v, short, short_v] = *state;
    let poles = [(long, long_v), (short, short_v)];
    let (mut push, mut mass) = (force - TRACK_FRICTION * v.signum(), CART);
    let mut hinges = [(0.0, 0.0, 0.0); 2];
    for (i, ((angle, spin), (weight, half))) in poles.into_iter().zip(POLES).enumerate() {
        let (sin, cos) = libm::sincos(angle);
        let hinge = HINGE_FRICTION * spin / (weight * half);
        push += weight * half * spin * spin * sin + 0.75 * weight * cos * (hinge + GRAVITY * sin);
        mass += weight * (1.0 - 0.75 * cos * cos);
        hinges[i] = (sin, cos, hinge);
    }
    let acceleration = push / mass;
    let turn = |i: usize| {
        let (sin, cos, hinge) = hinges[i];
        -0.75 * (acceleration * cos + GRAVITY * sin + hinge) / POLES[i].1
    };
    [v, acceleration, long_v, turn(0), short_v, turn(1)]
}

fn runge_kutta(state: &State, force: f64) -> State {
    let moved = |slope: &State, time: f64| {
        let mut next = *state;
        next.iter_mut().zip(slope).for_each(|(value, slope)| *value += time * slope);
        next
    };
    let one = slope(state, force);
    let two = slope(&moved(&one, STEP / 2.0), force);
    let three = slope(&moved(&two, STEP / 2.0), force);
    let four = slope(&moved(&three, STEP), force);
    let mut next = *state;
    for (i, value) in next.iter_mut().enumerate() {
        *value += STEP / 6.0 * (one[i] + 2.0 * two[i] + 2.0 * three[i] + four[i]);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Euler's method with tiny steps is the slow, plain twin.
    #[test]
    fn runge_kutta_agrees_with_tiny_steps() {
        let mut state = [0.1, -0.3, 0.05, 0.2, -0.04, 0.1];
        let mut twin = state;
        for push in 0..20 {
            let force = if push % 3 == 0 { 7.0 } else { -4.0 };
            state = runge_kutta(&state, force);
            for _ in 0..10_000 {
                let slope = slope(&twin, force);
                twin.iter_mut().zip(slope).for_each(|(x, dx)| *x += STEP / 10_000.0 * dx);
            }
        }
        for (a, b) in state.iter().zip(twin) {
            assert!((a - b).abs() < 1e-3, "{a} and {b}");
        }
    }
}
