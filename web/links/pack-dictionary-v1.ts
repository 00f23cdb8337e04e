/**
 * Typical text of a packed result, the preset dictionary of deflate. It is frozen, since packets of version 1 can be
 * read only with exactly this dictionary. Texts at its end take the fewest bits to refer to.
 */
export const packDictionaryV1 = [
  '{"source":"ownFile","type":"csv","fileName":null,"fileSizeBytes":,"sha256":null,"columnTypes":null}',
  '{"status":"failed","error":{"tag":"outOfMemory","stage":"encode","message":"","remedy":"Choose fewer rows, or close other tabs, and run again."}}',
  '{"tag":"workerCrashed","stage":"sample","message":"The worker crashed"},{"tag":"unsupported","stage":"setUp"},"status":"timedOut","limitMs":30000,"status":"cancelled","dataset":',
  '"generate","reduce","columnChunk","page","chunk","buffer","record","int8","int16","int32","uint8","uint16","uint32","uint64","bool","date","timestamp","utf8","binary","json"',
  '"compression":"encoding":"PLAIN","DICTIONARY","DELTA_BINARY_PACKED","BYTE_STREAM_SPLIT","rowGroupRows":"chunkShape":"shuffle":"pageBytes":"layout":"each","bulk","file","stream"',
  '"csv","json","arrow","parquet","parquet-wasm","hyparquet","hdf5","h5wasm","pickle","protocol":"5","4","npy","raw","formatlab","arrow-js","fflate","browser","lz4js","bokuweb","hysnappy","fzstd"',
  '"gzip","deflate","zstd","lz4","lz4_raw","snappy","brotli","none"',
  '"format":"formatlab.result","version":1,"startedAt":"2026-11-2T1:00:00.000Z","finishedAt":"2026-12-0T00:0:00.000Z","plan":{"datasets":[',
  '{"source":"workload","workload":"events","knobs":{"zeroShare":0,"duplicateShare":0,"distinctValues":256},"size":100000,"seed":1}',
  '{"source":"workload","workload":"keyedVectors","knobs":{"dimension":1280,"elementType":"float64","zeroShare":0,"duplicateShare":0,"distinctValues":256,"decimals":"full"},"size":800,"seed":1}],',
  '"candidates":[{"format":"raw","implementation":"formatlab","options":{},"codec":null},{"format":"","implementation":"","options":{},"codec":{"id":"","level":null,"implementation":null,"granularity":"chunk"}},',
  '"codec":{"id":"zstd","level":3,"implementation":"","granularity":"file"}}],"operations":["encode","decode","project","lookup","store","load"],"effort":"standard","seed":1},"effort":"quick","effort":"thorough"',
  '"environment":{"userAgent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36","platform":"Linux x86_64","logicalCores":8,"deviceMemoryGiB":8,',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/ (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Mobile Safari/605.1.15 (iPhone; CPU iPhone OS 18_0 like Mac OS X) "MacIntel" "Win32"',
  '"crossOriginIsolated":true,"timerStepMs":0.005,"kernelMsBefore":,"kernelMsAfter":,"formatlabVersion":"0.1.0","libraries":{"parquet-wasm":"0.8.0","h5wasm":"0.10.3","apache-arrow":"21.2.0","fflate":"0.8.3",',
  '"lz4js":"0.2.0","@bokuweb/zstd-wasm":"0.0.27","fzstd":"0.1.1","hyparquet":"1.31.5","hyparquet-writer":"0.17.0","hyparquet-compressors":"1.1.2","papaparse":"5.7.1"},"machineLabel":null},',
  '"datasets":[{"status":"ready","schema":{"kind":"table","columns":[{"name":"x","type":"int64","nullable":false},{"name":"","type":"float64","nullable":true}]},"itemCount":100000,"dataBytes":6400000,"sha256":"',
  '{"status":"ready","schema":{"kind":"keyedVectors","elementType":"float64","dimension":1280},"itemCount":800,"dataBytes":8205604,"sha256":"","generateMs":}],"cells":[',
  '"noiseFloor":{"candidate":0,"dataset":0,"operation":"encode","a":[],"b":[]},"noiseFloor":null,"warnings":[]}',
  '{"status":"unsupported","reason":"Only a table has columns."},"reason":"Only tables and dictionaries can be looked up by row or id."},"reason":"The origin’s private file system is not available here."}',
  '"loss":["Types: every value is text."],"rejectedBy":[{"implementation":"","message":""}]',
  '"verification":{"verifiedBy":"self","reason":"No second decoder of this format runs in the page.","loss":[],"rejectedBy":[]},"verifiedBy":"","reason":null,',
  '"project":{"status":"measured","rounds":[],"clock":["decode","convert"],"wasmCopyInClock":null,"detail":"x","itemsPerCall":800000},"lookup":{"status":"measured","rounds":[],"clock":["decode"],"detail":"256 keys","itemsPerCall":256}',
  '{"status":"completed","dataset":0,"candidate":0,"sizeBytes":8205,"encodedSha256":"0000000000000000000000000000000000000000000000000000000000000000","verification":{"verifiedBy":"self","reason":null,"loss":[],"rejectedBy":[]},',
  '"operations":{"encode":{"status":"measured","rounds":[],"clock":["convert","allocate","encode"],"wasmCopyInClock":true,"detail":null,"itemsPerCall":8205604},',
  '"decode":{"status":"measured","rounds":[],"clock":["decode","convert"],"wasmCopyInClock":true,"detail":null,"itemsPerCall":8205604},',
  '"store":{"status":"measured","rounds":[],"clock":["convert","allocate","encode","write"],"wasmCopyInClock":true,"detail":null,"itemsPerCall":8205604},',
  '"load":{"status":"measured","rounds":[],"clock":["read","allocate","decode","convert"],"wasmCopyInClock":true,"detail":null,"itemsPerCall":8205604}},"setUpMs":,"wasmPeakBytes":16777216,"discardedRounds":0},"wasmPeakBytes":null,',
].join('');
