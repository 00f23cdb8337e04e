import { FormatlabError } from '../../../model/errors';
import { malformedPickle } from './pickle-cursor';
import { PickleBytes, PickleGlobal, PickleText, PickleTuple, type PickleValue } from './values';

/** Decodes texts of a pickle, and limits how much a file may make of its values. */
export class PickleTexts {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Limits how often a file may refer to one value by its memo: honest files repeat only single characters, and hostile ones must not grow without bound. */
  private budgetBytes: number;
  private readonly file: Uint8Array<ArrayBuffer>;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.file = file;
    this.budgetBytes = 2 * file.length + 4_096;
  }

  /** The unit of an array of dates or times; null if it has none, an empty text if the array counts multiples of a unit. */
  unit(metadata: PickleValue | undefined): string | null {
    if (!(metadata instanceof PickleTuple) || !(metadata.items[1] instanceof PickleTuple)) return null;
    const [unit, ...counts] = metadata.items[1].items;
    if (!(unit instanceof PickleBytes) || counts.length !== 3 || counts.some((count) => count !== 1)) return '';
    return this.decode(unit);
  }

  /** @throws `malformedInput` if the value is not a text */
  text(value: PickleValue | undefined, what: string): string {
    if (!(value instanceof PickleText))
      throw malformedPickle(`${what} is not a text${value instanceof PickleGlobal ? ` but ${value.path}` : ''}.`);
    this.spend(value.end - value.start);
    return this.decode(value);
  }

  /** @throws `tooLarge` if so many bytes more are too many for the file */
  requireBudget(bytes: number): void {
    if (bytes > this.budgetBytes) throw this.tooLarge();
  }

  /** Counts bytes of a result. @throws `tooLarge` if the file repeats its values too often */
  spend(bytes: number): void {
    this.requireBudget(bytes);
    this.budgetBytes -= bytes;
  }

  private tooLarge(): FormatlabError {
    return new FormatlabError({
      tag: 'tooLarge',
      stage: 'decode',
      format: 'pickle',
      message:
        'Pickle: the file repeats its values until they take more than twice its length. Files that store data don’t do that, so the file is rejected.',
    });
  }

  private decode({ start, end }: PickleText | PickleBytes): string {
    // A TextDecoder call costs more than a loop over a short text.
    let text = '';
    if (end - start <= 32) {
      let at = start;
      while (at < end && (this.file[at] as number) < 0x80) {
        text += String.fromCharCode(this.file[at] as number);
        at += 1;
      }
      if (at === end) return text;
    }
    try {
      return this.decoder.decode(this.file.subarray(start, end));
    } catch (cause) {
      throw new FormatlabError({ ...malformedPickle(`the text at byte ${start} is not UTF-8.`).record }, { cause });
    }
  }
}
