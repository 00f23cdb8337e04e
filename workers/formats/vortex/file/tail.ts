import { failure, malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { checkVector, place, stringBytes, tableAt, target, within } from '../../../libraries/arrow-flatbuffers';

/**
 * Reads what stands at the end of a Vortex file (https://docs.vortex.dev/specs/file-format.html). The fields' numbers are those of the
 * FlatBuffers schemas of vortex-file, vortex-layout and vortex-array 0.90.0.
 */

export const magic = 'VTXF';
export const magicBytes = 4;
export const endBytes = 8;
/** The version of the file's frame that this reads. */
const frameVersion = 1;
const maxFlatBufferBytes = 268_435_456;
const maxLayouts = 1_000_000;
/** Deeper layouts and types are refused, since readers recurse once for each level. */
const maxDepth = 128;

/** A part of the file, in bytes. */
export interface Segment {
  readonly offset: number;
  readonly length: number;
}

/** A part of the tree that says where the rows are. */
export interface Layout {
  readonly encoding: string;
  readonly rowCount: number;
  readonly children: readonly Layout[];
  /** Numbers of segments. */
  readonly segments: readonly number[];
}

export interface VortexTail {
  readonly postscript: Segment;
  /** The FlatBuffers that the postscript names, each by its role. */
  readonly parts: readonly (Segment & { readonly name: string; readonly kind: 'schema' | 'metadata' })[];
  /** Segments of other programs' metadata. */
  readonly notes: readonly (Segment & { readonly key: string })[];
  readonly segments: readonly Segment[];
  readonly arrayEncodings: readonly string[];
  readonly layoutEncodings: readonly string[];
  readonly layout: Layout;
  readonly type: VortexType | null;
}

/** A type, as far as the map and the facts name it. */
export interface VortexType {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly type: VortexType }[];
}

/** @throws `malformedInput` if the end of the file contradicts the format, `unsupported` if its version is another one */
export async function readTail(source: ByteSource): Promise<VortexTail> {
  const { sizeBytes } = source;
  if (sizeBytes < magicBytes + endBytes) throw truncated();
  const start = await source.read(0, magicBytes);
  const end = await source.read(sizeBytes - endBytes, endBytes);
  if (latin1(end.subarray(4)) !== magic) throw truncated();
  if (latin1(start) !== magic) throw malformed(`It does not begin with “${magic}”.`);
  const view = viewOf(end);
  const version = view.getUint16(0, true);
  if (version !== frameVersion)
    throw failure(
      'unsupported',
      `It has version ${version} of the Vortex file format; version ${frameVersion} is read.`,
    );
  const postscript = { offset: sizeBytes - endBytes - view.getUint16(2, true), length: view.getUint16(2, true) };
  if (postscript.offset < magicBytes) throw truncated();
  const limit = postscript.offset;
  const root = await flatBuffer(source, postscript);
  const named = (index: number): Segment | null => {
    const table = within(() => tableAt(root, rootOf(root), index));
    return table === null ? null : segmentOf(root, table, limit);
  };
  const [type, layout, statistics, footer] = [named(0), named(1), named(2), named(3)];
  if (layout === null || footer === null) throw malformed('Its postscript names no layout or no footer.');
  const { segments, arrayEncodings, layoutEncodings } = readFooter(await flatBuffer(source, footer), limit);
  return {
    postscript,
    parts: [
      ...(type === null ? [] : [{ name: 'Types', kind: 'schema', ...type } as const]),
      { name: 'Layouts', kind: 'metadata', ...layout },
      ...(statistics === null ? [] : [{ name: 'Statistics of the file', kind: 'metadata', ...statistics } as const]),
      { name: 'Footer', kind: 'metadata', ...footer },
    ],
    notes: notesOf(root, limit),
    segments,
    arrayEncodings,
    layoutEncodings,
    layout: readLayout(await flatBuffer(source, layout), layoutEncodings, segments.length),
    type: type === null ? null : readType(await flatBuffer(source, type)),
  };
}

const truncated = () => malformed(`It is truncated: a Vortex file ends with “${magic}”, and this one does not.`);
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const rootOf = (view: DataView) => target(view, 0);
const utf8 = new TextDecoder();

/** The bytes in memory of their own, because their places must be multiples of 8. */
async function flatBuffer(source: ByteSource, { offset, length }: Segment): Promise<DataView> {
  if (length > maxFlatBufferBytes) throw failure('tooLarge', `Its metadata have ${length} bytes.`);
  return viewOf((await source.read(offset, length)).slice());
}

function segmentOf(view: DataView, table: number, limit: number): Segment {
  return within(() => {
    const offsetAt = place(view, table, 0, 8);
    const lengthAt = place(view, table, 1, 4);
    return checkedSegment(
      offsetAt === null ? 0 : Number(view.getBigUint64(offsetAt, true)),
      lengthAt === null ? 0 : view.getUint32(lengthAt, true),
      limit,
    );
  });
}

function checkedSegment(offset: number, length: number, limit: number): Segment {
  if (offset + length > limit)
    throw malformed(`It refers to ${length} bytes at byte ${offset}, but its data end at byte ${limit}.`);
  return { offset, length };
}

function notesOf(view: DataView, limit: number): VortexTail['notes'] {
  return within(() => {
    const vector = checkVector(view, rootOf(view), 4, 4);
    return Array.from({ length: vector?.length ?? 0 }, (_, index) => {
      const table = target(view, (vector?.start ?? 0) + 4 * index);
      const segment = tableAt(view, table, 1);
      if (segment === null) throw malformed('Its postscript names metadata without a place.');
      return { key: utf8.decode(stringBytes(view, table, 0)), ...segmentOf(view, segment, limit) };
    });
  });
}

const segmentBytes = 16;

function readFooter(view: DataView, limit: number) {
  return within(() => {
    const root = rootOf(view);
    const ids = (index: number) => {
      const vector = checkVector(view, root, index, 4);
      return Array.from({ length: vector?.length ?? 0 }, (_, at) =>
        utf8.decode(stringBytes(view, target(view, (vector?.start ?? 0) + 4 * at), 0)),
      );
    };
    const vector = checkVector(view, root, 2, segmentBytes);
    if (vector === null) throw malformed('Its footer lists no segments.');
    const segments = Array.from({ length: vector.length }, (_, index) => {
      const at = vector.start + segmentBytes * index;
      return checkedSegment(Number(view.getBigUint64(at, true)), view.getUint32(at + 8, true), limit);
    });
    return { segments, arrayEncodings: ids(0), layoutEncodings: ids(1) };
  });
}

function readLayout(view: DataView, encodings: readonly string[], segmentCount: number): Layout {
  let count = 0;
  const read = (table: number, depth: number): Layout => {
    count += 1;
    if (depth > maxDepth) throw malformed(`Its layouts are nested more than ${maxDepth} times.`);
    if (count > maxLayouts) throw failure('tooLarge', `It has more than ${maxLayouts.toLocaleString('en')} layouts.`);
    const encodingAt = place(view, table, 0, 2);
    const number = encodingAt === null ? 0 : view.getUint16(encodingAt, true);
    const encoding = encodings[number];
    if (encoding === undefined) throw malformed(`A layout has the number ${number}, which its footer does not list.`);
    const rowsAt = place(view, table, 1, 8);
    const children = checkVector(view, table, 3, 4);
    const segments = checkVector(view, table, 4, 4);
    return {
      encoding,
      rowCount: rowsAt === null ? 0 : Number(view.getBigUint64(rowsAt, true)),
      children: Array.from({ length: children?.length ?? 0 }, (_, index) =>
        read(target(view, (children?.start ?? 0) + 4 * index), depth + 1),
      ),
      segments: Array.from({ length: segments?.length ?? 0 }, (_, index) => {
        const segment = view.getUint32((segments?.start ?? 0) + 4 * index, true);
        if (segment >= segmentCount)
          throw malformed(`A layout refers to segment ${segment}, but there are only ${segmentCount}.`);
        return segment;
      }),
    };
  };
  return within(() => read(rootOf(view), 0));
}

const kinds = {
  null: 1,
  bool: 2,
  primitive: 3,
  decimal: 4,
  utf8: 5,
  binary: 6,
  struct: 7,
  list: 8,
  extension: 9,
  fixedSizeList: 10,
} as const;
const primitives = ['u8', 'u16', 'u32', 'u64', 'i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64'];
const simpleNames: Readonly<Record<number, string>> = {
  [kinds.null]: 'null',
  [kinds.bool]: 'bool',
  [kinds.utf8]: 'utf8',
  [kinds.binary]: 'binary',
  11: 'variant',
  12: 'union',
  13: 'map',
};

function readType(view: DataView): VortexType {
  const byteAt = (table: number, index: number) => {
    const at = place(view, table, index, 1);
    return at === null ? 0 : view.getUint8(at);
  };
  const inner = (table: number, index: number, depth: number): VortexType => {
    const at = tableAt(view, table, index);
    if (at === null) throw malformed('One of its types has no type inside.');
    return read(at, depth + 1);
  };
  const read = (table: number, depth: number): VortexType => {
    if (depth > maxDepth) throw malformed(`Its types are nested more than ${maxDepth} times.`);
    const kind = byteAt(table, 0);
    const body = tableAt(view, table, 1);
    if (body === null) throw malformed('One of its types is empty.');
    switch (kind) {
      case kinds.primitive:
        return { text: primitives[byteAt(body, 0)] ?? 'unknown', fields: [] };
      case kinds.decimal: {
        const scale = (byteAt(body, 1) << 24) >> 24;
        return { text: `decimal(${byteAt(body, 0)}, ${scale})`, fields: [] };
      }
      case kinds.list:
      case kinds.fixedSizeList: {
        const item = inner(body, 0, depth);
        const sizeAt = kind === kinds.list ? null : place(view, body, 1, 4);
        const size = sizeAt === null ? '' : `[${view.getUint32(sizeAt, true)}]`;
        return { text: `list${size} of ${item.text}`, fields: [{ name: 'item', type: item }] };
      }
      case kinds.extension:
        return { text: `${utf8.decode(stringBytes(view, body, 0))} (${inner(body, 1, depth).text})`, fields: [] };
      case kinds.struct: {
        const names = checkVector(view, body, 0, 4);
        const types = checkVector(view, body, 1, 4);
        if ((names?.length ?? 0) !== (types?.length ?? 0)) throw malformed('A struct has other names than types.');
        const fields = Array.from({ length: names?.length ?? 0 }, (_, index) => ({
          name: textAt(view, target(view, (names?.start ?? 0) + 4 * index)),
          type: read(target(view, (types?.start ?? 0) + 4 * index), depth + 1),
        }));
        return { text: 'struct', fields };
      }
      default:
        return { text: simpleNames[kind] ?? 'unknown', fields: [] };
    }
  };
  return within(() => read(rootOf(view), 0));
}

function textAt(view: DataView, at: number): string {
  const length = view.getUint32(at, true);
  if (at + 4 + length > view.byteLength) throw malformed('One of its names ends outside its bytes.');
  return utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, length));
}
