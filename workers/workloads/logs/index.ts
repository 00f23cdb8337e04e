import { ByteStringBuffer } from '../../model/byte-string-buffer';
import type { Column, PlainColumn } from '../../model/column';
import type { Table } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { eachPair } from '../../model/generated-scalars';
import { zipfPicks } from '../../model/zipf';
import { levels, type LogParameters, readParameters } from './meta';
import vocabulary from './templates.json';

/**
 * Eight lines that follow one another are of two requests, in an order that is drawn. `e2e/interop/formatlab_streams.py` makes the same in numpy. Key (seed, 0),
 * counter (block, 0, column, 0), in pairs of words: one for each line, of `order` one for each eight lines, of `service` and `request` one for each request.
 */
const drawnColumn = { order: 0, time: 1, line: 2, numbers: 3, more: 4, service: 5, request: 6 } as const;

const twoTo32 = 2 ** 32;
const firstMicroseconds = Date.UTC(2025, 0, 6) * 1_000;
const linesOfGroup = 8;
const requestIdBytes = 16;
const longestMessageBytes = 96;
const [users, numbers, mostMs, mostCount] = [50_000, 1_000_000, 2_000, 40];
/** Of 256 requests, most end well; the last ones have these. */
const usualStatuses = [200, 201, 204, 304, 404] as const;
const usualStatusFrom = [0, 200, 216, 224, 248] as const;
const errorStatuses = [500, 502, 503, 504] as const;

interface Template {
  readonly level: number;
  /** Texts and the names of what is filled in, in turn. */
  readonly texts: readonly Uint8Array[];
  readonly fields: readonly string[];
  readonly ends: boolean;
}

const encoder = new TextEncoder();
const templatesOf = (all: readonly { level: string; text: string; ends: boolean }[]): readonly Template[] =>
  all.map(({ level, text, ends }) => {
    const parts = text.split(/[{}]/u);
    return {
      level: (levels as readonly string[]).indexOf(level),
      texts: parts.filter((_, index) => index % 2 === 0).map((part) => encoder.encode(part)),
      fields: parts.filter((_, index) => index % 2 === 1),
      ends,
    };
  });
const usual = templatesOf(vocabulary.usual);
const errors = templatesOf(vocabulary.errors);
const paths = vocabulary.paths.map((path) => encoder.encode(path));

interface Lines extends LogParameters {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** The pairs of words of rows `from` to `to` of a column, in turn. */
function pairsOf(seed: number, column: number, from: number, to: number): Uint32Array {
  const words = new Uint32Array(2 * (to - from));
  eachPair({ seed, column }, from, to, undefined, (index, first, second) => {
    words[2 * index] = first;
    words[2 * index + 1] = second;
  });
  return words;
}

/** The request of each line, from the first one of the lines’ first group. */
function requestsOf({ seed, from, to }: Lines): {
  readonly first: number;
  readonly count: number;
  readonly of: Int32Array;
} {
  const firstGroup = Math.floor(from / linesOfGroup);
  const groups = Math.floor(Math.max(from, to - 1) / linesOfGroup) + 1 - firstGroup;
  const order = pairsOf(seed, drawnColumn.order, firstGroup, firstGroup + groups);
  const of = Int32Array.from({ length: to - from }, (_, index) => {
    const group = Math.floor((from + index) / linesOfGroup) - firstGroup;
    return 2 * group + (((order[2 * group] as number) >>> ((from + index) % linesOfGroup)) & 1);
  });
  return { first: 2 * firstGroup, count: 2 * groups, of };
}

function times({ seed, from, to, linesPerSecond }: Lines): Column {
  const values = new BigInt64Array(to - from);
  // BigInt arithmetic is many times slower. Typed arrays are little-endian in all browsers.
  const halves = new Uint32Array(values.buffer);
  const step = Math.floor(1e6 / linesPerSecond);
  eachPair({ seed, column: drawnColumn.time }, from, to, undefined, (index, word) => {
    const at = firstMicroseconds + (from + index) * step + Math.floor((word * step) / twoTo32);
    halves[2 * index] = at;
    halves[2 * index + 1] = Math.floor(at / twoTo32);
  });
  return { name: 'time', type: 'timestamp', unit: 'us', timeZone: 'UTC', validity: null, values };
}

function category(name: string, indices: Int32Array, names: readonly string[]): Column {
  const categories: PlainColumn = {
    name: 'item',
    type: 'utf8',
    validity: null,
    ...ByteStringBuffer.of(names).finish(),
  };
  return { name, type: 'category', ordered: false, validity: null, indices, categories };
}

const hexDigits = encoder.encode('0123456789abcdef');

/** Appends a number without leading zeros. */
function decimal(into: ByteStringBuffer, value: number): void {
  let width = 1;
  for (let limit = 10; value >= limit; limit *= 10) width += 1;
  into.digits(value, width);
}

function append(into: ByteStringBuffer, bytes: Uint8Array): void {
  for (const byte of bytes) into.byte(byte);
}

/** The statuses and latencies of the lines that end a request. The first line ends none. */
class Ended {
  readonly status: Int16Array;
  readonly latency: Int32Array;
  readonly #present: Uint8Array;
  readonly #rowCount: number;
  #count = 0;

  constructor(rowCount: number) {
    this.#rowCount = rowCount;
    this.status = new Int16Array(rowCount);
    this.latency = new Int32Array(rowCount);
    this.#present = new Uint8Array(Math.ceil(rowCount / 8));
  }

  set(row: number, status: number, latency: number): void {
    this.status[row] = status;
    this.latency[row] = latency;
    this.#present[row >> 3] = (this.#present[row >> 3] as number) | (1 << (row & 7));
    this.#count += 1;
  }

  validity(): Uint8Array | null {
    return this.#count === this.#rowCount ? null : this.#present.slice();
  }
}

const statusOf = (isError: boolean, draw: number): number =>
  isError
    ? (errorStatuses[draw % errorStatuses.length] as number)
    : (usualStatuses[usualStatusFrom.findLastIndex((from) => draw >= from)] as number);

/** Levels, messages, statuses and latencies, which follow from the template of each line. */
function lines(of: Lines, requests: ReturnType<typeof requestsOf>) {
  const { seed, from, to, errorShare } = of;
  const rowCount = to - from;
  const errorLimit = Math.floor(errorShare * twoTo32);
  const usualPicks = zipfPicks(usual.length, 1);
  const chosen = pairsOf(seed, drawnColumn.line, from, to);
  const drawn = pairsOf(seed, drawnColumn.numbers, from, to);
  const more = pairsOf(seed, drawnColumn.more, from, to);
  const ofRequest = pairsOf(seed, drawnColumn.service, requests.first, requests.first + requests.count);
  const level = new Int32Array(rowCount);
  const ended = new Ended(rowCount);
  const messages = new ByteStringBuffer(42 * rowCount + longestMessageBytes, rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    const isError = (chosen[2 * row] as number) < errorLimit;
    const pick = (chosen[2 * row + 1] as number) >>> 16;
    const template = (isError ? errors[pick % errors.length] : usual[usualPicks[pick] as number]) as Template;
    const [first, second] = [drawn[2 * row] as number, drawn[2 * row + 1] as number];
    const [third, fourth] = [more[2 * row] as number, more[2 * row + 1] as number];
    const request = requests.of[row] as number;
    const user = (ofRequest[2 * request + 1] as number) % users;
    const uniform = first / twoTo32;
    const ms = 1 + Math.floor(mostMs * (uniform * uniform * uniform));
    level[row] = template.level;
    messages.reserve(longestMessageBytes);
    template.texts.forEach((text, index) => {
      append(messages, text);
      const field = template.fields[index];
      if (field === 'path') append(messages, paths[user % paths.length] as Uint8Array);
      else if (field === 'ms') decimal(messages, ms);
      else if (field === 'number') decimal(messages, second % numbers);
      else if (field === 'count') decimal(messages, 1 + (third % mostCount));
      else if (field === 'user') decimal(messages, user);
      else if (field === 'address') {
        decimal(messages, 10);
        for (const shift of [0, 8, 16]) {
          messages.byte(fullStop);
          decimal(messages, (third >>> shift) & 0xff);
        }
      }
    });
    messages.end();
    if (template.ends && from + row > 0) ended.set(row, statusOf(isError, fourth >>> 24), ms);
  }
  return { level, messages, ended };
}

const fullStop = 0x2e;

function requestIds({ seed }: Lines, requests: ReturnType<typeof requestsOf>): Column {
  const words = pairsOf(seed, drawnColumn.request, requests.first, requests.first + requests.count);
  const texts = new ByteStringBuffer(requestIdBytes * requests.of.length, requests.of.length);
  for (const request of requests.of) {
    for (const word of [words[2 * request] as number, words[2 * request + 1] as number])
      for (let shift = 28; shift >= 0; shift -= 4) texts.byte(hexDigits[(word >>> shift) & 15] as number);
    texts.end();
  }
  return { name: 'request_id', type: 'utf8', validity: null, ...texts.finish() };
}

function services({ seed, services: count }: Lines, requests: ReturnType<typeof requestsOf>): Column {
  const picks = zipfPicks(count, 1);
  const words = pairsOf(seed, drawnColumn.service, requests.first, requests.first + requests.count);
  const indices = requests.of.map((request) => picks[(words[2 * request] as number) >>> 16] as number);
  return category('service', indices, vocabulary.services.slice(0, count));
}

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }): Table {
    const of: Lines = { ...readParameters(parameters), seed, from, to };
    const rowCount = to - from;
    const done = (share: number) => onProgress?.(Math.floor(rowCount * share));
    const requests = requestsOf(of);
    done(0.1);
    const { level, messages, ended } = lines(of, requests);
    done(0.7);
    const columns: Column[] = [
      times(of),
      category('level', level, levels),
      services(of, requests),
      { name: 'message', type: 'utf8', validity: null, ...messages.finish() },
      requestIds(of, requests),
      { name: 'status', type: 'int16', validity: ended.validity(), values: ended.status },
      { name: 'latency_ms', type: 'int32', validity: ended.validity(), values: ended.latency },
    ];
    done(1);
    return { kind: 'table', rowCount, columns };
  },
};
