import * as metadata from '../../workers/registry/metadata';
import { codecColor, levelFraction } from '../styles/codec-colors';
import { type CandidateNames, noCodecId, type Registry } from '../figures/candidate-names';

/**
 * The style of a candidate's mark: the codec family sets the hue, the level the shade, the implementation the shape.
 * The style doesn't depend on which other candidates are shown.
 */

/** Every shape, in the order of assignment. */
export const markShapes = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'triangleDown',
  'plus',
  'saltire',
  'star',
  'triangleRight',
  'bar',
  'triangleLeft',
  // These are assigned last. At this size the first two look like a circle, and the others are hard to see among lines.
  'hexagon',
  'pentagon',
  'starOfFour',
  'column',
  'hourglass',
  'dome',
] as const;
export type MarkShape = (typeof markShapes)[number];

/** The CSS colour of a candidate's mark. */
export function markColor(names: CandidateNames): string {
  return codecColor(names.family, levelFraction(names.level, names.levels));
}

/**
 * The shape of an implementation's marks. As long as there are enough shapes, each implementation has its own. After
 * that, only implementations that are never drawn in the same hue share a shape. Those with the most rivals in one hue
 * choose first. An implementation that is no longer in the registry has the last shape, `dome`. A decoder needs no
 * shape, because it writes no file.
 */
export function markShape(implementationId: string, registry: Registry = metadata): MarkShape {
  const known = shapesOf.get(registry) ?? assignShapes(registry);
  shapesOf.set(registry, known);
  return known.get(implementationId) ?? lastShape;
}

const lastShape = 'dome';
const shapesOf = new WeakMap<Registry, ReadonlyMap<string, MarkShape>>();

function assignShapes({ codecs, formats }: Registry): ReadonlyMap<string, MarkShape> {
  const families = new Map<string, Set<string>>();
  const add = (id: string, family: string) => families.set(id, (families.get(id) ?? new Set()).add(family));
  for (const { family, implementations } of codecs.values())
    for (const { id, compresses } of implementations) if (compresses) add(id, family);
  // A file without a codec, or with an inner one, has the format's shape. A file in an outer codec has the codec's.
  for (const { implementations } of formats.values())
    for (const { id, innerCodecs } of implementations)
      for (const family of [noCodecId, ...innerCodecs.map((inner) => inner.family)]) add(id, family);
  const assigned = new Map<string, MarkShape>();
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((family) => b.has(family));
  const choices = markShapes.filter((shape) => shape !== lastShape);
  const all = [...families];
  const rivalsOf = (own: ReadonlySet<string>) => all.filter(([, other]) => meet(own, other)).length;
  // Implementations with the most rivals choose first, because they have the fewest free shapes (Welsh–Powell order).
  for (const [id, own] of all.toSorted(([, a], [, b]) => rivalsOf(b) - rivalsOf(a))) {
    const rivals = [...assigned].filter(([other]) => meet(own, families.get(other) ?? new Set()));
    const isFree = (taken: readonly (readonly [string, MarkShape])[]) =>
      choices.find((shape) => taken.every(([, other]) => other !== shape));
    assigned.set(id, isFree([...assigned]) ?? isFree(rivals) ?? lastShape);
  }
  return assigned;
}

const polygon = (corners: number, radius: number, turn: number, inner?: number) => {
  const count = inner === undefined ? corners : corners * 2;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI + turn;
    const reach = inner !== undefined && index % 2 === 1 ? inner : radius;
    return `${(Math.cos(angle) * reach).toFixed(2)},${(Math.sin(angle) * reach).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
};

const arm = (turned: boolean) => {
  const [a, b] = [1.9, 6];
  const corners = [
    [-a, -b],
    [a, -b],
    [a, -a],
    [b, -a],
    [b, a],
    [a, a],
    [a, b],
    [-a, b],
    [-a, a],
    [-b, a],
    [-b, -a],
    [-a, -a],
  ] as const;
  const angle = turned ? Math.PI / 4 : 0;
  return `M${corners.map(([x, y]) => `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(2)},${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(2)}`).join('L')}Z`;
};

/** SVG paths of the shapes, centred at the origin. All have about the same area and are about 11 px wide. */
export const shapePaths: Readonly<Record<MarkShape, string>> = {
  circle: 'M-5.2,0A5.2,5.2 0 1,0 5.2,0A5.2,5.2 0 1,0 -5.2,0Z',
  square: 'M-4.7,-4.7H4.7V4.7H-4.7Z',
  triangle: polygon(3, 6.9, -Math.PI / 2),
  diamond: polygon(4, 6.5, 0),
  triangleDown: polygon(3, 6.9, Math.PI / 2),
  plus: arm(false),
  hexagon: polygon(6, 5.7, 0),
  star: polygon(5, 7.4, -Math.PI / 2, 3.2),
  pentagon: polygon(5, 6, -Math.PI / 2),
  saltire: arm(true),
  triangleRight: polygon(3, 6.9, 0),
  triangleLeft: polygon(3, 6.9, Math.PI),
  starOfFour: polygon(4, 7.6, 0, 2.7),
  bar: 'M-6.4,-2.9H6.4V2.9H-6.4Z',
  column: 'M-2.9,-6.4H2.9V6.4H-2.9Z',
  hourglass: 'M-5.4,-6H5.4L-5.4,6H5.4Z',
  dome: 'M-6.2,3.4A6.2,6.2 0 0,1 6.2,3.4Z',
};

/** SVG path of a published figure's mark: a page with a folded corner, drawn hollow. No measured mark looks like it. */
export const publishedMarkPath = 'M-4.5,-6H1.5L4.5,-3V6H-4.5ZM1.5,-6V-3H4.5';
