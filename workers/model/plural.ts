const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A count with its noun: “1 row”, “1,000 rows”. `many` is the plural of a noun that takes more than an s. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${integer.format(count)} ${count === 1 ? singular : many}`;
}
