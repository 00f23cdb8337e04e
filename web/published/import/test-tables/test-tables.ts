/**
 * Published benchmark tables as a reader would paste them, from public knowledge and shortened. Tests of the guesses
 * use these common shapes.
 */

export const lzbench = `| Compressor name         | Compression| Decompress.| Compr. size | Ratio |
| ---------------         | -----------| -----------| ----------- | ----- |
| memcpy                  | 10362 MB/s | 10790 MB/s |   211947520 |100.00 |
| lz4 1.9.2               |   737 MB/s |  4448 MB/s |   100880800 | 47.60 |
| snappy 2019-09-30       |   591 MB/s |  1868 MB/s |   102146767 | 48.19 |
| zstd 1.4.3 -1           |   480 MB/s |  1203 MB/s |    73508823 | 34.68 |
| zstd 1.4.3 -22          |  2.28 MB/s |   865 MB/s |    52738312 | 24.88 |
| xz 5.2.4 -6             |  2.84 MB/s |   116 MB/s |    48745306 | 23.00 |
`;

export const zstdReadme = `# Zstandard

For reference, several fast compression algorithms were tested and compared.

| Compressor name | Ratio | Compression| Decompress. |
| ---------------   | ------| -----------| ---------- |
| **zstd 1.5.7 -1** | 2.896 |   510 MB/s | 1550 MB/s  |
| brotli 1.1.0 -1   | 2.883 |   290 MB/s |  425 MB/s  |
| [zlib] 1.3.1 -1   | 2.743 |   105 MB/s |  390 MB/s  |
| lz4 1.10.0        | 2.101 |   675 MB/s | 3850 MB/s  |
| [snappy](https://github.com/google/snappy) 1.2.1 | 2.089 | 520 MB/s | 1500 MB/s |

[zlib]: https://www.zlib.net/
`;

export const clickBench = `Query\tClickHouse\tDuckDB\tPostgreSQL
Q0\t0.002\t0.01\t131.2
Q1\t0.013\t0.02\t134.5
Q2\t0.031\t0.05\tOOM
Q3\t0.042\t0.09\t142.1
`;

export const timeSeries = `Metric,VictoriaMetrics,TimescaleDB,InfluxDB
Ingestion rate (rows/s),"2,200,000","840,000","690,000"
RAM usage,6 GB,2.5 GB,18 GB
Disk usage,0.4 bytes,29 bytes,0.44 bytes
"Query latency, ms",4.5,12,9.8
`;

export const jvmSerializers = `                        create     ser   deser   total   size  +dfl
kryo-flat-pre               52     501     648    1149    212   132
protobuf                   106    1045     604    1649    239   149
java-built-in               52    5025   26345   31370    889   514
json/jackson/manual         51    1009    1399    2408    468   253
`;

export const dataFrames = `Format;Kompression;Schreiben (s);Lesen (s);Größe (MB)
Parquet;snappy;1,25;0,48;12,5
Parquet;gzip;4,75;0,61;8,2
Feather;lz4;0,38;0,21;15,9
CSV;keine;21,4;3,85;1.048,3
`;

export const vectors = `system,rows,write time (ms),read time (ms),notes
Pickle,1000,12.5 ± 0.5,3.2,protocol 4
Pickle,10000,130 ± 4,31,protocol 4
HDF5,1000,40.1 ± 1,9,chunked
HDF5,10000,n/a,95–110,chunked
`;

export const mergedHeaderTable = `<h2>Reading and writing</h2><script>document.title = 'ran'</script>
<table onclick="alert(1)"><thead>
<tr><th rowspan="2">Format</th><th colspan="2">Write</th><th colspan="2">Read</th></tr>
<tr><th>time (s)</th><th>size (MB)</th><th>time (s)</th><th>memory (MB)</th></tr></thead>
<tbody><tr><td colspan="5">Columnar</td></tr>
<tr><td>Parquet<sup>1</sup></td><td>1.5</td><td>10<sup>3</sup></td><td>0.4</td><td>200</td></tr>
<tr><td>ORC <img src="x" onerror="document.title = 'ran'"></td><td>1.9</td><td>870</td><td>0.6</td><td>310<sup>[2]</sup></td></tr></tbody></table>`;
