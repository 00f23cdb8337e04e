import {
  asciiBytes,
  fourGiB,
  joinBytes,
  type HostileStreams,
  repeatedBytes,
} from '../../../model/testing/hostile-bytes';

/** The container of workers/wasm/rust/README.md: magic, version, the size as LEB128, how many symbols there are of each length, the symbols, the codes. */
const head = [...asciiBytes('FSST'), 1, 0];

function leb128(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value; left > 0n; left >>= 7n) bytes.push(Number(left & 127n) | (left > 127n ? 128 : 0));
  return bytes;
}

const oneSymbol = [0, 0, 0, 0, 0, 0, 1, 0, ...asciiBytes('hostiles')];

export const hostileStreams: HostileStreams = {
  'a content of 4 GB': { input: joinBytes(head, leb128(fourGiB), oneSymbol, [0, 0]) },
  'a size that never ends': { input: joinBytes(head, repeatedBytes(64, 0xff)) },
  'more symbols than there are codes': {
    input: joinBytes(head, [16], repeatedBytes(8, 0xff), repeatedBytes(16, 0x61)),
  },
  'a code that stands for nothing': { input: joinBytes(head, [16], oneSymbol, [0, 7]) },
  'an escape without its byte': { input: joinBytes(head, [16], oneSymbol, [0, 0, 255]) },
};
