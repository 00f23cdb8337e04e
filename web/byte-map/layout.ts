import type { MapNode } from '../../workers/model/byte-map';
import { longestCut } from '../charts/measure-text';

/** A part as it is drawn. */
export interface DrawnPart {
  /** The places of the part and its ancestors among their siblings: “”, “2”, “2/0”. */
  readonly id: string;
  readonly node: MapNode;
  readonly depth: number;
  readonly x: number;
  readonly width: number;
}

/** Parts narrower than this, in pixels, are drawn together. */
const minWidthPx = 3;

/**
 * Lays out a part and what it consists of, one row for each depth: a part is as wide as its share of the bytes, and its own parts lie below
 * it. Neighbours that are too narrow become one part, whose parts are drawn once it is opened.
 */
export function layOut(root: MapNode, rootId: string, widthPx: number): DrawnPart[] {
  const drawn: DrawnPart[] = [];
  const minBytes = (minWidthPx * root.bytes) / widthPx;
  const add = ({ id, node, isGroup }: GroupedPart, depth: number, x: number, width: number): void => {
    drawn.push({ id, node, depth, x, width });
    if ('span' in node || width < minWidthPx || isGroup) return;
    let at = x;
    for (const part of grouped(node.parts, id === '' ? '' : `${id}/`, minBytes)) {
      const partWidth = (part.node.bytes / root.bytes) * widthPx;
      add(part, depth + 1, at, partWidth);
      at += partWidth;
    }
  };
  add({ id: rootId, node: root, isGroup: false }, 0, 0, widthPx);
  return drawn;
}

interface GroupedPart extends Pick<DrawnPart, 'id' | 'node'> {
  readonly isGroup: boolean;
}

/** The parts, where neighbours with fewer than `minBytes` each are one part as soon as they have as many together. */
function grouped(parts: readonly MapNode[], idStart: string, minBytes: number): GroupedPart[] {
  const found: GroupedPart[] = [];
  let from = 0;
  let groupBytes = 0;
  const close = (to: number) => {
    const run = parts.slice(from, to);
    const [only] = run;
    if (run.length === 1 && only !== undefined) found.push({ id: `${idStart}${from}`, node: only, isGroup: false });
    else if (only !== undefined)
      found.push({
        id: `${idStart}${from}-${to - 1}`,
        node: { name: `${run.length.toLocaleString('en')} small parts`, bytes: groupBytes, parts: run },
        isGroup: true,
      });
    from = to;
    groupBytes = 0;
  };
  for (const [index, { bytes }] of parts.entries()) {
    if (bytes >= minBytes) close(index);
    groupBytes += bytes;
    if (groupBytes >= minBytes) close(index + 1);
  }
  close(parts.length);
  return found;
}

/** A name of which less would be left says too little. */
const fewestCharacters = 10;

/**
 * What a part of a width says of its name: all of it, or its start if that still tells the part. Null if it has no label: its tooltip and the table have the
 * name. A name of several words, such as “Row group 12”, is not cut, since its end tells it from others.
 */
export function labelWithin(name: string, widthPx: number, textWidthPx: (text: string) => number): string | null {
  if (textWidthPx(name) <= widthPx) return name;
  return name.includes(' ') ? null : longestCut(name, fewestCharacters, (cut) => textWidthPx(cut) <= widthPx);
}

/** Whether some drawn parts are too narrow for what they consist of. */
export const hasUndrawnParts = (drawn: readonly DrawnPart[]): boolean =>
  drawn.some(
    ({ node, depth }, index) => 'parts' in node && node.parts.length > 0 && drawn[index + 1]?.depth !== depth + 1,
  );

/** The part that an arrow key leads to: right and left on the same depth, up to the whole, down into the parts. */
export function neighbour(drawn: readonly DrawnPart[], id: string, key: string): string | undefined {
  const at = drawn.findIndex((part) => part.id === id);
  const part = drawn[at];
  if (part === undefined) return undefined;
  const level = drawn.filter(({ depth }) => depth === part.depth);
  const place = level.indexOf(part);
  switch (key) {
    case 'ArrowRight':
      return level[place + 1]?.id;
    case 'ArrowLeft':
      return level[place - 1]?.id;
    case 'ArrowUp':
      return drawn.slice(0, at).findLast(({ depth }) => depth === part.depth - 1)?.id;
    case 'ArrowDown':
      return drawn[at + 1]?.depth === part.depth + 1 ? drawn[at + 1]?.id : undefined;
    case 'Home':
      return level[0]?.id;
    case 'End':
      return level.at(-1)?.id;
    default:
      return undefined;
  }
}
