import { checkVector, place, tableAt, target, within } from '../../../libraries/arrow-flatbuffers';
import { malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type SpanList } from '../../../byte-map/span-tree';
import type { MapNode, SpanKind } from '../../../model/byte-map';
import type { Segment } from '../file/tail';

const lengthBytes = 4;
const bufferBytes = 8;
const maxDepth = 64;

/** The encodings of an array, the outer one first, each with those of its children. */
interface ArrayNode {
  readonly encoding: string;
  readonly buffers: readonly number[];
  readonly children: readonly ArrayNode[];
}

interface Buffer {
  readonly padding: number;
  readonly length: number;
}

/** What is short in a list, without the name of the package. */
const shortName = (encoding: string) => encoding.replace(/^vortex\./u, '');

/** An encoding with the encodings inside it: `dict(bitpacked, fsst(primitive))`. */
export function encodingText({ encoding, children }: ArrayNode, depth = 0): string {
  if (children.length === 0) return shortName(encoding);
  const inner = depth === 3 ? '…' : children.map((child) => encodingText(child, depth + 1)).join(', ');
  return `${shortName(encoding)}(${inner})`;
}

/** Claims the buffers of a segment, at whose end stands what they are for. */
export async function mapArray(
  source: ByteSource,
  spans: SpanList,
  { offset, length }: Segment,
  encodings: readonly string[],
  kind: SpanKind,
): Promise<{ readonly root: ArrayNode; readonly parts: readonly (MapNode | null)[] }> {
  if (length < lengthBytes) throw malformed(`The array at byte ${offset} has only ${length} bytes.`);
  const end = offset + length - lengthBytes;
  const size = await source.read(end, lengthBytes);
  const descriptionBytes = new DataView(size.buffer, size.byteOffset, lengthBytes).getUint32(0, true);
  const descriptionAt = end - descriptionBytes;
  if (descriptionAt < offset) throw malformed(`The array at byte ${offset} begins before its segment.`);
  const bytes = (await source.read(descriptionAt, descriptionBytes)).slice();
  const { root, buffers } = readArray(new DataView(bytes.buffer), encodings, offset);
  const owners = new Map<number, string>();
  const walk = (node: ArrayNode) => {
    for (const buffer of node.buffers) owners.set(buffer, shortName(node.encoding));
    node.children.forEach(walk);
  };
  walk(root);
  const parts: (MapNode | null)[] = [];
  let at = offset;
  for (const [index, buffer] of buffers.entries()) {
    if (at + buffer.padding + buffer.length > descriptionAt)
      throw malformed(`The buffers of the array at byte ${offset} reach past its segment.`);
    parts.push(spans.leaf('Padding', 'padding', at, buffer.padding));
    parts.push(spans.leaf(`Buffer of ${owners.get(index) ?? 'nothing'}`, kind, at + buffer.padding, buffer.length));
    at += buffer.padding + buffer.length;
  }
  parts.push(spans.leaf('Padding', 'padding', at, descriptionAt - at));
  parts.push(spans.leaf('Encodings', 'metadata', descriptionAt, descriptionBytes + lengthBytes));
  return { root, parts: [branch(encodingText(root), parts)] };
}

function readArray(
  view: DataView,
  encodings: readonly string[],
  offset: number,
): { root: ArrayNode; buffers: Buffer[] } {
  const read = (table: number, depth: number): ArrayNode => {
    if (depth > maxDepth) throw malformed(`The array at byte ${offset} is nested more than ${maxDepth} times.`);
    const encodingAt = place(view, table, 0, 2);
    const number = encodingAt === null ? 0 : view.getUint16(encodingAt, true);
    const children = checkVector(view, table, 2, 4);
    const buffers = checkVector(view, table, 3, 2);
    return {
      encoding: encodings[number] ?? `encoding ${number}`,
      children: Array.from({ length: children?.length ?? 0 }, (_, index) =>
        read(target(view, (children?.start ?? 0) + 4 * index), depth + 1),
      ),
      buffers: Array.from({ length: buffers?.length ?? 0 }, (_, index) =>
        view.getUint16((buffers?.start ?? 0) + 2 * index, true),
      ),
    };
  };
  return within(() => {
    const top = target(view, 0);
    const root = tableAt(view, top, 0);
    if (root === null) throw malformed(`The array at byte ${offset} has no encodings.`);
    const vector = checkVector(view, top, 1, bufferBytes);
    const buffers = Array.from({ length: vector?.length ?? 0 }, (_, index) => {
      const at = (vector?.start ?? 0) + bufferBytes * index;
      return { padding: view.getUint16(at, true), length: view.getUint32(at + 4, true) };
    });
    return { root: read(root, 0), buffers };
  });
}
