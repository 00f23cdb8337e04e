import { expect } from 'vitest';

type Numbers = ArrayLike<number | bigint> & ArrayBufferView;

const isNumbers = (value: unknown): value is Numbers => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** What toEqual makes of typed arrays, number by number as it does, without the second that it takes for a hundred thousand of them. */
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (!isNumbers(a) || !isNumbers(b)) return undefined;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) if (!Object.is(a[index], b[index])) return false;
    return true;
  },
]);
