import { EXT_TIMESTAMP, ExtData, ExtensionCodec, encodeTimeSpecToTimestamp } from '@msgpack/msgpack';
import type { TimeUnit } from '../../../model/column';
import { ticksPerSecond } from '../../../model/time-text';

/** Instants in MessagePack's timestamp type (extension −1): seconds of UTC in 32, 34 or 64 bits, followed by nanoseconds. */

const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

export function instantWriter(unit: TimeUnit): (ticks: bigint) => ExtData {
  const perSecond = ticksPerSecond[unit];
  const nanosecondsPerTick = Number(1_000_000_000n / perSecond);
  return (ticks) => {
    const rest = ((ticks % perSecond) + perSecond) % perSecond;
    const seconds = (ticks - rest) / perSecond;
    const nsec = Number(rest) * nanosecondsPerTick;
    if (seconds >= -largestSafe && seconds <= largestSafe)
      return new ExtData(EXT_TIMESTAMP, encodeTimeSpecToTimestamp({ sec: Number(seconds), nsec }));
    const wide = new Uint8Array(12);
    const view = new DataView(wide.buffer);
    view.setUint32(0, nsec);
    view.setBigInt64(4, seconds);
    return new ExtData(EXT_TIMESTAMP, wide);
  };
}

/** The instant in ticks of the unit; null if the value is no instant, or if the unit or 64 bits cannot express it. */
export function instantReader(unit: TimeUnit): (value: unknown) => bigint | null {
  const perSecond = ticksPerSecond[unit];
  const nanosecondsPerTick = 1_000_000_000n / perSecond;
  return (value) => {
    const parts = value instanceof ExtData && value.type === EXT_TIMESTAMP ? partsOf(value.data as Uint8Array) : null;
    if (parts === null || parts.nanoseconds >= 1_000_000_000n || parts.nanoseconds % nanosecondsPerTick !== 0n)
      return null;
    const ticks = parts.seconds * perSecond + parts.nanoseconds / nanosecondsPerTick;
    return BigInt.asIntN(64, ticks) === ticks ? ticks : null;
  };
}

function partsOf(data: Uint8Array): { readonly seconds: bigint; readonly nanoseconds: bigint } | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  switch (data.length) {
    case 4:
      return { seconds: BigInt(view.getUint32(0)), nanoseconds: 0n };
    case 8: {
      const both = view.getBigUint64(0);
      return { seconds: both & 0x3_ffff_ffffn, nanoseconds: both >> 34n };
    }
    case 12:
      return { seconds: view.getBigInt64(4), nanoseconds: BigInt(view.getUint32(0)) };
    default:
      return null;
  }
}

/** Replaces the library's own codec, which makes a Date of an instant and so rounds to milliseconds. */
export function exactInstantCodec(): ExtensionCodec {
  const codec = new ExtensionCodec();
  codec.register({
    type: EXT_TIMESTAMP,
    encode: () => null,
    decode: (data) => new ExtData(EXT_TIMESTAMP, data),
  });
  return codec;
}
