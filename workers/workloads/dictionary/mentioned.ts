/**
 * The distinct numbers that a record's items have mentioned so far, in order. It holds at most 24, since dictionaries truncate such lists.
 */
export class MentionedNumbers {
  readonly numbers = new Int32Array(24);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Adds a number. Returns false if it is in the list already or the list is full. */
  add(number: number): boolean {
    if (this.count === this.numbers.length || includesNumber(this.numbers, this.count, number)) return false;
    this.numbers[this.count] = number;
    this.count += 1;
    return true;
  }
}

/** True if `number` is among the first `count`. */
export function includesNumber(numbers: Int32Array, count: number, number: number): boolean {
  for (let index = 0; index < count; index += 1) if (numbers[index] === number) return true;
  return false;
}
