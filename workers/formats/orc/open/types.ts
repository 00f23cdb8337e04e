import { DamagedInput } from '../../../model/damaged-input';
import { maxColumns } from '../../../model/column-schema';
import { plural } from '../../../model/plural';
import { ProtobufMessage } from './protobuf';

/** The kinds of types by their numbers in a file (ORC specification v1, “Type Information”). */
const typeKinds = [
  'boolean',
  'tinyint',
  'smallint',
  'int',
  'bigint',
  'float',
  'double',
  'string',
  'binary',
  'timestamp',
  'array',
  'map',
  'struct',
  'uniontype',
  'decimal',
  'date',
  'varchar',
  'char',
  'timestamp with local time zone',
] as const;
export type TypeKind = (typeof typeKinds)[number];

/** A column, or a part of one. */
export interface OrcType {
  /** Its number, by which a stripe names the streams of the column. */
  readonly id: number;
  /** Null if the specification has no such kind. */
  readonly kind: TypeKind | null;
  readonly kindNumber: number;
  readonly children: readonly { readonly name: string; readonly type: OrcType }[];
  /** The limit in characters of a varchar or a char. */
  readonly maxLength: number;
  readonly precision: number;
  readonly scale: number;
}

const fields = { kind: 1, subtypes: 2, names: 3, maxLength: 4, precision: 5, scale: 6 } as const;
const maxTypes = 100_000;
const maxNameLength = 1_000;
const childCounts: Partial<Record<TypeKind, number>> = { array: 1, map: 2 };
const parents: ReadonlySet<TypeKind | null> = new Set(['array', 'map', 'struct', 'uniontype']);

/**
 * The tree of types, whose root has the number 0.
 * @throws DamagedInput if they are no tree
 */
export function typesOf(parts: readonly Uint8Array<ArrayBuffer>[]): OrcType {
  if (parts.length === 0) throw new DamagedInput('has no columns');
  if (parts.length > maxTypes)
    throw new DamagedInput(`has more than ${plural(maxTypes, 'column')} and parts of columns`);
  const types: OrcType[] = [];
  const used = new Set<number>();
  // Each type comes before its children, so they are known when it is made from the last to the first.
  for (let id = parts.length - 1; id >= 0; id -= 1) {
    const message = new ProtobufMessage(parts[id] ?? new Uint8Array(0), 'its types');
    const kindNumber = message.number(fields.kind) ?? 0;
    const kind = typeKinds[kindNumber] ?? null;
    const subtypes = message.numbers(fields.subtypes);
    const names = message.texts(fields.names);
    if (subtypes.length > maxColumns) throw new DamagedInput(`has more than ${plural(maxColumns, 'column')}`);
    if (
      subtypes.length !==
      (kind === null ? subtypes.length : (childCounts[kind] ?? (parents.has(kind) ? subtypes.length : 0)))
    )
      throw new DamagedInput(`has the type ${kind} with ${plural(subtypes.length, 'part')}`);
    if (kind === 'struct' && names.length !== subtypes.length) throw new DamagedInput('has columns without names');
    types[id] = {
      id,
      kind,
      kindNumber,
      children: subtypes.map((child, index) => {
        const type = types[child];
        if (child <= id || type === undefined || used.has(child)) throw new DamagedInput('has types that are no tree');
        used.add(child);
        return { name: nameOf(names[index] ?? ''), type };
      }),
      maxLength: message.number(fields.maxLength) ?? 0,
      precision: message.number(fields.precision) ?? 0,
      scale: message.number(fields.scale) ?? 0,
    };
  }
  const root = types[0];
  if (root === undefined || used.size !== parts.length - 1) throw new DamagedInput('has types that are no tree');
  return root;
}

function nameOf(name: string): string {
  if (name.length > maxNameLength) throw new DamagedInput(`has a name of ${plural(name.length, 'character')}`);
  return name;
}

/** The type as Hive writes it, without the parts of a nested one. */
export function typeText({ kind, kindNumber, maxLength, precision, scale }: OrcType): string {
  if (kind === null) return `the type number ${kindNumber}`;
  if (kind === 'decimal') return `decimal(${precision}, ${scale})`;
  return kind === 'varchar' || kind === 'char' ? `${kind}(${maxLength})` : kind;
}
