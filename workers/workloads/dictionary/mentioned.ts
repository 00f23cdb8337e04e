/** What the items of a record have named so far, each once, in the order in which they did: at most 24, as dictionaries cut such lists. */
export class Mentioned {
  readonly numbers = new Int32Array(24);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Whether it was added: it is new, and there is room. */
  add(number: number): boolean {
    if (this.count === this.numbers.length || includes(this.numbers, this.count, number)) return false;
    this.numbers[this.count] = number;
    this.count += 1;
    return true;
  }
}

/** Whether `number` is among the first `count`. */
export function includes(numbers: Int32Array, count: number, number: number): boolean {
  for (let index = 0; index < count; index += 1) if (numbers[index] === number) return true;
  return false;
}
