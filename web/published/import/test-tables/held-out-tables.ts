/**
 * Excerpts of published tables on which the guesses were not tuned, in their original form, with a few rows of figures
 * each. Tests of the guesses use them.
 */

/** fst (R package), README: names that sound like figures. */
export const fstReadme = `## Overview

| Method        | Format  | Time (ms) | Size (MB) | Speed (MB/s) | N       |
|:--------------|:--------|:----------|:----------|:-------------|:--------|
| readRDS       | bin     | 1577      | 1000      | 633          | 112     |
| saveRDS       | bin     | 2042      | 1000      | 489          | 112     |
| fread         | csv     | 2925      | 1038      | 410          | 232     |
| **read_fst**  | **bin** | **457**   | **303**   | **2184**     | **282** |
`;

/** go_serialization_benchmarks, README. */
export const goTable = `benchmark                                      iter    time/iter   bytes/op     allocs/op  tt.time   tt.bytes       time/alloc
---------                                      ----    ---------   --------     ---------  -------   --------       ----------
BenchmarkGotinyMarshal-8                   10000000    132 ns/op     0 B/op   0 allocs/op   1.32 s       0 KB    0.00 ns/alloc
BenchmarkJsonMarshal-8                      1000000   2165 ns/op   528 B/op   5 allocs/op   2.17 s   52800 KB  433.00 ns/alloc
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

/** go test -bench, as go_serialization_benchmarks printed it. */
export const goTest = `goos: darwin
goarch: amd64
pkg: github.com/alecthomas/go_serialization_benchmarks
BenchmarkMsgpMarshal-8               \t10000000\t       171 ns/op\t     128 B/op\t       1 allocs/op
BenchmarkJsonMarshal-8               \t 1000000\t      2165 ns/op\t     528 B/op\t       5 allocs/op
BenchmarkGogoprotobufMarshal-8       \t10000000\t       153 ns/op\t      64 B/op\t       1 allocs/op
PASS
ok  \tgithub.com/alecthomas/go_serialization_benchmarks\t14.912s
`;

/** pandas, IO tools: IPython's %timeit. */
export const pandasTimeit = `In [4]: %timeit test_sql_write(df)
3.29 s ± 43.2 ms per loop (mean ± std. dev. of 7 runs, 1 loop each)

In [5]: %timeit test_hdf_fixed_write(df)
19.4 ms ± 560 µs per loop (mean ± std. dev. of 7 runs, 1 loop each)

In [10]: %timeit test_feather_write(df)
9.75 ms ± 117 µs per loop (mean ± std. dev. of 7 runs, 100 loops each)
`;

/** pandas, IO tools: the files' sizes. */
export const pandasSizes = `29519500 Oct 10 06:45 test.csv
16000248 Oct 10 06:45 test.feather
8281983  Oct 10 06:49 test.parquet
`;

/** lzbench's own text: names and headings with spaces, columns one space apart. */
export const lzbenchText = `lzbench 1.8 (64-bit Linux)  AMD Ryzen 5 5600X 6-Core Processor
Assembled by P.Skibinski

Compressor name         Compress. Decompress. Compr. size  Ratio Filename
memcpy                  11772 MB/s 11923 MB/s  2138971096 100.00 ./pack-c166dd1b.pack
zlib 1.2.11 -1           55.0 MB/s   450 MB/s  1918339132  89.69 ./pack-c166dd1b.pack
zlib 1.2.11 -2           54.1 MB/s   449 MB/s  1915742359  89.56 ./pack-c166dd1b.pack
`;

/** klauspost/compress, zstd: sections with words between, and first cells one space apart. */
export const klauspostReadme = `Silesia Corpus:
http://sun.aei.polsl.pl/~sdeor/corpus/silesia.zip

This package:
file    out     level   insize      outsize     millis  mb/s
silesia.tar zskp    1   211947520   73821326    634     318.47
silesia.tar zskp    2   211947520   67655404    1508    133.96

cgo zstd:
silesia.tar zstd    1   211947520   73605392    543     371.56

The test data for the Large Text Compression Benchmark is the first
10^9 bytes of the English Wikipedia dump on Mar. 3, 2006.

Highly compressible JSON file.
file                        out level   insize      outsize     millis  mb/s
github-june-2days-2019.json zskp    1   6273951764  697439532   9789    611.17
github-june-2days-2019.json zstd    1   6273951764  766284037   8450    708.00
`;

/** pytest-benchmark's terminal output, as libpy_simdjson's CI printed it, with fewer columns. */
export const pytestText = `---------------------------- benchmark 'Load canada.json': 3 tests ----------------------------
Name (time in ms)                    Min                Max               Mean            StdDev        Outliers       OPS            Rounds  Iterations
-----------------------------------------------------------------------------------------------
test_load[libpy_simdjson]         3.5037 (1.0)      10.9591 (1.0)       4.3319 (1.0)      0.6166 (1.0)         11;15  230.8454 (1.0)         162           1
test_load[orjson]                16.1693 (4.61)     37.2228 (3.40)     25.2505 (5.83)     6.8427 (11.10)        8;0   39.6032 (0.17)         41           1
test_load[python_json]           49.6505 (14.17)    72.4977 (6.62)     62.0533 (14.32)    7.2277 (11.72)        8;0   16.1152 (0.07)         19           1
-----------------------------------------------------------------------------------------------
`;

/** JMH's text with a profiler's lines, which have other units and no errors, where the decimal mark is a comma; figures are made up. */
export const jmhProfiled = `Benchmark                              Mode  Cnt        Score       Error   Units
CodecBench.encode                     thrpt   10       18,525 ±     0,567   ops/s
CodecBench.encode:gc.alloc.rate       thrpt   10      113,760 ±     4,728  MB/sec
CodecBench.encode:gc.alloc.rate.norm  thrpt   10  6439736,838 ± 71624,596    B/op
CodecBench.encode:gc.count            thrpt   10       11,000              counts
CodecBench.decode                     thrpt   10       48,100 ±     1,200   ops/s
`;

/** Criterion's terminal output; figures are made up. */
export const criterion = `encode/zstd             time:   [1.2345 ms 1.2400 ms 1.2460 ms]
                        thrpt:  [802.57 MiB/s 806.45 MiB/s 810.04 MiB/s]
                 change:
                        time:   [-1.2% +0.1% +1.3%] (p = 0.80 > 0.05)
encode/lz4              time:   [310.10 µs 312.00 µs 314.20 µs]
                        thrpt:  [3.1 GiB/s 3.2 GiB/s 3.3 GiB/s]
`;

/** hyperfine's terminal output; figures are made up. */
export const hyperfineText = `Benchmark 1: zstd -1 corpus.tar
  Time (mean ± σ):     431.2 ms ±  12.3 ms    [User: 395.1 ms, System: 34.9 ms]
  Range (min … max):   418.8 ms … 461.1 ms    10 runs

Benchmark 2: gzip -6 corpus.tar
  Time (mean ± σ):      6.212 s ±  0.048 s    [User: 6.162 s, System: 0.047 s]
`;

/** R's microbenchmark; figures are made up. */
export const microbenchmark = `Unit: milliseconds
               expr       min        lq      mean    median        uq       max neval
   write.csv(df, f) 2612.4512 2640.1111 2701.1212 2688.2121 2755.9899 2801.3333    10
         fwrite(df)   81.1212   82.9192   88.1212   85.1010   90.1010  110.2020    10
`;

/** A query's result as DuckDB draws it; figures are made up. */
export const drawnTable = `┌─────────┬──────────┬─────────┐
│ format  │ write_ms │  size   │
│ varchar │  double  │ varchar │
├─────────┼──────────┼─────────┤
│ parquet │     12.5 │ 1.2 MB  │
│ csv     │     80.1 │ 9.8 MB  │
└─────────┴──────────┴─────────┘
`;

/** LZ4's home page for years: every cell is a heading's. */
export const allHeadingsHtml = `<table>
<tr><th>Compressor</th><th>Ratio</th><th>Compression</th><th>Decompression</th></tr>
<tr><th>LZ4 (r101)</th><th>2.084</th><th>422 MB/s</th><th>1820 MB/s</th></tr>
<tr><th>LZO 2.06</th><th>2.106</th><th>414 MB/s</th><th>600 MB/s</th></tr>
<tr><th>QuickLZ 1.5.1b6</th><th>2.237</th><th>373 MB/s</th><th>420 MB/s</th></tr>
</table>`;

/** Apache Fory, JMH's CSV: parameters that every benchmark was tried with; most errors are made up. */
export const foryJmh = `"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: bufferType","Param: references"
"org.apache.fory.benchmark.UserTypeSerializeSuite.fst_serialize","thrpt",1,3,915907.574306,87627.907529,"ops/s",array,false
"org.apache.fory.benchmark.UserTypeSerializeSuite.fst_serialize","thrpt",1,3,731869.156376,37845.555465,"ops/s",array,true
"org.apache.fory.benchmark.UserTypeSerializeSuite.fst_serialize","thrpt",1,3,902302.261168,42100.5,"ops/s",directBuffer,false
"org.apache.fory.benchmark.UserTypeSerializeSuite.fst_serialize","thrpt",1,3,723614.06677,42100.5,"ops/s",directBuffer,true
"org.apache.fory.benchmark.UserTypeSerializeSuite.fory_serialize","thrpt",1,3,3570966.469087,42100.5,"ops/s",array,false
"org.apache.fory.benchmark.UserTypeSerializeSuite.fory_serialize","thrpt",1,3,1767693.83509,42100.5,"ops/s",array,true
"org.apache.fory.benchmark.UserTypeSerializeSuite.fory_serialize","thrpt",1,3,3684487.760591,42100.5,"ops/s",directBuffer,false
"org.apache.fory.benchmark.UserTypeSerializeSuite.fory_serialize","thrpt",1,3,1826456.709478,42100.5,"ops/s",directBuffer,true
`;

/** benchstat's text, as the benchmarks of mack (macaroons in Go) printed it. */
export const benchstat = `goos: darwin
cpu: Apple M1 Pro
                      │ libmacaroon  │                mack                 │
                      │    sec/op    │   sec/op     vs base                │
NewMacaroon-8            817.7n ± 6%   357.8n ± 3%  -56.24% (p=0.000 n=10)
Verify_large-8          19.224µ ± 1%   7.402µ ± 0%  -61.50% (p=0.000 n=10)
EncodeToV2J-8            687.8n ± 0%   576.9n ± 0%        ~ (p=0.100 n=10)
geomean                  848.2n        597.1n       -29.61%

                      │ libmacaroon  │                mack                 │
                      │     B/op     │     B/op     vs base                │
EncodeToV2J-8            320.0 ± 0%   120.0 ± 0%  -62.50% (p=0.000 n=10)
`;

/** Tamp, README: a system in each column, the data as it is among them. */
export const tampReadme = `| dataset         | raw         | tamp        | zlib          | heatshrink |
| --------------- | ----------- | ----------- | ------------- | ---------- |
| enwik8          | 100,000,000 | 51,016,917  | 56,205,166    | 56,110,394 |
| RPI_PICO (.uf2) | 667,648     | **289,454** | 303,763       | -          |
| silesia/dickens | 10,192,446  | 5,538,353   | 6,049,169     | 6,155,768  |
`;
