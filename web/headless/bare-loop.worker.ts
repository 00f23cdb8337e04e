import { compress, init } from '@bokuweb/zstd-wasm';
import { gzipSync } from 'fflate';

/**
 * Calls a library in a loop without the engine, the registry or an adapter. `bench/overhead.mjs` compares the engine's
 * figures with these. The loop also copies the input into a fresh buffer, as the uncompressed format does before the
 * codec.
 */
export interface BareLoopRequest {
  readonly library: 'fflate' | 'zstd-wasm';
  readonly level: number;
  /** The bytes that the library compresses. */
  readonly input: Blob;
  readonly warmUpMs: number;
  readonly samplesMs: number;
  /** The minimum duration of a sample. */
  readonly sampleMs: number;
}

export interface BareLoopResult {
  readonly bestMs: number;
  readonly sizeBytes: number;
  readonly calls: number;
}

async function openLibrary({ library, level }: BareLoopRequest): Promise<(input: Uint8Array) => Uint8Array> {
  if (library === 'fflate') return (input) => gzipSync(input, { level: level as 6, mtime: 0 });
  await init();
  return (input) => compress(input, level);
}

async function run(request: BareLoopRequest): Promise<BareLoopResult> {
  const call = await openLibrary(request);
  const input = new Uint8Array(await request.input.arrayBuffer());
  const encode = () => {
    const copy = new Uint8Array(input.length);
    copy.set(input);
    return call(copy);
  };
  let calls = 0;
  let sizeBytes = 0;
  const warmUpEnd = performance.now() + request.warmUpMs;
  let fastestMs = Number.POSITIVE_INFINITY;
  while (performance.now() < warmUpEnd || calls < 2) {
    const start = performance.now();
    sizeBytes = encode().length;
    fastestMs = Math.min(fastestMs, performance.now() - start);
    calls += 1;
  }
  const batch = Math.max(1, Math.ceil(request.sampleMs / fastestMs));
  let bestMs = Number.POSITIVE_INFINITY;
  const end = performance.now() + request.samplesMs;
  do {
    const start = performance.now();
    for (let call = 0; call < batch; call += 1) sizeBytes = encode().length;
    bestMs = Math.min(bestMs, (performance.now() - start) / batch);
    calls += batch;
  } while (performance.now() < end);
  return { bestMs, sizeBytes, calls };
}

self.addEventListener('message', (event: MessageEvent<BareLoopRequest>) => {
  run(event.data).then(
    (result) => self.postMessage({ ok: true, value: result }),
    (thrown: unknown) =>
      self.postMessage({ ok: false, error: { tag: 'internal', stage: 'encode', message: String(thrown) } }),
  );
});
