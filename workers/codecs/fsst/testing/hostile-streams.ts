import { ascii, fourGiB, join, type HostileStreams, repeated } from '../../../model/testing/hostile-bytes';

/** The container of workers/wasm/rust/README.md: magic, version, the size as LEB128, how many symbols there are of each length, the symbols, the codes. */
const head = [...ascii('FSST'), 1, 0];

function leb128(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value; left > 0n; left >>= 7n) bytes.push(Number(left & 127n) | (left > 127n ? 128 : 0));
  return bytes;
}

const oneSymbol = [0, 0, 0, 0, 0, 0, 1, 0, ...ascii('hostiles')];

export const hostileStreams: HostileStreams = {
  'a content of 4 GB': { input: join(head, leb128(fourGiB), oneSymbol, [0, 0]) },
  'a size that never ends': { input: join(head, repeated(64, 0xff)) },
  'more symbols than there are codes': { input: join(head, [16], repeated(8, 0xff), repeated(16, 0x61)) },
  'a code that stands for nothing': { input: join(head, [16], oneSymbol, [0, 7]) },
  'an escape without its byte': { input: join(head, [16], oneSymbol, [0, 0, 255]) },
};
