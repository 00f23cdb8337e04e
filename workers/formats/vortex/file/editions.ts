/** An edition of Vortex: what its files may hold beside the parts of the editions before it. */
interface Edition {
  readonly name: string;
  readonly arrays: readonly string[];
  readonly layouts: readonly string[];
}

/** The editions of the family core up to the one that vortex 0.90 writes, in order (the crate vortex-edition 0.90.0, `src/declarations/core`). */
const editions: readonly Edition[] = [
  {
    name: 'core2025.05.0',
    arrays: [
      'fastlanes.bitpacked',
      'fastlanes.for',
      'vortex.alp',
      'vortex.alprd',
      'vortex.bool',
      'vortex.bytebool',
      'vortex.chunked',
      'vortex.constant',
      'vortex.datetimeparts',
      'vortex.decimal',
      'vortex.decimal_byte_parts',
      'vortex.dict',
      'vortex.ext',
      'vortex.fsst',
      'vortex.list',
      'vortex.null',
      'vortex.primitive',
      'vortex.runend',
      'vortex.sparse',
      'vortex.struct',
      'vortex.varbin',
      'vortex.varbinview',
      'vortex.zigzag',
    ],
    layouts: ['vortex.chunked', 'vortex.dict', 'vortex.flat', 'vortex.stats', 'vortex.struct'],
  },
  { name: 'core2025.06.0', arrays: ['vortex.pco', 'vortex.sequence', 'vortex.zstd'], layouts: [] },
  {
    name: 'core2025.10.0',
    arrays: ['fastlanes.rle', 'vortex.fixed_size_list', 'vortex.listview', 'vortex.masked'],
    layouts: [],
  },
  { name: 'core2026.08.0', arrays: [], layouts: ['vortex.zoned'] },
  { name: 'core2026.08.1', arrays: ['vortex.onpair'], layouts: [] },
  { name: 'core2026.08.2', arrays: ['vortex.map'], layouts: [] },
  { name: 'core2026.08.3', arrays: ['vortex.parquet.variant', 'vortex.variant'], layouts: [] },
];

/** The newest edition that can be read here. */
export const newestEdition = editions.at(-1)?.name ?? '';

/** A footer lists what its writer's editions allow, so the newest of them can be told. */
interface FoundEdition {
  /** The oldest edition that allows all that the footer lists and that is known here. */
  readonly edition: string;
  /** What no known edition allows. */
  readonly unknown: readonly string[];
}

export function editionOf(arrays: readonly string[], layouts: readonly string[]): FoundEdition {
  const placeOf = (id: string, kind: 'arrays' | 'layouts') => editions.findIndex((each) => each[kind].includes(id));
  const places = [
    ...arrays.map((id) => ({ id, place: placeOf(id, 'arrays') })),
    ...layouts.map((id) => ({ id, place: placeOf(id, 'layouts') })),
  ];
  const newest = Math.max(0, ...places.map(({ place }) => place));
  return {
    edition: editions[newest]?.name ?? '',
    unknown: places.filter(({ place }) => place < 0).map(({ id }) => id),
  };
}
