use super::*;
use formatlab_abi::trial::{cases, compress, damage, decompress, sample, Random};

fn codec() -> Snappy {
    Snappy::open([0; 8]).unwrap()
}

#[test]
fn gives_back_what_it_took() {
    let mut random = Random::new(1);
    let mut codec = codec();
    for case in 0..cases(2_000) {
        let size_bytes = if case % 50 == 0 { random.below(300_000) } else { random.below(3_000) };
        let input = sample(&mut random, size_bytes);
        let file = compress(&mut codec, &input).unwrap();
        assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input, "case {case}");
    }
}

#[test]
fn refuses_or_bounds_what_is_damaged() {
    let mut random = Random::new(2);
    let mut codec = codec();
    for _ in 0..cases(5_000) {
        let size_bytes = 1 + random.below(2_000);
        let file = compress(&mut codec, &sample(&mut random, size_bytes)).unwrap();
        let _ = decompress(&mut codec, &damage(&mut random, &file), 10_000);
    }
}

#[test]
fn tells_a_lie_from_too_much() {
    let mut codec = codec();
    let claims_four_gib = [0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x61];
    assert_eq!(decompress(&mut codec, &claims_four_gib, 1_000).unwrap_err().kind, Kind::Damaged);
    let zeros = compress(&mut codec, &[0; 100_000]).unwrap();
    assert_eq!(decompress(&mut codec, &zeros, 99_999).unwrap_err().kind, Kind::Room);
}
