import { damageOf } from '../../../model/damaged-input';

/** MessagePack's types by their first byte (github.com/msgpack/msgpack, spec.md): the number of bytes that follow, or the number of bytes that hold the count. */
const fixedBytes = new Map([
  [0xca, 4],
  [0xcb, 8],
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
  [0xd0, 1],
  [0xd1, 2],
  [0xd2, 4],
  [0xd3, 8],
]);

export const malformedMessage = damageOf({ format: 'messagepack', subject: 'MessagePack:' });

/** The additional types that only tables use: nil, true and false. Bytes and extensions follow below. */
const ofTables = new Map([
  [0xc0, 0],
  [0xc2, 0],
  [0xc3, 0],
]);

/** Like {@link checkMessage}, for a message that may also hold nil, booleans, bytes and extensions. */
export function checkTable(file: Uint8Array<ArrayBuffer>, deepest: number): void {
  check(file, deepest, true);
}

/**
 * Checks one message of numbers, texts, arrays and maps. This is needed because the library allocates an object for each array before it knows whether its items exist, at any depth
 * of nesting. @throws `malformedInput` with the offset
 */
export function checkMessage(file: Uint8Array<ArrayBuffer>, deepest: number): void {
  check(file, deepest, false);
}

function check(file: Uint8Array<ArrayBuffer>, deepest: number, isTable: boolean): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const left = [1];
  let at = 0;
  const need = (bytes: number) => {
    if (at + bytes > file.length)
      throw malformedMessage(`the file ends at byte ${file.length}, in the middle of a value`);
    at += bytes;
    return at - bytes;
  };
  const counted = (width: number) => {
    const from = need(width);
    return width === 1 ? view.getUint8(from) : width === 2 ? view.getUint16(from) : view.getUint32(from);
  };
  const enter = (items: number, start: number) => {
    if (left.length > deepest)
      throw malformedMessage(
        `byte ${start} begins an array or map inside ${deepest} others, deeper than a dataset of this kind can be`,
      );
    left.push(items);
  };
  for (;;) {
    while (left.at(-1) === 0) left.pop();
    const items = left.at(-1);
    if (items === undefined) break;
    left[left.length - 1] = items - 1;
    const start = need(1);
    const code = file[start] as number;
    if (code < 0x80 || code >= 0xe0) continue;
    const fixed = fixedBytes.get(code) ?? (isTable ? ofTables.get(code) : undefined);
    if (fixed !== undefined) need(fixed);
    else if (code >= 0xa0 && code < 0xc0) need(code - 0xa0);
    else if (code >= 0xd9 && code <= 0xdb) need(counted(1 << (code - 0xd9)));
    else if (code < 0x90) enter(2 * (code - 0x80), start);
    else if (code < 0xa0) enter(code - 0x90, start);
    else if (code === 0xdc || code === 0xdd) enter(counted(code === 0xdc ? 2 : 4), start);
    else if (code === 0xde || code === 0xdf) enter(2 * counted(code === 0xde ? 2 : 4), start);
    else if (isTable && code >= 0xc4 && code <= 0xc6) need(counted(1 << (code - 0xc4)));
    else if (isTable && code >= 0xc7 && code <= 0xc9) need(counted(1 << (code - 0xc7)) + 1);
    else if (isTable && code >= 0xd4 && code <= 0xd8) need((1 << (code - 0xd4)) + 1);
    else
      throw malformedMessage(
        `byte ${start} is 0x${code.toString(16)}, which begins ${isTable ? 'no value' : 'no number, text, array or map'}`,
      );
  }
  if (at !== file.length)
    throw malformedMessage(`${file.length - at} more bytes follow after the value, at byte ${at}`);
}
