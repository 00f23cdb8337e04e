import { DamagedInput, damagedFileRemedy } from '../model/damaged-input';
import lz4Url from '../wasm/built/lz4.wasm?url';
import { NativeModule } from '../wasm/native-module';
import zstdUrl from '../wasm/built/zstd.wasm?url';

export type FrameCodec = 'lz4' | 'zstd';

const urls: Readonly<Record<FrameCodec, string>> = { lz4: lz4Url, zstd: zstdUrl };

/** Decodes LZ4 or Zstandard frames with the reference library, which verifies their checksums. */
export class FrameDecoder {
  readonly #module: NativeModule;
  readonly #codec: FrameCodec;

  private constructor(module: NativeModule, codec: FrameCodec) {
    this.#module = module;
    this.#codec = codec;
  }

  /** @throws FormatlabError `internal` if the module can't be fetched */
  static async load(codec: FrameCodec): Promise<FrameDecoder> {
    return new FrameDecoder(await NativeModule.load(urls[codec]), codec);
  }

  /**
   * The content of one frame, in a new buffer.
   * @throws FormatlabError `malformedInput` if the frame is damaged or does not hold exactly `sizeBytes`
   */
  decode(frame: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
    // The default parameters suffice, because decompression reads its parameters from the frame.
    const context = this.#module.open([]);
    try {
      const decodedBytes = this.#module.decompress(context, frame, sizeBytes);
      if (decodedBytes < 0) throw this.#damaged(this.#module.message());
      if (decodedBytes !== sizeBytes) throw this.#damaged(`it holds ${decodedBytes} bytes, but declares ${sizeBytes}`);
      return this.#module.take(decodedBytes);
    } finally {
      this.#module.close(context);
    }
  }

  #damaged(what: string): DamagedInput {
    return new DamagedInput(what, {
      codec: this.#codec,
      subject: 'A compressed buffer is damaged:',
      remedy: damagedFileRemedy,
    });
  }
}
