import { deflate } from '../bounded-inflate';
import { ByteWriter, crc32 } from '../bytes';
import { packDictionaryV1 } from '../pack-dictionary-v1';

/** A packet made by hand: what a hostile sender could make, its checksum right. */
export async function packetOf(
  version: number,
  skeleton: string,
  hashes: Uint8Array,
  counts: Uint8Array,
  times: Uint8Array,
  extra = new Uint8Array(),
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new ByteWriter();
  body.byte(version);
  for (const section of [
    await deflate(new TextEncoder().encode(skeleton), new TextEncoder().encode(packDictionaryV1)),
    hashes,
    await deflate(counts),
    await deflate(times),
  ]) {
    body.unsigned(section.length);
    body.raw(section);
  }
  body.raw(extra);
  const bytes = body.finish();
  const packet = new Uint8Array(4 + bytes.length);
  new DataView(packet.buffer).setUint32(0, crc32(bytes), true);
  packet.set(bytes, 4);
  return packet;
}
