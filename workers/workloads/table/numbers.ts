import type { Column } from '../../model/column';
import { eachPair } from '../../model/generated-scalars';
import { column, limitOf, type Range, twoTo32 } from './draws';
import { eachDistinct, permutation } from './distinct';
import type { TableParameters } from './meta';
import { type Nulls, nulls } from './nulls';
import { eachInRuns } from './rows';

const firstId = 100_000;
const groupRows = 64;
/** How many ids each group of rows leaves out: some in the middle of it, the others at its end. */
const gapIds = 8;

const firstMicroseconds = Date.UTC(2024, 0, 1) * 1_000;
const firstDay = Date.UTC(2024, 0, 1) / 86_400_000;
const intervalSeconds = 30;
const mostDaysToShip = 14;

const mostQuantity = 100;
const paidShare = 0.8;

/** int64 values as their 32-bit halves, since BigInt arithmetic is many times slower. Typed arrays are little-endian in all browsers. */
function setInteger(halves: Uint32Array, index: number, value: number): void {
  halves[2 * index] = value;
  halves[2 * index + 1] = Math.floor(value / twoTo32);
}

type Places = Float64Array | null;
const placeOf = (places: Places, from: number, index: number) =>
  places === null ? from + index : (places[index] as number);

/** Ascending whole numbers, mostly by 1, as a database's sequence gives them. */
export function ids(range: Range, places: Places): Column {
  const { seed, from, to } = range;
  const first = places === null ? from : places.reduce((least, place) => Math.min(least, place), from);
  const last = places === null ? to - 1 : places.reduce((most, place) => Math.max(most, place), 0);
  const firstGroup = Math.floor(first / groupRows);
  const groups = Math.floor(last / groupRows) + 1 - firstGroup;
  const gapAfter = new Uint8Array(groups);
  const gapLength = new Uint8Array(groups);
  eachPair({ seed, column: column.id }, firstGroup, firstGroup + groups, undefined, (group, at, length) => {
    gapAfter[group] = at % groupRows;
    gapLength[group] = 1 + (length % gapIds);
  });
  const values = new BigInt64Array(to - from);
  const halves = new Uint32Array(values.buffer);
  for (let index = 0; index < values.length; index += 1) {
    const place = placeOf(places, from, index);
    const group = Math.floor(place / groupRows);
    const beyond = place % groupRows > (gapAfter[group - firstGroup] as number);
    const gap = beyond ? (gapLength[group - firstGroup] as number) : 0;
    setInteger(halves, index, firstId + place + gapIds * group + gap);
  }
  return { name: 'id', type: 'int64', validity: null, values };
}

/** Instants at a regular interval, each delayed by a random part of it. */
export function created({ seed, from, to }: Range, { regularity }: TableParameters, places: Places): Column {
  const values = new BigInt64Array(to - from);
  const halves = new Uint32Array(values.buffer);
  const jitter = Math.floor((1 - regularity) * intervalSeconds * 1_000_000);
  eachPair({ seed, column: column.created }, from, to, undefined, (index, _first, second) => {
    const start = firstMicroseconds + placeOf(places, from, index) * intervalSeconds * 1_000_000;
    setInteger(halves, index, start + Math.floor((second * jitter) / twoTo32));
  });
  return { name: 'created', type: 'timestamp', unit: 'us', timeZone: 'UTC', validity: null, values };
}

/** How many amounts there can be: from 0 to 9,999 before the sum below stretches them, in steps of the last digit. */
const distinctAmounts = (decimalDigits: number) => 10 ** (4 + decimalDigits);

/** Small amounts are more frequent than large ones. The stretching is strictly ascending, so distinct amounts stay distinct. */
export function amounts(range: Range, { distinctShare, decimalDigits }: TableParameters): Column {
  const count = distinctAmounts(decimalDigits);
  const place = permutation(range.seed, column.amount, count);
  const units = 10 ** decimalDigits;
  const values = new Float64Array(range.to - range.from);
  eachDistinct(range, column.amount, distinctShare, (index, value) => {
    const chosen = place(value % count);
    const share = chosen / count;
    values[index] = (chosen + 9 * Math.floor(chosen * share * share)) / units;
  });
  return { name: 'amount', type: 'float64', validity: null, values };
}

export function quantities(range: Range, { runLength, nullShare }: TableParameters): Column {
  const absent = nulls(range, 'quantity', nullShare);
  const values = new Int32Array(range.to - range.from);
  eachInRuns(range, column.quantity, runLength, (index, word) => {
    const uniform = word / twoTo32;
    if (absent.has(index)) return;
    values[index] = 1 + Math.floor(mostQuantity * (uniform * uniform * uniform));
  });
  return { name: 'quantity', type: 'int32', validity: absent.validity(), values };
}

export function paid(range: Range, { runLength }: TableParameters): Column {
  const values = new Uint8Array(range.to - range.from);
  const limit = limitOf(paidShare);
  eachInRuns(range, column.paid, runLength, (index, word) => {
    if (word < limit) values[index] = 1;
  });
  return { name: 'paid', type: 'bool', validity: null, values };
}

/** The day on which the row was created and up to two weeks more. */
export function shipped(range: Range, { nullShare }: TableParameters, places: Places): Column {
  const { seed, from, to } = range;
  const values = new Int32Array(to - from);
  const absent: Nulls = nulls(range, 'shipped', nullShare);
  eachPair({ seed, column: column.shipped }, from, to, undefined, (index, _first, second) => {
    if (absent.has(index)) return;
    const day = Math.floor((placeOf(places, from, index) * intervalSeconds) / 86_400);
    values[index] = firstDay + day + 1 + Math.floor((second * mostDaysToShip) / twoTo32);
  });
  return { name: 'shipped', type: 'date', validity: absent.validity(), values };
}
