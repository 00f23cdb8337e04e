import type { Situation } from '../../view/situation';

/** A reader with its figures, and how they were found. */
interface ReaderPreset extends Pick<Situation, 'reader' | 'requestsAtOnce' | 'gapBytes' | 'keepsFooter'> {
  readonly label: string;
  readonly source: string;
}

/** What counts without a reader is frozen: old links mean it. */
export const readerPresets: readonly ReaderPreset[] = [
  {
    reader: 'none',
    label: 'Nobody in particular',
    requestsAtOnce: 1,
    gapBytes: 65_536,
    keepsFooter: false,
    source: 'The fastest way counts, also to download the whole file for one column. Each read opens the file anew.',
  },
  {
    reader: 'pyarrow',
    label: 'pyarrow 26.0.1',
    requestsAtOnce: 8,
    gapBytes: 8_192,
    keepsFooter: true,
    source:
      'A dataset of pyarrow on S3, with its defaults: 8 threads that read, 8 KiB between two ranges that it merges. It asks for the file’s size before each read.',
  },
  {
    reader: 'duckdb',
    label: 'DuckDB 1.5.5, httpfs',
    requestsAtOnce: 8,
    gapBytes: 0,
    keepsFooter: true,
    source:
      'One request for each row group, on 8 threads. It keeps the footer if the host sends ETag or Last-Modified, and asks for the file’s size before each read.',
  },
  {
    reader: 'hyparquet',
    label: 'hyparquet 1.31.5 in Chromium',
    requestsAtOnce: 6,
    gapBytes: 0,
    keepsFooter: true,
    source:
      'One request for each row group; over HTTP/1.1 Chromium sends six at a time to a host. The page that calls it keeps the footer.',
  },
];
