import type { Codec, CodecBlocks, CodecInput } from '../model/entry';
import { FormatlabError, toErrorRecord } from '../model/errors';
import type {
  CodecCopy,
  CodecDirection,
  CodecLoopAnswer,
  CodecLoopBlocks,
  CodecLoopRequest,
  CodecLoopTime,
} from '../model/protocol/codec-loop';
import { loadCodec } from '../registry/modules';
import { sha256Of } from './sha256';

/**
 * Calls one codec of the registry in a loop, for `bench/codecs.mjs`. It times whole calls, made as the engine makes them (blocks.ts,
 * file-codec.ts). If the implementation lends an input area, the data is copied there before the clock starts, since in the engine formats
 * write their files there. The result stays in the codec's memory until the next pass. The native side works the same way: it reads its
 * input in memory and reuses its buffers. An implementation without an input area gets each input from outside, with the copy that this
 * costs, and returns a new buffer from each call.
 */

let codec: Codec | null = null;
let level: number | null = null;
let data = new Uint8Array(0);
/** The blocks of the data, and the native library's compressed blocks, each set concatenated. */
let plain: Uint8Array[] = [];
let compressed: Uint8Array[] = [];
let plainTotal = new Uint8Array(0);
let compressedTotal = new Uint8Array(0);

const wrong = (message: string) => new FormatlabError({ tag: 'internal', stage: 'setUp', message });

function opened(): Codec {
  if (codec === null) throw wrong('No codec is open.');
  return codec;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index]);

async function takeBlocks(request: CodecLoopRequest & { ask: 'blocks' }): Promise<CodecLoopBlocks> {
  const instance = opened();
  level = request.level;
  plain = [];
  plainTotal = data.subarray(0, request.dataBytes);
  for (let from = 0; from < request.dataBytes; from += request.blockBytes)
    plain.push(data.subarray(from, Math.min(request.dataBytes, from + request.blockBytes)));
  const file = new Uint8Array(await request.compressed.arrayBuffer());
  const sizes = new DataView(file.buffer, 0, plain.length * 4);
  let at = plain.length * 4;
  compressed = plain.map((_, index) => {
    const from = at;
    at += sizes.getUint32(index * 4, true);
    return file.subarray(from, at);
  });
  if (at !== file.length) throw wrong('The native library split the data into other blocks.');
  compressedTotal = file.subarray(plain.length * 4);

  let readsNative: string | null = null;
  for (const [index, block] of plain.entries()) {
    const source = compressed[index];
    if (source === undefined) throw wrong('A block is missing.');
    try {
      if (!equal(await instance.decompress(source, block.length), block))
        readsNative = 'It decompresses the native library’s blocks to other bytes.';
    } catch (thrown) {
      readsNative = toErrorRecord(thrown, { tag: 'decodeFailed', stage: 'decode' }).message;
    }
    if (readsNative !== null) break;
  }
  return {
    compressed: request.compresses ? await compressAll(instance) : null,
    nativeSha256: await sha256Of([compressedTotal.slice()]),
    readsNative,
    inPlace: instance.input !== undefined && instance.blocks !== undefined,
  };
}

/** Compresses each block, checks the round trip, and returns the total size and hash of the compressed blocks. */
async function compressAll(instance: Codec): Promise<CodecLoopBlocks['compressed']> {
  const results: Uint8Array[] = [];
  for (const block of plain) {
    const result = await instance.compress(block, level);
    if (!equal(await instance.decompress(result, block.length), block)) throw wrong('A block did not come back.');
    results.push(result);
  }
  const all = joined(results);
  return { sizeBytes: all.length, sha256: await sha256Of([all]) };
}

/** The last result, kept so that the JavaScript engine cannot optimise the calls away. */
let last: Uint8Array | null = null;

/** Copies the input of the passes into the codec's input area, if it has one. Runs before the clock starts. */
function place(direction: CodecDirection): void {
  const total = direction === 'compress' ? plainTotal : compressedTotal;
  opened().input?.view(total.length).set(total);
}

function passInPlace(direction: CodecDirection, instance: Codec, input: CodecInput, blocks: CodecBlocks): number {
  const compressing = direction === 'compress';
  if (plain.length === 1) {
    const view = input.view(compressing ? plainTotal.length : compressedTotal.length);
    const made = compressing
      ? instance.compressView?.(view, level)
      : instance.decompressView?.(view, plainTotal.length);
    if (made === undefined) throw wrong('It lends memory for its input, but not for its results.');
    last = made;
    return made.length;
  }
  // Reserve as many bytes as the engine would.
  blocks.begin(compressing ? plainTotal.length >> 1 : plainTotal.length);
  let resultBytes = 0;
  let offset = 0;
  for (let index = 0; index < plain.length; index += 1) {
    const plainBytes = plain[index]?.length ?? 0;
    const sizeBytes = compressing ? plainBytes : (compressed[index]?.length ?? 0);
    resultBytes += compressing
      ? blocks.compressPart(offset, sizeBytes, level)
      : blocks.decompressPart(offset, sizeBytes, plainBytes);
    offset += sizeBytes;
  }
  last = blocks.view();
  return resultBytes;
}

/** Runs one pass and returns the total size of its results. */
async function pass(direction: CodecDirection): Promise<number> {
  const instance = opened();
  const { input, blocks } = instance;
  if (input !== undefined && blocks !== undefined) return passInPlace(direction, instance, input, blocks);
  let resultBytes = 0;
  for (let index = 0; index < plain.length; index += 1) {
    const block = plain[index];
    const source = compressed[index];
    if (block === undefined || source === undefined) throw wrong('A block is missing.');
    const result =
      direction === 'compress'
        ? (instance.compressView?.(block, level) ?? instance.compress(block, level))
        : (instance.decompressView?.(source, block.length) ?? instance.decompress(source, block.length));
    // Await only promises. A turn of the event loop for each record would be our cost, not the codec's.
    last = result instanceof Promise ? await result : result;
    resultBytes += last.length;
  }
  return resultBytes;
}

/** Memory for the results of a pass, followed by the largest block: the memory layout of the native modules. */
let arena: WebAssembly.Memory | null = null;

/** Runs only the copies of a pass: each block into a WASM memory, or all results out of one into a new buffer. */
function copyPass(direction: CodecDirection, way: CodecCopy): number {
  const [from, to] = direction === 'compress' ? [plain, compressed] : [compressed, plain];
  const resultBytes = to.reduce((sum, { length }) => sum + length, 0);
  const pages = Math.ceil((resultBytes + Math.max(...from.map(({ length }) => length))) / 65_536) + 1;
  if (arena === null || arena.buffer.byteLength < pages * 65_536) arena = new WebAssembly.Memory({ initial: pages });
  const view = new Uint8Array(arena.buffer);
  if (way === 'out') last = view.slice(0, resultBytes);
  else for (const input of from) view.set(input, resultBytes);
  return resultBytes;
}

async function timed(passes: number, once: () => Promise<number> | number): Promise<CodecLoopTime> {
  let resultBytes = 0;
  const start = performance.now();
  for (let done = 0; done < passes; done += 1) resultBytes = await once();
  return { passMs: (performance.now() - start) / passes, resultBytes };
}

async function warmUp(direction: CodecDirection, forMs: number): Promise<CodecLoopTime> {
  place(direction);
  const end = performance.now() + forMs;
  let resultBytes = 0;
  let passMs = Number.POSITIVE_INFINITY;
  do {
    const start = performance.now();
    resultBytes = await pass(direction);
    passMs = Math.min(passMs, performance.now() - start);
  } while (performance.now() < end);
  return { passMs, resultBytes };
}

async function answer(request: CodecLoopRequest): Promise<(CodecLoopAnswer & { ok: true })['value']> {
  switch (request.ask) {
    case 'open':
      codec = await (await loadCodec(request.codec, request.implementation)).create(request.options);
      return null;
    case 'data':
      data = new Uint8Array(await request.bytes.arrayBuffer());
      return null;
    case 'blocks':
      return await takeBlocks(request);
    case 'warmUp':
      return await warmUp(request.direction, request.forMs);
    case 'time':
      place(request.direction);
      return await timed(request.passes, () => pass(request.direction));
    case 'copy':
      return await timed(request.passes, () => copyPass(request.direction, request.way));
  }
}

self.addEventListener('message', (event: MessageEvent<CodecLoopRequest>) => {
  answer(event.data).then(
    (value) => self.postMessage({ ok: true, value } satisfies CodecLoopAnswer),
    (thrown: unknown) =>
      self.postMessage({
        ok: false,
        error: toErrorRecord(thrown, { tag: 'internal', stage: 'setUp' }),
      } satisfies CodecLoopAnswer),
  );
});
