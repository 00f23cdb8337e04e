import { crc32, toBase64Url } from './bytes';

/** 30 bits of the CRC-32 of the text, as five characters. */
export function checksum(text: string): string {
  const crc = crc32(new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array([crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255])).slice(0, 5);
}

/** The fragment with these parameters, without `#`. */
export function frameFragment(parameters: string): string {
  return `v1.${checksum(parameters)}&${parameters}`;
}
