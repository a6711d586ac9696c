use chess::Chess;
use proptest::prelude::*;
use seed::Seed;

use super::*;
use crate::network::tests::{all_networks, defined, network, perceptron, positions, signed, twin};
use crate::network::{Activation, Encoding, Symmetry};

/// The network as a function of its inputs, layer by layer, in double precision.
fn forward(spec: &MlpSpec, inputs: &[f64]) -> f64 {
    let sizes = spec.shape.sizes(inputs.len());
    let mut values = inputs.to_vec();
    let mut genes = spec.genes.iter().copied();
    for (layer, units) in sizes[1..].iter().enumerate() {
        let mut sums = vec![0.0; *units];
        for value in &values {
            for sum in &mut sums {
                *sum += value * genes.next().unwrap();
            }
        }
        let is_output = layer == spec.shape.hidden.len();
        if !is_output || spec.shape.output_bias {
            sums.iter_mut().for_each(|sum| *sum += genes.next().unwrap());
        }
        let activation = if is_output { spec.shape.output } else { spec.shape.activation };
        values = sums.into_iter().map(|sum| defined(activation, sum)).collect();
    }
    assert_eq!(genes.next(), None);
    values[0]
}

#[test]
fn outputs_are_those_of_a_plain_network() {
    for (i, activation) in Activation::ALL.into_iter().enumerate() {
        for (j, spec) in all_networks().into_iter().enumerate() {
            let hidden: &[usize] = [&[128][..], &[16, 16], &[], &[40, 7, 3]][(i + j) % 4];
            let mlp = perceptron(spec, hidden, activation, Seed::new(i as u64));
            for position in positions(Seed::new(j as u64)) {
                let wanted = twin(&mlp.spec().network, &position, |x| forward(mlp.spec(), x));
                let got = f64::from(mlp.output(&position));
                assert!((got - wanted).abs() < 2e-5, "{activation:?} {hidden:?}: {got} {wanted}");
            }
        }
    }
}

/// Looking for saturated units, and passing over values that are 0, saves time and changes nothing.
#[test]
fn shortcuts_change_no_bit() {
    let values = vec![100.0, 320.0, 330.0, 500.0, 900.0, 10_000.0];
    for activation in [Activation::Sigmoid, Activation::Tanh, Activation::SteepTanh] {
        for (i, hidden) in [&[128][..], &[64, 64], &[40, 7, 3]].into_iter().enumerate() {
            let encoding = Encoding::Signed { values: values.clone() };
            let spec = network(encoding, Symmetry::White);
            let fast = perceptron(spec, hidden, activation, Seed::new(i as u64));
            assert!(fast.layers.ends.is_some());
            let mut plain = fast.clone();
            plain.layers.ends = None;
            let plain = plain.with_simd(Simd::SCALAR);
            for position in positions(Seed::new(i as u64)) {
                let wanted = plain.output(&position).to_bits();
                for simd in Simd::available() {
                    assert_eq!(fast.clone().with_simd(simd).output(&position).to_bits(), wanted);
                }
            }
        }
    }
}

/// The network of the published experiment: inputs of the size of centipawns, kings included. Nearly
/// all units saturate, but the sums still have to be right.
#[test]
fn unscaled_inputs_keep_their_precision() {
    let values = vec![100.0, 320.0, 330.0, 500.0, 900.0, 10_000.0];
    let spec = network(Encoding::Signed { values }, Symmetry::White);
    let mlp = perceptron(spec, &[128], Activation::Sigmoid, Seed::new(1));
    for position in positions(Seed::new(1)) {
        let wanted = twin(&mlp.spec().network, &position, |x| forward(mlp.spec(), x));
        assert!((f64::from(mlp.output(&position)) - wanted).abs() < 0.01);
    }
}

#[test]
fn genes_are_counted_and_kept() {
    let shape = |hidden: &[usize], output_bias| MlpShape {
        hidden: hidden.to_vec(),
        activation: Activation::Sigmoid,
        output: Activation::Tanh,
        output_bias,
    };
    assert_eq!(shape(&[128], false).genes(64), 64 * 128 + 128 + 128);
    assert_eq!(shape(&[64, 64], true).genes(64), 2 * (64 * 64 + 64) + 64 + 1);
    assert_eq!(shape(&[], true).genes(64), 65);
    assert_eq!(shape(&[], false).genes(64), 64);
    let mlp =
        perceptron(network(signed(), Symmetry::Mover), &[3, 2], Activation::Relu, Seed::new(1));
    let again = Mlp::<Chess>::from_genes(
        mlp.spec().network.clone(),
        mlp.spec().shape.clone(),
        &mlp.to_genes(),
    );
    assert_eq!(again.unwrap().spec(), mlp.spec());
}

#[test]
fn bad_descriptions_are_refused() {
    let good = perceptron(network(signed(), Symmetry::White), &[4], Activation::Relu, Seed::new(1));
    let refused = |change: fn(&mut MlpSpec)| {
        let mut spec = good.spec().clone();
        change(&mut spec);
        Mlp::<Chess>::new(spec).unwrap_err().to_string()
    };
    assert_eq!(refused(|spec| spec.genes.truncate(9)), "genes: 265 wanted, 9 given");
    assert!(refused(|spec| spec.genes[7] = f64::NAN).starts_with("gene 7 is NaN"));
    assert!(refused(|spec| spec.genes[7] = 1e300).starts_with("gene 7 is 1"));
    assert_eq!(refused(|spec| spec.shape.hidden = vec![4, 0]), "hidden layer 1 has no units");
    assert!(refused(|spec| spec.shape.hidden = vec![usize::MAX]).contains("at most"));
    assert!(refused(|spec| spec.shape.hidden = vec![1; 1000]).contains("hidden layers"));
    assert!(refused(|spec| spec.shape.hidden = vec![4096; 3]).contains("weights"));
    assert!(refused(|spec| spec.network.scale = f64::INFINITY).contains("scale"));
}

#[test]
fn files_say_exactly_what_was_written() {
    let spec = perceptron(network(signed(), Symmetry::Both), &[9], Activation::Abs, Seed::new(8))
        .spec()
        .clone();
    let text = serde_json::to_string(&spec).unwrap();
    let read: MlpSpec = serde_json::from_str(&text).unwrap();
    let bits = |spec: &MlpSpec| spec.genes.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&read), bits(&spec));
    assert_eq!(read, spec);
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    for (good, bad) in [
        ("\"hidden\"", "\"hiden\""),
        ("\"both\"", "\"neither\""),
        ("\"scale\"", "\"x\":1,\"scale\""),
    ] {
        assert!(text.contains(good));
        assert!(serde_json::from_str::<MlpSpec>(&text.replace(good, bad)).is_err(), "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn extreme_weights_give_scores_all_the_same(
        size in -300f64..6.0,
        hidden in prop::collection::vec(1usize..20, 0..4),
        which in 0..Activation::ALL.len(),
        seed in any::<u64>(),
    ) {
        let spec = network(signed(), Symmetry::Both);
        let activation = Activation::ALL[which];
        let mut spec = perceptron(spec, &hidden, activation, Seed::new(seed)).spec().clone();
        spec.shape.output = Activation::Identity;
        let factor = libm::pow(10.0, size);
        spec.genes.iter_mut().for_each(|gene| *gene *= factor);
        let mlp = Mlp::<Chess>::new(spec).unwrap();
        for position in positions(Seed::new(seed)) {
            prop_assert!(mlp.output(&position).is_finite());
            prop_assert!(!mlp.evaluate(&position).is_decided());
        }
    }

    #[test]
    fn numbers_survive_files(genes in prop::collection::vec(prop::num::f64::NORMAL, 0..50)) {
        let shape = perceptron(network(signed(), Symmetry::Both), &[1], Activation::Abs, Seed::new(8));
        let spec = MlpSpec { genes, ..shape.spec().clone() };
        let read: MlpSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
        prop_assert_eq!(read, spec);
    }
}
