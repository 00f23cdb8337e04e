/**
 * Exports of benchmark harnesses and tidy tables: one number or the name of its metric per row. They are shortened, and
 * their figures are made up. Tests of the guesses use them.
 */

export const jmhCsv = `"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: codec"
"org.example.bench.CodecBench.compress","thrpt",1,25,412.331,3.210,"ops/s","zstd"
"org.example.bench.CodecBench.compress","thrpt",1,25,95.120,NaN,"ops/s","deflate"
"org.example.bench.CodecBench.compress","avgt",1,25,2.425,0.019,"ms/op","zstd"
"org.example.bench.CodecBench.compress","avgt",1,25,10513.000,42.000,"us/op","deflate"
"org.example.bench.CodecBench.decompress","avgt",1,25,0.810,0.004,"ms/op","zstd"
"org.example.bench.CodecBench.decompress","avgt",1,25,2.950,0.011,"ms/op","deflate"
`;

export const jmhText = `Benchmark                   (size)  Mode  Cnt      Score      Error  Units
CodecBench.kryoWrite         1000  avgt   25    812.510 ±    3.401  ns/op
CodecBench.kryoWrite        10000  avgt   25   8003.117 ±   41.900  ns/op
CodecBench.protobufWrite     1000  avgt   25   1045.200 ±    9.110  ns/op
CodecBench.protobufWrite    10000  avgt   25  10990.004 ±   88.302  ns/op
`;

export const tidyTable = `library,dataset,metric,value,std,unit
zstd,silesia,compress time,1.25,0.02,s
zstd,silesia,decompress time,310,4,ms
zstd,silesia,compressed size,73508823,,bytes
zstd,silesia,ratio,2.883,,
lz4,silesia,compress time,0.42,0.01,s
lz4,silesia,decompress time,90,2,ms
lz4,silesia,compressed size,100880800,,bytes
lz4,silesia,ratio,2.101,,
zstd,enwik8,compress time,0.6,0.01,s
lz4,enwik8,compress time,0.21,0.01,s
`;

/** The unit is in the metric's name, or in the value's cell. */
export const tidyUnits = `system;measure;result
Parquet;write_time_ms;12,5
Parquet;read time;3,2 ms
Parquet;file size (MB);1,4
Arrow;write_time_ms;4,5
Arrow;read time;0,9 ms
Arrow;file size (MB);2,8
`;

export const meltedTable = `format,operation,rows,seconds,peak memory (MB)
parquet,write,1000,0.012,20
parquet,read,1000,0.004,18
parquet,write,100000,0.410,95
parquet,read,100000,0.130,90
csv,write,1000,0.030,12
csv,read,1000,0.050,14
csv,write,100000,2.900,60
csv,read,100000,4.800,70
`;

export const hyperfineCsv = `command,mean,stddev,median,user,system,min,max
zstd -1 corpus.tar,0.4312,0.0123,0.4289,0.3951,0.0349,0.4188,0.4611
gzip -6 corpus.tar,6.2115,0.0481,6.2041,6.1620,0.0466,6.1512,6.3107
`;

export const hyperfineMarkdown = `| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |
|:---|---:|---:|---:|---:|
| \`zstd -1 corpus.tar\` | 431.2 ± 12.3 | 418.8 | 461.1 | 1.00 |
| \`gzip -6 corpus.tar\` | 6211.5 ± 48.1 | 6151.2 | 6310.7 | 14.41 ± 0.43 |
`;

export const googleBenchmark = `name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message
"BM_Zstd/1",1648,424512,424102,ns,2.47259e+09,,,,
"BM_Lz4/1",5210,134.2,134.1,us,7.81921e+09,,,,
`;

export const pytestBenchmark = `name,param:codec,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations
tests/test_codecs.py::test_encode[zstd],zstd,0.0041,0.0052,0.0044,0.0002,0.0043,0.0003,12;3,227.3,230,1
tests/test_codecs.py::test_encode[lzma],lzma,0.2101,0.2402,0.2188,0.0101,0.2170,0.0120,1;0,4.57,5,1
tests/test_codecs.py::test_decode[zstd],zstd,0.0011,0.0016,0.0012,0.0001,0.0012,0.0001,20;9,833.3,801,1
tests/test_codecs.py::test_decode[lzma],lzma,0.0301,0.0352,0.0317,0.0011,0.0314,0.0012,3;1,31.5,31,1
`;

export const repeatedRunsTable = `codec,metric,run,value (ms)
zstd,encode,1,12.0
zstd,encode,2,15.0
zstd,encode,3,11.0
lz4,encode,1,4.0
lz4,decode,1,1.0
`;

/** One name contains both the operation and the system. */
export const googleBenchmarkNames = `name,iterations,real_time,cpu_time,time_unit,bytes_per_second
"BM_Compress/zstd",1648,424512,424102,ns,2.47259e+09
"BM_Compress/lz4",5210,134.2,134.1,us,7.81921e+09
"BM_Decompress/zstd",9001,78.1,78.0,us,1.34e+10
"BM_Decompress/lz4",20011,35.2,35.1,us,2.98e+10
`;
