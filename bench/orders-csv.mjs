/** A CSV file of about this size: numbers, categories, names, times, amounts with gaps, flags and free text. @param {number} megabytes */
export function ordersCsv(megabytes) {
  let state = 20_261_126;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  /** @template T @param {readonly [T, ...T[]]} values */
  const one = (values) => values[Math.floor(next() * values.length)] ?? values[0];
  const words = /** @type {const} */ ([
    'please',
    'leave',
    'at',
    'the',
    'door',
    'ring',
    'twice',
    'fragile',
    'gift',
    'call',
  ]);
  const lines = ['order_id,ordered_at,customer,country,product,quantity,unit_price,discount,express,note'];
  let timeMs = Date.UTC(2025, 0, 1);
  for (let length = 0; length < megabytes * 1e6; length += (lines.at(-1)?.length ?? 0) + 1) {
    timeMs += Math.floor(next() * 60_000);
    const note = next() < 0.8 ? '' : Array.from({ length: 6 }, () => one(words)).join(' ');
    lines.push(
      [
        lines.length,
        new Date(timeMs).toISOString(),
        `customer-${Math.floor(next() ** 2 * 40_000)}`,
        one(['DE', 'FR', 'NL', 'US', 'JP']),
        `SKU-${Math.floor(next() * 900)}`,
        1 + Math.floor(next() * 9),
        (Math.exp(next() * 6) + 1).toFixed(2),
        next() < 0.7 ? '' : (next() * 0.3).toFixed(2),
        next() < 0.1,
        note,
      ].join(','),
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
