import { failure, malformed } from '../../../byte-map/failures';
import { type FileBytes, nameOf } from '../../../byte-map/file-bytes';
import { type PlacedOpcode, visitOpcodes } from '../protocol/visit-opcodes';

/** A key of a dictionary and its value, or several that follow each other, with the opcodes between them. */
export interface Entry {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** More entries than this are joined with their neighbours. */
const maxEntries = 2_000;
/** A smaller part of the file than this is not looked into. */
const minDictionaryShare = 0.5;
/** More objects that wait on the stack than this would take too much memory in the worker. */
const maxWaiting = 5_000_000;

interface CountedEntry extends Entry {
  readonly count: number;
}

class EntryList {
  #entries: CountedEntry[] = [];
  #step = 1;

  add(name: string, start: number, end: number): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && last.count < this.#step) {
      this.#entries[this.#entries.length - 1] = { name: last.name, start: last.start, end, count: last.count + 1 };
      return;
    }
    this.#entries.push({ name, start, end, count: 1 });
    if (this.#entries.length <= maxEntries) return;
    this.#step *= 2;
    const joined: CountedEntry[] = [];
    for (const entry of this.#entries) {
      const before = joined.at(-1);
      if (before !== undefined && before.count + entry.count <= this.#step)
        joined[joined.length - 1] = { ...before, end: entry.end, count: before.count + entry.count };
      else joined.push(entry);
    }
    this.#entries = joined;
  }

  get entries(): readonly Entry[] {
    return this.#entries.map(({ name, start, end, count }) => ({
      name: count === 1 ? name : `${name} and ${(count - 1).toLocaleString('en')} more`,
      start,
      end,
    }));
  }

  get length(): number {
    return this.#entries.length;
  }
}

/** An object on the stack: the bytes that made it begin at `start`. A negative start marks a mark. */
interface Item {
  readonly start: number;
  readonly isMark: boolean;
  readonly textAt: number;
  readonly textBytes: number;
  readonly number: number | null;
  entries: EntryList | null;
}

/** What a pickle holds: where it ends, and the entries of its dictionary, if most of it is one. */
export function readEntries(
  file: FileBytes,
  start: number,
): { readonly end: number; readonly entries: readonly Entry[] } {
  const stack: Item[] = [];
  const marks: number[] = [];
  let largest: { readonly list: EntryList; readonly bytes: number } | null = null;
  const newItem = (itemStart: number): Item => ({
    start: itemStart,
    isMark: false,
    textAt: 0,
    textBytes: -1,
    number: null,
    entries: null,
  });
  const fail = (at: number) => malformed(`The opcode at byte ${at} needs more objects than there are.`);
  const nameFor = (item: Item) =>
    item.textBytes >= 0
      ? nameOf(file.slice(item.textAt, item.textBytes))
      : item.number !== null
        ? String(item.number)
        : 'an entry';

  const take = (at: number, count: number | 'mark'): Item[] => {
    const mark = count === 'mark' ? marks.pop() : undefined;
    if (count === 'mark' && mark === undefined) throw fail(at);
    const from = mark ?? stack.length - (count as number);
    if (from < (marks.at(-1) ?? -1) + 1 && count !== 'mark') throw fail(at);
    return stack.splice(from);
  };
  const consume = (items: readonly Item[], end: number) => {
    for (const { entries, start: itemStart } of items)
      if (entries !== null && entries.length > 1 && end - itemStart > (largest?.bytes ?? 0))
        largest = { list: entries, bytes: end - itemStart };
  };
  const setItems = (at: number, items: readonly Item[]) => {
    const target = stack.at(-1);
    if (target === undefined || target.isMark) throw fail(at);
    target.entries ??= new EntryList();
    for (let index = 0; index + 1 < items.length; index += 2) {
      const key = items[index] as Item;
      const end = items[index + 2]?.start ?? at;
      target.entries.add(nameFor(key), key.start, end);
    }
  };

  const visit = ({ opcode, at, payloadAt, payloadBytes }: PlacedOpcode) => {
    if (stack.length > maxWaiting)
      throw failure(
        'tooLarge',
        `More than ${maxWaiting.toLocaleString('en')} objects wait in it for the one that holds them, too many for a map.`,
      );
    const { takes, leaves } = opcode.effect;
    if (leaves === 'mark') {
      marks.push(stack.length);
      stack.push({ ...newItem(at), isMark: true });
      return;
    }
    if (takes === 0) {
      if (leaves === 'nothing') return;
      const isText = opcode.payload === 'texts';
      const isNumber = opcode.payload === 'numbers' && 'bytes' in opcode.argument && payloadBytes <= 4;
      stack.push({
        start: at,
        isMark: false,
        textAt: payloadAt,
        textBytes: isText ? payloadBytes : -1,
        number: isNumber ? file.uint(payloadAt, payloadBytes) : null,
        entries: null,
      });
      return;
    }
    const items = take(at, takes);
    const [first] = items;
    if (first === undefined) throw fail(at);
    const values = takes === 'mark' ? items.slice(1) : items;
    consume(values, at);
    if (opcode.name === 'SETITEMS' || opcode.name === 'SETITEM') setItems(at, values);
    if (leaves === 'object') stack.push(newItem(first.start));
  };
  const end = visitOpcodes(file, start, visit);
  consume(stack, end);
  const found = largest as { readonly list: EntryList; readonly bytes: number } | null;
  const isMost = found !== null && found.bytes >= minDictionaryShare * (end - start);
  return { end, entries: isMost ? found.list.entries : [] };
}
