import { BufferWriter } from './buffer-writer';
import type { StreamerElement, StreamerInfo } from './streamer-info';

/** The class versions of ROOT 6. */
const elementVersion = 4;
const infoVersion = 9;
const baseVersion = 3;
const stlVersion = 3;
const otherVersion = 2;

function writeElementBase(writer: BufferWriter, element: StreamerElement): void {
  writer.versioned(elementVersion, () => {
    writer.tNamed(element.name, element.title);
    writer.u32(element.type);
    writer.u32(element.sizeBytes);
    writer.u32(element.arrayLength);
    writer.u32(element.arrayLength > 0 ? 1 : 0);
    // fMaxIndex; for a base class, the second number is its checksum.
    for (const index of [element.arrayLength, element.baseChecksum ?? 0, 0, 0, 0]) writer.u32(index);
    writer.text(element.typeName);
  });
}

function writeElement(writer: BufferWriter, element: StreamerElement): void {
  writer.object(element.kind, () => {
    if (element.baseVersion !== undefined) {
      const { baseVersion: version } = element;
      return writer.versioned(baseVersion, () => {
        writeElementBase(writer, element);
        writer.u32(version);
      });
    }
    if (element.stlType !== undefined) {
      const { stlType, contentType = 0 } = element;
      return writer.versioned(stlVersion, () => {
        writeElementBase(writer, element);
        writer.u32(stlType);
        writer.u32(contentType);
      });
    }
    return writer.versioned(otherVersion, () => {
      writeElementBase(writer, element);
      if (element.countName === undefined) return;
      writer.u32(element.countVersion ?? 0);
      writer.text(element.countName);
      writer.text(element.countClass ?? '');
    });
  });
}

/** The TList of TStreamerInfo at the end of a file. `displacementBytes` is the size of its key. */
export function writeStreamerInfos(infos: readonly StreamerInfo[], displacementBytes: number): Uint8Array<ArrayBuffer> {
  const writer = new BufferWriter(displacementBytes, 16_384);
  writer.tList(infos, (info) =>
    writer.object('TStreamerInfo', () =>
      writer.versioned(infoVersion, () => {
        writer.tNamed(info.className, '');
        writer.u32(info.checksum);
        writer.u32(info.version);
        writer.object('TObjArray', () => writer.tObjArray(info.elements, (element) => writeElement(writer, element)));
      }),
    ),
  );
  return writer.written();
}
