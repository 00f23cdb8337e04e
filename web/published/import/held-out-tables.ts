/**
 * Excerpts of published tables that the guesses were not made for, in the form in which they stand at their origin, with a few rows of figures each. For the tests of what is guessed.
 */

/** fst (R package), README: names that sound like figures. */
export const fstReadme = `## Overview

| Method        | Format  | Time (ms) | Size (MB) | Speed (MB/s) | N       |
|:--------------|:--------|:----------|:----------|:-------------|:--------|
| readRDS       | bin     | 1577      | 1000      | 633          | 112     |
| saveRDS       | bin     | 2042      | 1000      | 489          | 112     |
| read_feather  | bin     | 3950      | 813       | 253          | 112     |
| **read_fst**  | **bin** | **457**   | **303**   | **2184**     | **282** |
`;

/** go_serialization_benchmarks, README. */
export const goTable = `benchmark                                      iter    time/iter   bytes/op     allocs/op  tt.time   tt.bytes       time/alloc
---------                                      ----    ---------   --------     ---------  -------   --------       ----------
BenchmarkGotinyMarshal-8                   10000000    132 ns/op     0 B/op   0 allocs/op   1.32 s       0 KB    0.00 ns/alloc
BenchmarkGotinyUnmarshal-8                 10000000    216 ns/op   112 B/op   3 allocs/op   2.16 s  112000 KB   72.00 ns/alloc
BenchmarkMsgpMarshal-8                     10000000    171 ns/op   128 B/op   1 allocs/op   1.71 s  128000 KB  171.00 ns/alloc
`;

/** MessagePack-CSharp, README: BenchmarkDotNet's Markdown. */
export const benchmarkDotNet = ` |              Method |        Mean | Error | Scaled |  Gen 0 | Allocated |
 |-------------------- |------------:|------:|-------:|-------:|----------:|
 |            M IntKey |    72.67 ns |    NA |   1.00 | 0.0132 |      56 B |
 |       MsgPackCliMap | 1,355.26 ns |    NA |  18.65 | 0.1431 |     608 B |
 | JsonNetStreamReader | 3,297.90 ns |    NA |  45.38 | 1.4267 |    6000 B |
`;

/** The data of “Squash”-like sites and of lzbench -o4: a ratio that is file over data in per cent, on two files. */
export const lzbenchCsv = `compressor_library,compressor_codec,compressor_version,compressor_flags,compression_speed,decompression_speed,original_size,compressed_size,compression_ratio,dataset
brotli,brotli,1.0.7,-0,218.83,259.7,10192446,4408386,43.25,silesia/dickens
brotli,brotli,1.0.7,-1,149.86,278.29,10192446,4042051,39.66,silesia/dickens
snappy,snappy,1.1.4,,211.9,511.2,10192446,6340668,62.21,silesia/dickens
brotli,brotli,1.0.7,-0,300.1,340.2,5345280,748367,14.00,silesia/xml
brotli,brotli,1.0.7,-1,260.5,400.1,5345280,694974,13.00,silesia/xml
snappy,snappy,1.1.4,,600.2,1300.4,5345280,1229056,22.99,silesia/xml
`;

/** Apache Fory, Java benchmarks: every library was tried on the same combinations. */
export const foryReadme = `| Lib | Benchmark | bufferType | references | Tps |
| ------- | ------- | ------- | ------- | ------- |
| Fst | serialize | array | False | 915907.574306 |
| Fst | serialize | array | True | 731869.156376 |
| Fst | serialize | directBuffer | False | 902302.261168 |
| Fst | serialize | directBuffer | True | 723614.06677 |
| Fory | serialize | array | False | 3570966.469087 |
| Fory | serialize | array | True | 1767693.83509 |
| Fory | serialize | directBuffer | False | 3684487.760591 |
| Fory | serialize | directBuffer | True | 1826456.709478 |
`;

/** rust_serialization_benchmark, README: reference links, sizes under the names of codecs, a caption of two kinds. */
export const rustReadme = `## Serialize / deserialize speed and size

| Crate | Serialize | Deserialize | Size | Zlib | Zstd |
|---|--:|--:|--:|--:|--:|
| [bilrost 0.1015.0][bilrost] | 1.5 ms | 4.5 ms | 804955 | 328941 | 284849 |
| [bitcode 0.6.9][bitcode] | 143.55 µs | 1.4 ms | 703710 | 288826 | 227322 |
| [rkyv 0.8.18][rkyv] | *443.14 µs\\** *418.68 µs\\** | 2.0 ms | 1011488 | 393526 | 325965 |

[bilrost]: https://crates.io/crates/bilrost/0.1015.0
`;
