const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** Bob Jenkins' lookup3 (`hashlittle`, initial value 0), the checksum of HDF5's newer metadata. */
export function lookup3(bytes: Uint8Array): number {
  let a = (0xdeadbeef + bytes.length) | 0;
  let b = a;
  let c = a;
  const word = (at: number) =>
    (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
  const add = (at: number) => {
    a = (a + word(at)) | 0;
    b = (b + word(at + 4)) | 0;
    c = (c + word(at + 8)) | 0;
  };
  let at = 0;
  for (; bytes.length - at > 12; at += 12) {
    add(at);
    a = ((a - c) ^ rotate(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ rotate(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 4)) | 0;
    b = (b + a) | 0;
  }
  if (at === bytes.length) return c >>> 0;
  add(at);
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return c >>> 0;
}
