import type { ErrorRecord } from '../errors';
import type { OptionValues } from '../options';

/** Between `bench/codecs.mjs`, through the headless page, and the worker that calls one codec of the registry in a loop. */
export type CodecLoopRequest =
  /** Replaces the instance that was open. */
  | { readonly ask: 'open'; readonly codec: string; readonly implementation: string; readonly options: OptionValues }
  /** What is compressed; stays for all that follows. */
  | { readonly ask: 'data'; readonly bytes: Blob }
  /**
   * Cuts the first `dataBytes` into blocks and takes what they are compressed to by the native library: sizes (uint32, little-endian) of all blocks, then the
   * blocks. Both directions are called once, and checked.
   */
  | {
      readonly ask: 'blocks';
      readonly level: number | null;
      readonly dataBytes: number;
      readonly blockBytes: number;
      readonly compresses: boolean;
      readonly compressed: Blob;
    }
  /** At least so long, and at least one pass. */
  | { readonly ask: 'warmUp'; readonly direction: CodecDirection; readonly forMs: number }
  /** So many passes over all blocks: in the codec's own memory, where it lends room there, else each call from a view of the data. */
  | { readonly ask: 'time'; readonly direction: CodecDirection; readonly passes: number }
  /** As `time`, but nothing is done except to copy each block into a WASM memory, or all results of a pass out of one, into a buffer of their own. */
  | { readonly ask: 'copy'; readonly direction: CodecDirection; readonly way: CodecCopy; readonly passes: number };

export type CodecCopy = 'in' | 'out';

export type CodecDirection = 'compress' | 'decompress';

export interface CodecLoopBlocks {
  /** Sum of what this implementation compresses the blocks to, and the SHA-256 of them one after the other; null where it only reads. */
  readonly compressed: { readonly sizeBytes: number; readonly sha256: string } | null;
  readonly nativeSha256: string;
  /** Null where the native library's blocks were decompressed to the data; else why not, or why it can't be asked. */
  readonly readsNative: string | null;
  /** Whether the passes that are timed read their input in the codec's memory, where it was put before the clock. */
  readonly inPlace: boolean;
}

/** Of warming up, the fastest pass; else the mean of them. `resultBytes` is the sum of the sizes of one pass's results. */
export interface CodecLoopTime {
  readonly passMs: number;
  readonly resultBytes: number;
}

export type CodecLoopAnswer =
  | { readonly ok: true; readonly value: CodecLoopBlocks | CodecLoopTime | null }
  | { readonly ok: false; readonly error: ErrorRecord };
