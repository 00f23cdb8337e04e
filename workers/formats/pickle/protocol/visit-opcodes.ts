import { malformed } from '../../../byte-map/failures';
import type { FileBytes } from '../../../byte-map/file-bytes';
import { opcode, type OpcodeName } from './opcodes';

/** What follows an opcode: a number of bytes, a payload whose size comes first, or lines of text. */
type Argument = { readonly bytes: number } | { readonly sizeBytes: number } | { readonly lines: number };

/** What an opcode does to the stack of the unpickler. `mark` takes all down to the last mark. */
interface StackEffect {
  readonly takes: number | 'mark';
  /** Whether it leaves an object instead of what it took, or changes the object below. */
  readonly leaves: 'object' | 'nothing' | 'mark';
}

/** What a payload is. Opcodes that only steer the unpickler have none. */
type PayloadKind = 'numbers' | 'texts' | 'bytes';

interface Opcode {
  readonly name: string;
  readonly argument: Argument;
  readonly effect: StackEffect;
  readonly payload: PayloadKind | null;
}

const none: Argument = { bytes: 0 };
const push: StackEffect = { takes: 0, leaves: 'object' };
const steer: StackEffect = { takes: 0, leaves: 'nothing' };

const fixed = (bytes: number): Argument => ({ bytes });
const sized = (sizeBytes: number): Argument => ({ sizeBytes });
const lines = (count: number): Argument => ({ lines: count });
const from = (takes: number | 'mark'): StackEffect => ({ takes, leaves: 'object' });
const into = (takes: number | 'mark'): StackEffect => ({ takes, leaves: 'nothing' });

/** Opcodes that do the same to the stack. */
const groups: readonly (readonly [
  names: readonly OpcodeName[],
  effect: StackEffect,
  argument?: Argument,
  payload?: PayloadKind,
])[] = [
  [['BININT1'], push, fixed(1), 'numbers'],
  [['BININT2'], push, fixed(2), 'numbers'],
  [['BININT'], push, fixed(4), 'numbers'],
  [['BINFLOAT'], push, fixed(8), 'numbers'],
  [['LONG1'], push, sized(1), 'numbers'],
  [['LONG4'], push, sized(4), 'numbers'],
  [['INT', 'LONG', 'FLOAT'], push, lines(1), 'numbers'],
  [['STRING', 'UNICODE'], push, lines(1), 'texts'],
  [['SHORT_BINSTRING', 'SHORT_BINUNICODE'], push, sized(1), 'texts'],
  [['BINSTRING', 'BINUNICODE'], push, sized(4), 'texts'],
  [['BINUNICODE8'], push, sized(8), 'texts'],
  [['SHORT_BINBYTES'], push, sized(1), 'bytes'],
  [['BINBYTES'], push, sized(4), 'bytes'],
  [['BINBYTES8', 'BYTEARRAY8'], push, sized(8), 'bytes'],
  [['NONE', 'NEWTRUE', 'NEWFALSE', 'EMPTY_TUPLE', 'EMPTY_LIST', 'EMPTY_DICT', 'EMPTY_SET'], push],
  [['DUP', 'NEXT_BUFFER'], push],
  [['GLOBAL'], push, lines(2)],
  [['GET', 'PERSID'], push, lines(1)],
  [['BINGET', 'EXT1'], push, fixed(1)],
  [['EXT2'], push, fixed(2)],
  [['LONG_BINGET', 'EXT4'], push, fixed(4)],
  [['PUT'], steer, lines(1)],
  [['BINPUT', 'PROTO'], steer, fixed(1)],
  [['LONG_BINPUT'], steer, fixed(4)],
  [['FRAME'], steer, fixed(8)],
  [['MEMOIZE', 'READONLY_BUFFER', 'STOP'], steer],
  [['MARK'], { takes: 0, leaves: 'mark' }],
  [['TUPLE', 'LIST', 'DICT', 'OBJ', 'FROZENSET'], from('mark')],
  [['INST'], from('mark'), lines(2)],
  [['TUPLE1', 'BINPERSID'], from(1)],
  [['REDUCE', 'NEWOBJ', 'STACK_GLOBAL', 'TUPLE2'], from(2)],
  [['NEWOBJ_EX', 'TUPLE3'], from(3)],
  [['POP', 'APPEND', 'BUILD'], into(1)],
  [['SETITEM'], into(2)],
  [['POP_MARK', 'APPENDS', 'ADDITEMS', 'SETITEMS'], into('mark')],
];

const opcodes = new Map(
  groups.flatMap(([names, effect, argument = none, payload = null]) =>
    names.map((name): [number, Opcode] => [opcode[name], { name, argument, effect, payload }]),
  ),
);

/** An opcode of a file, with its argument. */
export interface PlacedOpcode {
  opcode: Opcode;
  at: number;
  /** The payload, without the size before it or the line's end after it. */
  payloadAt: number;
  payloadBytes: number;
  end: number;
}

const noOpcode = (code: number, at: number) =>
  malformed(`At byte ${at}, there is no opcode of Pickle, but the byte ${code}.`);

/** The name of the opcode at a place of a file. @throws `malformedInput` if there is no such opcode */
export function nameOfOpcode(code: number, at: number): string {
  const found = opcodes.get(code);
  if (found === undefined) throw noOpcode(code, at);
  return found.name;
}

const newline = 10;

/** Visits the opcodes from a place to the first STOP, and returns where that ends. The visited object is used again. */
export function visitOpcodes(file: FileBytes, start: number, visit: (placed: PlacedOpcode) => void): number {
  const placed: PlacedOpcode = {
    opcode: { name: '', argument: none, effect: steer, payload: null },
    at: 0,
    payloadAt: 0,
    payloadBytes: 0,
    end: 0,
  };
  for (let at = start; ; at = placed.end) {
    const code = file.u8(at);
    const found = opcodes.get(code);
    if (found === undefined) throw noOpcode(code, at);
    const { argument } = found;
    placed.opcode = found;
    placed.at = at;
    placed.payloadAt = at + 1;
    if ('bytes' in argument) placed.payloadBytes = argument.bytes;
    else if ('sizeBytes' in argument) {
      placed.payloadAt = at + 1 + argument.sizeBytes;
      placed.payloadBytes = file.uint(at + 1, argument.sizeBytes);
    } else placed.payloadBytes = lineBytes(file, at + 1, argument.lines);
    file.check(placed.payloadAt, placed.payloadBytes);
    placed.end = placed.payloadAt + placed.payloadBytes + ('lines' in argument ? 1 : 0);
    visit(placed);
    if (code === opcode.STOP) return placed.end;
  }
}

/** The bytes of some lines, without the last one's end. */
function lineBytes(file: FileBytes, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left -= 1) {
    const end = file.bytes.indexOf(newline, at);
    if (end < 0) throw malformed(`The line at byte ${at} does not end: it is truncated.`);
    at = end + 1;
  }
  return at - 1 - start;
}
