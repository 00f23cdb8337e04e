use std::panic::{catch_unwind, AssertUnwindSafe};

use super::*;
use formatlab_abi::trial::{cases, compress, damage, decompress, sample, Random};

fn codec() -> Fsst {
    Fsst::open([0; 8]).unwrap()
}

#[test]
fn gives_back_what_it_took() {
    let mut random = Random::new(1);
    let mut codec = codec();
    for case in 0..cases(1_000) {
        let size_bytes = if case % 50 == 0 { random.below(200_000) } else { random.below(3_000) };
        let input = sample(&mut random, size_bytes);
        let file = compress(&mut codec, &input).unwrap();
        assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input, "case {case}");
    }
}

#[test]
fn gives_back_what_it_took_by_a_dictionary_of_other_data() {
    let mut random = Random::new(2);
    let mut codec = codec();
    for case in 0..cases(500) {
        let samples: Vec<Vec<u8>> = (0..1 + random.below(20))
            .map(|_| {
                let size_bytes = 1 + random.below(900);
                sample(&mut random, size_bytes)
            })
            .collect();
        let slices: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
        let mut output = Arena::new();
        let size_bytes = Fsst::train(&slices, 4_096, &mut output).unwrap();
        codec.dictionary(&output.bytes()[..size_bytes]).unwrap();
        for _ in 0..10 {
            let size_bytes = random.below(900);
            let input = sample(&mut random, size_bytes);
            let file = compress(&mut codec, &input).unwrap();
            assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input, "case {case}");
        }
        // A damaged dictionary is refused or works; it never panics.
        let altered = damage(&mut random, &output.bytes()[..size_bytes]);
        if codec.dictionary(&altered).is_ok() {
            let input = sample(&mut random, 900);
            let file = compress(&mut codec, &input).unwrap();
            assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input, "case {case}");
        }
    }
}

#[test]
fn refuses_or_bounds_what_is_damaged() {
    let mut random = Random::new(3);
    let mut codec = codec();
    std::panic::set_hook(Box::new(|_| ()));
    for _ in 0..cases(2_000) {
        let size_bytes = 1 + random.below(2_000);
        let file = compress(&mut codec, &sample(&mut random, size_bytes)).unwrap();
        let damaged = damage(&mut random, &file);
        // fsst-rs panics where more comes out than there is room for: a trap in the module.
        let _ = catch_unwind(AssertUnwindSafe(|| decompress(&mut codec, &damaged, 10_000)));
    }
}

#[test]
fn asks_for_the_dictionary_that_it_was_compressed_with() {
    let mut codec = codec();
    let mut output = Arena::new();
    let size_bytes = Fsst::train(&[b"hello hello hello hello"], 4_096, &mut output).unwrap();
    let dictionary = output.bytes()[..size_bytes].to_vec();
    codec.dictionary(&dictionary).unwrap();
    let file = compress(&mut codec, b"hello").unwrap();
    codec.dictionary(&[]).unwrap();
    assert_eq!(decompress(&mut codec, &file, 100).unwrap_err().kind, Kind::Dictionary);
    let size_bytes = Fsst::train(&[b"world world world world"], 4_096, &mut output).unwrap();
    codec.dictionary(&output.bytes()[..size_bytes]).unwrap();
    assert_eq!(decompress(&mut codec, &file, 100).unwrap_err().kind, Kind::Dictionary);
    codec.dictionary(&dictionary).unwrap();
    assert_eq!(decompress(&mut codec, &file, 100).unwrap(), b"hello");
}
