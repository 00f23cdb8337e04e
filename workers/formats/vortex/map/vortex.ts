import { bytesText, minShare, percent, sum } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';
import type { ByteMap, ColumnFacts, Finding, MapNode, SpanKind } from '../../../model/byte-map';
import { shortList } from '../../../own-file/notes';
import { editionOf, newestEdition } from '../file/editions';
import { endBytes, type Layout, magicBytes, readTail, type VortexTail, type VortexType } from '../file/tail';
import { encodingText, mapArray } from './array';

/** What is gathered of one column. */
interface MappedColumn {
  readonly name: string;
  readonly type: string;
  readonly rows: number;
  readonly encodings: Map<string, number>;
  bytes: number;
  statisticsBytes: number;
  readonly parts: (MapNode | null)[];
}

/** Finds out what each byte of a Vortex file is for, along its tree of layouts. */
export async function mapVortex(source: ByteSource): Promise<ByteMap> {
  const tail = await readTail(source);
  const spans = new SpanList();
  const walk = new LayoutWalk(source, spans, tail);
  await walk.columns(tail.layout, tail.type);
  const { sizeBytes } = source;
  const around = [
    ...walk.others,
    ...tail.parts.map(({ name, kind, offset, length }) => spans.leaf(name, kind, offset, length)),
    ...tail.notes.map(({ key, offset, length }) =>
      spans.leaf(`Metadata “${key.slice(0, 60)}”`, 'metadata', offset, length),
    ),
    spans.leaf('Postscript', 'metadata', tail.postscript.offset, tail.postscript.length),
    spans.leaf('Magic bytes', 'magic', 0, magicBytes),
    spans.leaf('Version and magic bytes', 'magic', sizeBytes - endBytes, endBytes),
  ];
  const rest = await spans.rest(source, async () => null);
  return {
    format: 'Vortex',
    columnTerm: 'Columns',
    fileBytes: sizeBytes,
    parts: present([
      ...walk.found.map(({ name, parts }) => branch(name, parts)),
      branch('Schema and metadata', around),
      branch('Between the parts', rest),
    ]),
    columns: walk.found.map(factsOf),
    findings: findingsOf(walk.found, sizeBytes, tail),
  };
}

const isStatistics = (encoding: string) => encoding === 'vortex.zoned' || encoding === 'vortex.stats';

class LayoutWalk {
  readonly found: MappedColumn[] = [];
  /** What belongs to no column. */
  readonly others: (MapNode | null)[] = [];
  readonly #source: ByteSource;
  readonly #spans: SpanList;
  readonly #tail: VortexTail;
  /** Segments that are claimed already: layouts may share one. */
  readonly #claimed = new Set<number>();

  constructor(source: ByteSource, spans: SpanList, tail: VortexTail) {
    this.#source = source;
    this.#spans = spans;
    this.#tail = tail;
  }

  /** Each child of the struct at the root is a column; chunks around it repeat them. */
  async columns(layout: Layout, type: VortexType | null): Promise<void> {
    const { encoding, children } = layout;
    if (encoding === 'vortex.chunked') {
      for (const child of children) await this.columns(child, type);
    } else if (encoding === 'vortex.struct') {
      const fields = type?.fields ?? [];
      const first = children.length - fields.length;
      for (const [index, child] of children.entries()) {
        const field = fields[index - first];
        const name = field?.name ?? 'Validity of the rows';
        await this.#column(index, name, field?.type ?? null, child);
      }
    } else await this.#column(0, 'Rows', type, layout);
  }

  async #column(index: number, name: string, type: VortexType | null, layout: Layout): Promise<void> {
    const known = this.found[index];
    const column: MappedColumn = known ?? {
      name,
      type: type?.text ?? 'bool',
      rows: layout.rowCount,
      encodings: new Map(),
      bytes: 0,
      statisticsBytes: 0,
      parts: [],
    };
    if (known === undefined) this.found[index] = column;
    column.parts.push(...(await this.#parts(layout, type, column, 'values')));
  }

  /** The parts of a layout. `kind` is what its values are for. */
  async #parts(
    { encoding, children, segments }: Layout,
    type: VortexType | null,
    column: MappedColumn,
    kind: SpanKind,
  ): Promise<(MapNode | null)[]> {
    const own: (MapNode | null)[] = [];
    for (const segment of segments) own.push(...(await this.#segment(segment, column, kind)));
    const roles = rolesOf(encoding, type, children.length, kind);
    for (const [index, child] of children.entries()) {
      const role = roles[index];
      const parts = await this.#parts(child, role?.type ?? null, column, role?.kind ?? kind);
      if (role === undefined || role.name === null) own.push(...parts);
      else own.push(branch(role.name, parts));
    }
    return own;
  }

  async #segment(number: number, column: MappedColumn, kind: SpanKind): Promise<readonly (MapNode | null)[]> {
    const segment = this.#tail.segments[number];
    if (segment === undefined || this.#claimed.has(number)) return [];
    this.#claimed.add(number);
    const { root, parts } = await mapArray(this.#source, this.#spans, segment, this.#tail.arrayEncodings, kind);
    column.bytes += segment.length;
    if (kind === 'columnIndex') column.statisticsBytes += segment.length;
    else {
      const text = encodingText(root);
      column.encodings.set(text, (column.encodings.get(text) ?? 0) + 1);
    }
    return parts;
  }
}

interface Role {
  /** Null if the child needs no name of its own. */
  readonly name: string | null;
  readonly kind: SpanKind;
  readonly type: VortexType | null;
}

/** What the children of a layout are (`child_type` of the layouts in vortex-layout 0.90.0). */
function rolesOf(encoding: string, type: VortexType | null, childCount: number, kind: SpanKind): readonly Role[] {
  if (isStatistics(encoding))
    return [
      { name: null, kind, type },
      { name: 'Statistics of zones', kind: 'columnIndex', type: null },
    ];
  switch (encoding) {
    case 'vortex.chunked':
      return Array.from({ length: childCount }, (_, index) => ({ name: `Chunk ${index + 1}`, kind, type }));
    case 'vortex.dict':
      return [
        { name: 'Dictionary', kind: kind === 'values' ? 'dictionary' : kind, type },
        { name: 'Indices', kind: kind === 'values' ? 'indices' : kind, type: null },
      ];
    case 'vortex.struct': {
      const fields = type?.fields ?? [];
      const first = childCount - fields.length;
      return Array.from({ length: childCount }, (_, index) => {
        const field = fields[index - first];
        return field === undefined
          ? { name: 'Validity', kind: kind === 'values' ? 'validity' : kind, type: null }
          : { name: field.name, kind, type: field.type };
      });
    }
    case 'vortex.list':
      return [
        { name: 'Items', kind, type: type?.fields[0]?.type ?? null },
        { name: 'Offsets', kind: kind === 'values' ? 'offsets' : kind, type: null },
        { name: 'Validity', kind: kind === 'values' ? 'validity' : kind, type: null },
      ];
    default:
      return Array.from({ length: childCount }, (_, index) => ({ name: `Part ${index + 1}`, kind, type: null }));
  }
}

const factsOf = ({ name, type, rows, encodings, bytes }: MappedColumn): ColumnFacts => ({
  name,
  type,
  codecs: ['none'],
  encodings: [...encodings].map(([encoding, pages]) => ({ name: encoding, pages })),
  compressedBytes: bytes,
  uncompressedBytes: null,
  values: rows,
  nulls: null,
  distinct: null,
  min: null,
  max: null,
});

function findingsOf(columns: readonly MappedColumn[], fileBytes: number, tail: VortexTail): Finding[] {
  const { edition, unknown } = editionOf(tail.arrayEncodings, tail.layoutEncodings);
  const statistics = sum(columns.map(({ statisticsBytes }) => statisticsBytes));
  const texts = [
    unknown.length === 0
      ? `Its writer has the edition ${edition} of Vortex, or a newer one.`
      : `Its writer has a newer edition of Vortex than ${newestEdition}: it allows ${shortList(unknown, 5)}.`,
    ...(statistics > minShare * fileBytes
      ? [
          `The statistics of zones, by which readers skip rows, take ${bytesText(statistics)}: ${percent(statistics / fileBytes)} of the file.`,
        ]
      : []),
  ];
  return texts.map((text) => ({ column: null, text }));
}
