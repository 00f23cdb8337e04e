/** The data on which codecs are measured: 4 MiB each, with the same bytes every time. */
export const dataBytes = 4_194_304;

/**
 * Mulberry32, by Tommy Ettinger (public domain): 32 bits of a 32-bit state.
 * @param {number} seed
 */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function countingInt64() {
  return Buffer.from(BigInt64Array.from({ length: dataBytes / 8 }, (_, index) => BigInt(index)).buffer);
}

/** Uniform in [0, 1), with all 53 bits. */
function randomFloat64() {
  const next = random(1);
  return Buffer.from(
    Float64Array.from({ length: dataBytes / 8 }, () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 2 ** 53).buffer,
  );
}

const words =
  'alpha river stone quiet market signal orange window paper winter copper garden silver engine letter bridge forest number candle harbour mirror planet'.split(
    ' ',
  );
const cities = ['Tromsø', 'Lisbon', 'Nairobi', 'Osaka', 'Valparaíso', 'Toronto', 'Kraków', 'Hobart'];

/** One order per line, of 430 to 900 bytes. */
function jsonRecords() {
  const next = random(2);
  /** @type {(count: number) => number} */
  const below = (count) => next() % count;
  /** @param {number} count */
  const text = (count) => Array.from({ length: count }, () => words[below(words.length)]).join(' ');
  /** @param {number} index */
  const record = (index) => ({
    id: 1_000_000 + index,
    key: next().toString(16).padStart(8, '0') + next().toString(16).padStart(8, '0'),
    placedAt: new Date(1_700_000_000_000 + index * 61_000 + below(60_000)).toISOString(),
    customer: {
      name: `${words[below(words.length)]} ${words[below(words.length)]}`,
      city: cities[below(cities.length)],
      loyal: below(3) === 0,
    },
    items: Array.from({ length: 2 + below(4) }, () => ({
      sku: `SKU-${below(50_000)}`,
      title: text(3),
      quantity: 1 + below(5),
      price: below(100_000) / 100,
    })),
    note: below(2) === 0 ? null : text(6 + below(12)),
    status: ['open', 'paid', 'shipped', 'returned'][below(4)],
  });
  const lines = [];
  for (let size = 0, index = 0; size < dataBytes; index += 1) {
    const line = Buffer.from(`${JSON.stringify(record(index))}\n`);
    lines.push(line);
    size += line.length;
  }
  return Buffer.concat(lines).subarray(0, dataBytes);
}

/**
 * The datasets by their names in workers/model/codec-bench.ts.
 * @type {Readonly<Record<import('../../workers/model/codec-bench').CodecBenchCell['data'], () => Buffer>>}
 */
export const datasets = { int64: countingInt64, float64: randomFloat64, json: jsonRecords };
