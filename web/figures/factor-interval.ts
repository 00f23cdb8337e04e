import { formatSignificant } from './figures';

/** A factor, and the ends of its interval as `1.1× to 1.3×`. Four digits do not tell ends apart that differ by less than 0.1 %: the text says so. */
export function factorAndEnds(
  factor: number,
  { low, high }: { readonly low: number; readonly high: number },
  joint: string,
): [factor: string, ends: string] {
  const [text, from, to] = formatFactorAndInterval(factor, low, high);
  return [text, from === to ? 'within 0.1 %' : `${from}${joint}${to}`];
}

/**
 * A factor and the ends of its interval, with the fewest digits that tell the three from one another, and each of them from 1: at least two, at
 * most four. A factor from 1 to 1.2 has at least three, since two would round it by up to 5 %.
 */
export function formatFactorAndInterval(factor: number, low: number, high: number): [string, string, string] {
  const all = [factor, low, high] as const;
  const textsOf = (digits: number) =>
    all.map((each) => `${formatSignificant(each, Math.max(digits, each >= 100 ? 3 : 2))}×`) as [string, string, string];
  const isTold = ([of, from, to]: [string, string, string], digits: number) => {
    const one = `${formatSignificant(1, digits)}×`;
    const areTold = (from !== of || low === factor) && (of !== to || factor === high) && (from !== to || low === high);
    return areTold && [of, from, to].every((text, index) => text !== one || all[index] === 1);
  };
  const fewest = factor > 1 && factor < 1.2 ? 3 : 2;
  return textsOf([2, 3].find((digits) => digits >= fewest && isTold(textsOf(digits), digits)) ?? 4);
}
