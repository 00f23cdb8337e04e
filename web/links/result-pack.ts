import { keptMs } from '../../workers/model/kept-times';
import type {
  CellResult,
  NoiseFloorSamples,
  OperationResult,
  RoundSamples,
  RunResult,
} from '../../workers/model/result';
import { deflate, inflateBounded } from './bounded-inflate';
import { ByteReader, ByteWriter, crc32, damagedLink } from './bytes';
import { packDictionaryV1 } from './pack-dictionary-v1';
import { newerVersionMessage } from './newer-version';
import { parseRunResult } from './parse-result';

/**
 * Packs a result into few bytes for a link. Version 2:
 *
 *   CRC-32 of everything that follows (4 bytes, little-endian) · version (1 byte) · four sections, each with its length
 * (LEB128):
 *   1. the result as JSON without samples and hashes, deflated with `packDictionaryV1`;
 *   2. the hashes, 32 bytes each, in the order of the result;
 *   3. deflated: for each series of rounds its length and each round's number, calls, warmth and count of samples;
 *   4. deflated: the times as codes; each sample is relative to the median of its round, and each median to that of the
 * previous round.
 *
 * The code of a time counts the numbers of four digits below it. The times of a result that the page shows have four digits
 * (`kept-times.ts`), so that they come back as they are. The page shows no time of a warm-up: its code counts logarithmic
 * steps, which change it by up to 0.5 %. In version 1, all codes did so. It is still read.
 */

const version = 2;

/** The numbers of four digits in a decade: 1,000 to 9,999. */
const codesInDecade = 9_000;
/** The code of a time of 0. It is below the code of a femtosecond, the shortest time. */
const zeroCode = -120_000;
/** e^(step / 2) − 1 = 0.494 %, the largest rounding error of a logarithmic step. */
const logStep = 0.009_85;
const logZeroCode = -100_000;
const noHash = '0'.repeat(64);

export const unpackLimits = { skeletonBytes: 4_000_000, countBytes: 2_000_000, timeBytes: 4_000_000 } as const;

/** The code of a time with four digits. Others are rounded to four. */
export function msToCode(ms: number): number {
  if (ms === 0) return zeroCode;
  const [digits = '', exponent = ''] = ms.toExponential(3).split('e');
  return Number(exponent) * codesInDecade + Number(digits.replace('.', '')) - 1_000;
}

/** The time of a code, in milliseconds. */
export function codeToMs(code: number): number {
  if (code <= zeroCode) return 0;
  const exponent = Math.floor(code / codesInDecade);
  return Number(`${code - exponent * codesInDecade + 1_000}e${exponent - 3}`);
}

// Math.round() gives −0 for what is slightly below zero; adding 0 makes it 0.
const msToLogCode = (ms: number): number => (ms === 0 ? logZeroCode : Math.round(Math.log(ms) / logStep) + 0);

/** Six digits, so that the time gives the same code again. */
const logCodeToMs = (code: number): number =>
  code <= logZeroCode ? 0 : Number(Math.exp(code * logStep).toPrecision(6));

const dictionary = new TextEncoder().encode(packDictionaryV1);

/** Packs a result. Equal results give equal bytes. */
export async function packResult(result: RunResult): Promise<Uint8Array<ArrayBuffer>> {
  const hashes = new ByteWriter();
  const counts = new ByteWriter();
  const times = new ByteWriter();
  const takeHash = (hash: string) => {
    for (let index = 0; index < 64; index += 2) hashes.byte(Number.parseInt(hash.slice(index, index + 2), 16));
    return noHash;
  };
  const takeRounds = (rounds: readonly RoundSamples[]): RoundSamples[] => {
    writeRounds(rounds, counts, times);
    return [];
  };
  const skeleton = JSON.stringify(mapParts(result, takeHash, takeRounds));
  const body = new ByteWriter();
  body.byte(version);
  for (const section of [
    await deflate(new TextEncoder().encode(skeleton), dictionary),
    hashes.finish(),
    await deflate(counts.finish()),
    await deflate(times.finish()),
  ]) {
    body.unsigned(section.length);
    body.raw(section);
  }
  const bytes = body.finish();
  const packet = new Uint8Array(4 + bytes.length);
  new DataView(packet.buffer).setUint32(0, crc32(bytes), true);
  packet.set(bytes, 4);
  return packet;
}

/**
 * Unpacks the output of {@link packResult}. The unpacked size is limited.
 *
 * @throws {FormatlabError} with the tag `malformedInput` for any other input
 */
export async function unpackResult(packet: Uint8Array<ArrayBuffer>): Promise<RunResult> {
  if (packet.length < 9) throw damagedLink('The results in the link are cut off.');
  const body = packet.subarray(4);
  if (new DataView(packet.buffer, packet.byteOffset).getUint32(0, true) !== crc32(body))
    throw damagedLink('The results in the link are damaged: their checksum does not match.');
  const reader = new ByteReader(body);
  const written = reader.byte();
  if (written > version) throw damagedLink(newerVersionMessage);
  const toMs = written === 1 ? logCodeToMs : codeToMs;
  const section = () => reader.raw(reader.unsigned());
  const skeletonBytes = await inflateBounded(section(), unpackLimits.skeletonBytes, dictionary);
  const hashes = new ByteReader(section());
  const counts = new ByteReader(await inflateBounded(section(), unpackLimits.countBytes));
  const times = new ByteReader(await inflateBounded(section(), unpackLimits.timeBytes));
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(skeletonBytes));
  } catch {
    throw damagedLink('The results in the link were not written by Formatlab.');
  }
  const skeleton = parseRunResult(value);
  const giveHash = () => Array.from(hashes.raw(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const result = mapParts(skeleton, giveHash, () => readRounds(counts, times, toMs));
  if (reader.remaining + hashes.remaining + counts.remaining + times.remaining > 0)
    throw damagedLink('The results in the link have unexpected bytes at their end.');
  return parseRunResult(result);
}

/** Replaces each hash and each series of rounds in a result, always in the same order. */
function mapParts(
  result: RunResult,
  hash: (hash: string) => string,
  rounds: (rounds: readonly RoundSamples[]) => RoundSamples[],
): RunResult {
  const datasets = result.datasets.map((info) =>
    info.status === 'ready' ? { ...info, sha256: hash(info.sha256), generateMs: keptMs(info.generateMs) } : info,
  );
  const cells = result.cells.map((cell): CellResult => {
    if (cell.status !== 'completed') return cell;
    const encodedSha256 = cell.encodedSha256 === null ? null : hash(cell.encodedSha256);
    const setUpMs = keptMs(cell.setUpMs);
    const operations = Object.fromEntries(
      Object.entries(cell.operations).map(([name, operation]): [string, OperationResult] => [
        name,
        operation.status === 'measured' ? { ...operation, rounds: rounds(operation.rounds) } : operation,
      ]),
    );
    return { ...cell, encodedSha256, operations, setUpMs };
  });
  const floor = (samples: NoiseFloorSamples): NoiseFloorSamples => {
    const a = rounds(samples.a);
    return { ...samples, a, b: rounds(samples.b) };
  };
  return { ...result, datasets, cells, noiseFloor: result.noiseFloor === null ? null : floor(result.noiseFloor) };
}

function median(codes: readonly number[]): number {
  return codes.toSorted((a, b) => a - b)[codes.length >> 1] ?? 0;
}

function writeRounds(rounds: readonly RoundSamples[], counts: ByteWriter, times: ByteWriter): void {
  counts.unsigned(rounds.length);
  let before = { round: -1, calls: 0, warmUpCalls: 0, samples: 0, cold: 0, warmUp: 0, base: 0 };
  for (const { round, coldMs, warmUpMs, warmUpCalls, warm, callsPerSample, samplesMs } of rounds) {
    const codes = samplesMs.map(msToCode);
    const now = {
      round,
      calls: callsPerSample,
      warmUpCalls,
      samples: codes.length,
      cold: msToCode(coldMs),
      warmUp: msToLogCode(warmUpMs),
      base: median(codes),
    };
    counts.signed(now.round - before.round - 1);
    counts.signed(now.calls - before.calls);
    counts.signed(now.warmUpCalls - before.warmUpCalls);
    counts.signed(now.samples - before.samples);
    counts.byte(warm ? 1 : 0);
    times.signed(now.cold - before.cold);
    times.signed(now.warmUp - before.warmUp);
    times.signed(now.base - before.base);
    for (const code of codes) times.signed(code - now.base);
    before = now;
  }
}

function readRounds(counts: ByteReader, times: ByteReader, toMs: (code: number) => number): RoundSamples[] {
  const length = counts.unsigned();
  // Each round takes at least five bytes of counts. A false length is thus refused before memory is allocated.
  if (length * 5 > counts.remaining)
    throw damagedLink('The results in the link declare more rounds than they contain.');
  const rounds: RoundSamples[] = [];
  let before = { round: -1, calls: 0, warmUpCalls: 0, samples: 0, cold: 0, warmUp: 0, base: 0 };
  for (let index = 0; index < length; index += 1) {
    const round = before.round + 1 + counts.signed();
    const calls = before.calls + counts.signed();
    const warmUpCalls = before.warmUpCalls + counts.signed();
    const samples = before.samples + counts.signed();
    const warm = counts.byte() === 1;
    const cold = before.cold + times.signed();
    const warmUp = before.warmUp + times.signed();
    const base = before.base + times.signed();
    if (samples < 0 || samples > times.remaining)
      throw damagedLink('The results in the link declare more samples than they contain.');
    const samplesMs = Array.from({ length: samples }, () => toMs(base + times.signed()));
    rounds.push({
      round,
      coldMs: toMs(cold),
      warmUpMs: logCodeToMs(warmUp),
      warmUpCalls,
      warm,
      callsPerSample: calls,
      samplesMs,
    });
    before = { round, calls, warmUpCalls, samples, cold, warmUp, base };
  }
  return rounds;
}
