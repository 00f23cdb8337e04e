/** Up to this length, a loop over ASCII takes less time than a call of the browser's encoder or decoder. */
const mostLength = 48;

/** Decodes a text: a short one of ASCII alone in a loop, any other by the decoder. @throws TypeError as the decoder does */
export function decodeText(bytes: Uint8Array, decoder: TextDecoder): string {
  if (bytes.length > mostLength) return decoder.decode(bytes);
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) > 0x7f) return decoder.decode(bytes);
  return Reflect.apply(String.fromCharCode, null, bytes);
}

/** Writes a short text of ASCII to a place. False if it is longer, or has other characters, and must be encoded. */
export function writeShortAscii(text: string, target: Uint8Array, at: number): boolean {
  const { length } = text;
  if (length > mostLength) return false;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return false;
    target[at + index] = unit;
  }
  return true;
}
