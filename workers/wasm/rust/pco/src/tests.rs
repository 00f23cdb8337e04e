use std::panic::{catch_unwind, AssertUnwindSafe};

use super::*;
use elements::ELEMENTS;
use formatlab_abi::trial::{cases, compress, damage, decompress, sample, Random};

fn codec(element: usize, level: i32) -> Pco {
    Pco::open([element as i32, level, 0, 0, 0, 0, 0, 0]).unwrap()
}

const ELEMENT_BYTES: [usize; ELEMENTS.len()] = [8, 8, 4, 4, 8, 4, 2, 2, 2];

#[test]
fn gives_back_every_bit_of_every_type() {
    let mut random = Random::new(1);
    for case in 0..cases(1_000) {
        let element = random.below(ELEMENTS.len());
        let n = if case % 50 == 0 { random.below(20_000) } else { random.below(600) };
        let input = sample(&mut random, n * ELEMENT_BYTES[element]);
        let mut codec = codec(element, random.below(13) as i32);
        let file = compress(&mut codec, &input).unwrap();
        assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input, "case {case}, element {element}");
    }
}

#[test]
fn keeps_not_a_number_and_negative_zero() {
    let bits = [
        f64::NAN.to_bits() | 1,
        (-0.0_f64).to_bits(),
        0x7ff0_0000_0000_0001,
        0xfff8_dead_beef_0000,
        0,
        f64::INFINITY.to_bits(),
        1,
        0xbff0_0000_0000_0000,
    ];
    let input: Vec<u8> = bits.iter().cycle().take(3_000).flat_map(|bits: &u64| bits.to_le_bytes()).collect();
    for level in [0, 8, 12] {
        let mut codec = codec(4, level);
        let file = compress(&mut codec, &input).unwrap();
        assert_eq!(decompress(&mut codec, &file, input.len()).unwrap(), input);
    }
}

#[test]
fn refuses_part_of_a_number() {
    let mut codec = codec(0, 8);
    let failure = compress(&mut codec, &[0; 1_001]).unwrap_err();
    assert_eq!((failure.kind, failure.message.as_str()), (Kind::Refused, "it codes whole numbers of 8 bytes"));
}

#[test]
fn writes_what_simple_compress_writes() {
    let numbers: Vec<i64> = (0..600_000).map(|n| n * 3 + n % 7).collect();
    let input: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    for level in [0, 4, 8] {
        let expected =
            pco::standalone::simple_compress(&numbers, &ChunkConfig::default().with_compression_level(level)).unwrap();
        assert_eq!(compress(&mut codec(0, level as i32), &input).unwrap(), expected);
    }
}

#[test]
fn refuses_or_bounds_what_is_damaged() {
    let mut random = Random::new(3);
    let mut panics = 0;
    std::panic::set_hook(Box::new(|_| ()));
    for _ in 0..cases(3_000) {
        let element = random.below(ELEMENTS.len());
        let n = 1 + random.below(900);
        let mut codec = codec(element, 8);
        let file = compress(&mut codec, &sample(&mut random, n * ELEMENT_BYTES[element])).unwrap();
        let damaged = damage(&mut random, &file);
        panics +=
            usize::from(catch_unwind(AssertUnwindSafe(|| decompress(&mut codec, &damaged, 20_000).is_ok())).is_err());
    }
    println!("{panics} panics");
}

/// Headers of a file of int64 and of a chunk of 16 numbers, then its metadata's first bits.
fn hostile(metadata: [u8; 8]) -> Vec<u8> {
    let mut file = compress(&mut codec(0, 8), &[7; 128]).unwrap();
    let chunk = file.len() - {
        let (_, chunks) = FileDecompressor::new(file.as_slice()).unwrap();
        chunks.len()
    };
    file[chunk + 4..].fill(0);
    file.resize(chunk + 4 + 40, 0);
    file[chunk + 4..chunk + 12].copy_from_slice(&metadata);
    file
}

#[test]
fn refuses_what_claims_more_memory_than_it_is_worth() {
    let dictionary = hostile((4_u64 | (33_000_000 << 4)).to_le_bytes());
    assert!(decompress(&mut codec(0, 8), &dictionary, 1_000)
        .unwrap_err()
        .message
        .contains("a dictionary claims 33000000"));
    let window = hostile((2_u64 << 4 | 23 << 8).to_le_bytes());
    assert!(decompress(&mut codec(0, 8), &window, 1_000).unwrap_err().message.contains("a window of 2^24"));
}
