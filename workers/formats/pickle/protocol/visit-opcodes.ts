import { malformed } from '../../../byte-map/failures';
import type { FileBytes } from '../../../byte-map/file-bytes';

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

/** The opcodes of protocols 0 to 5 (Python's pickletools). */
const opcodes = new Map<number, Opcode>();

function add(
  codes: string | number,
  name: string,
  effect: StackEffect,
  argument = none,
  payload: PayloadKind | null = null,
) {
  opcodes.set(typeof codes === 'number' ? codes : codes.charCodeAt(0), { name, argument, effect, payload });
}
const fixed = (bytes: number): Argument => ({ bytes });
const sized = (sizeBytes: number): Argument => ({ sizeBytes });
const lines = (count: number): Argument => ({ lines: count });
const from = (takes: number | 'mark'): StackEffect => ({ takes, leaves: 'object' });
const into = (takes: number | 'mark'): StackEffect => ({ takes, leaves: 'nothing' });

for (const [code, name, bytes] of [
  ['J', 'BININT', 4],
  ['K', 'BININT1', 1],
  ['M', 'BININT2', 2],
  ['G', 'BINFLOAT', 8],
] as const)
  add(code, name, push, fixed(bytes), 'numbers');
add(0x8a, 'LONG1', push, sized(1), 'numbers');
add(0x8b, 'LONG4', push, sized(4), 'numbers');
for (const [code, name] of [
  ['I', 'INT'],
  ['L', 'LONG'],
  ['F', 'FLOAT'],
] as const)
  add(code, name, push, lines(1), 'numbers');
for (const [code, name] of [
  ['S', 'STRING'],
  ['V', 'UNICODE'],
] as const)
  add(code, name, push, lines(1), 'texts');
for (const [code, name, size] of [
  ['T', 'BINSTRING', 4],
  ['U', 'SHORT_BINSTRING', 1],
  ['X', 'BINUNICODE', 4],
  [0x8c, 'SHORT_BINUNICODE', 1],
  [0x8d, 'BINUNICODE8', 8],
] as const)
  add(code, name, push, sized(size), 'texts');
for (const [code, name, size] of [
  ['B', 'BINBYTES', 4],
  ['C', 'SHORT_BINBYTES', 1],
  [0x8e, 'BINBYTES8', 8],
  [0x96, 'BYTEARRAY8', 8],
] as const)
  add(code, name, push, sized(size), 'bytes');
for (const [code, name] of [
  ['N', 'NONE'],
  [0x88, 'NEWTRUE'],
  [0x89, 'NEWFALSE'],
  [')', 'EMPTY_TUPLE'],
  [']', 'EMPTY_LIST'],
  ['}', 'EMPTY_DICT'],
  [0x8f, 'EMPTY_SET'],
  ['2', 'DUP'],
  [0x97, 'NEXT_BUFFER'],
] as const)
  add(code, name, push);
for (const [code, name, argument] of [
  ['c', 'GLOBAL', lines(2)],
  ['g', 'GET', lines(1)],
  ['P', 'PERSID', lines(1)],
  ['h', 'BINGET', fixed(1)],
  ['j', 'LONG_BINGET', fixed(4)],
  [0x82, 'EXT1', fixed(1)],
  [0x83, 'EXT2', fixed(2)],
  [0x84, 'EXT4', fixed(4)],
] as const)
  add(code, name, push, argument);
for (const [code, name, argument] of [
  ['p', 'PUT', lines(1)],
  ['q', 'BINPUT', fixed(1)],
  ['r', 'LONG_BINPUT', fixed(4)],
  [0x94, 'MEMOIZE', none],
  [0x98, 'READONLY_BUFFER', none],
  [0x80, 'PROTO', fixed(1)],
  [0x95, 'FRAME', fixed(8)],
  ['.', 'STOP', none],
] as const)
  add(code, name, steer, argument);
add('(', 'MARK', { takes: 0, leaves: 'mark' });
for (const [code, name, takes] of [
  ['t', 'TUPLE', 'mark'],
  ['l', 'LIST', 'mark'],
  ['d', 'DICT', 'mark'],
  ['o', 'OBJ', 'mark'],
  [0x91, 'FROZENSET', 'mark'],
  ['R', 'REDUCE', 2],
  [0x81, 'NEWOBJ', 2],
  [0x92, 'NEWOBJ_EX', 3],
  [0x93, 'STACK_GLOBAL', 2],
  [0x85, 'TUPLE1', 1],
  [0x86, 'TUPLE2', 2],
  [0x87, 'TUPLE3', 3],
  ['Q', 'BINPERSID', 1],
] as const)
  add(code, name, from(takes));
add('i', 'INST', from('mark'), lines(2));
for (const [code, name, takes] of [
  ['0', 'POP', 1],
  ['1', 'POP_MARK', 'mark'],
  ['a', 'APPEND', 1],
  ['e', 'APPENDS', 'mark'],
  [0x90, 'ADDITEMS', 'mark'],
  ['s', 'SETITEM', 2],
  ['u', 'SETITEMS', 'mark'],
  ['b', 'BUILD', 1],
] as const)
  add(code, name, into(takes));

/** An opcode of a file, with its argument. */
export interface PlacedOpcode {
  opcode: Opcode;
  at: number;
  /** The payload, without the size before it or the line's end after it. */
  payloadAt: number;
  payloadBytes: number;
  end: number;
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
    const opcode = opcodes.get(code);
    if (opcode === undefined) throw malformed(`At byte ${at}, there is no opcode of Pickle, but the byte ${code}.`);
    const { argument } = opcode;
    placed.opcode = opcode;
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
    if (opcode.name === 'STOP') return placed.end;
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
