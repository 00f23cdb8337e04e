import type { ErrorRecord } from '../errors';
import type { OptionValues } from '../options';

/** Messages from `bench/codecs.mjs`, through the headless page, to the worker that calls one codec of the registry in a loop. */
export type CodecLoopRequest =
  /** Opens a codec and closes the previous one. */
  | { readonly ask: 'open'; readonly codec: string; readonly implementation: string; readonly options: OptionValues }
  /** Sets the data to compress for all following requests. */
  | { readonly ask: 'data'; readonly bytes: Blob }
  /**
   * Cuts the first `dataBytes` into blocks. `native` holds the native library's compressed blocks: the sizes of all blocks (uint32,
   * little-endian), then the blocks. Both directions are called once and their results checked.
   */
  | {
      readonly ask: 'blocks';
      readonly level: number | null;
      readonly dataBytes: number;
      readonly blockBytes: number;
      readonly compresses: boolean;
      readonly compressed: Blob;
    }
  /** Runs for at least `forMs`, and at least one pass. */
  | { readonly ask: 'warmUp'; readonly direction: CodecDirection; readonly forMs: number }
  /**
   * Runs `passes` passes over all blocks. If the codec lends an input area in its memory, the blocks lie there; otherwise each call gets a
   * view of the data.
   */
  | { readonly ask: 'time'; readonly direction: CodecDirection; readonly passes: number }
  /** Like `time`, but only copies: each block into a WASM memory, or all results of a pass out of one into a new buffer. */
  | { readonly ask: 'copy'; readonly direction: CodecDirection; readonly way: CodecCopy; readonly passes: number };

export type CodecCopy = 'in' | 'out';

export type CodecDirection = 'compress' | 'decompress';

/** The checked results of one call for each block. */
export interface CodecLoopBlocks {
  /**
   * Total compressed size of all blocks, and the SHA-256 of the compressed blocks, concatenated; null if the implementation only
   * decompresses.
   */
  readonly compressed: { readonly sizeBytes: number; readonly sha256: string } | null;
  readonly nativeSha256: string;
  /**
   * Null if the native library's blocks decompressed to the data; otherwise the reason why they did not, or why this could not be tried.
   */
  readonly readsNative: string | null;
  /** True if the timed passes read their input from the codec's memory, where it was copied before the clock started. */
  readonly inPlace: boolean;
}

/** Milliseconds of a pass: the fastest one for `warmUp`, else the mean. `resultBytes` is the total size of one pass's results. */
export interface CodecLoopTime {
  readonly passMs: number;
  readonly resultBytes: number;
}

export type CodecLoopAnswer =
  | { readonly ok: true; readonly value: CodecLoopBlocks | CodecLoopTime | null }
  | { readonly ok: false; readonly error: ErrorRecord };
