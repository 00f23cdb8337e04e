import type { ColumnSchema } from '../../model/column-schema';
import { columnTypeText } from '../../model/column-type-text';

/** A column of one file, as it is compared with those of the others. `type` is null if only the name is known. */
interface NamedType {
  readonly name: string;
  readonly type: string | null;
  /** Equal for columns that can be joined. */
  readonly key: string;
}

/** What must be equal in the types of two columns that are joined: all but nulls and the number of categories. */
function typeKey(column: ColumnSchema): unknown {
  const { name: _, nullable: __, ...type } = column;
  switch (type.type) {
    case 'category':
      return { type: type.type, ordered: type.ordered, item: typeKey(type.item) };
    case 'list':
      return { type: type.type, item: typeKey(type.item) };
    case 'struct':
      return { type: type.type, fields: type.fields.map((field) => [field.name, typeKey(field)]) };
    default:
      return type;
  }
}

export const namedType = (column: ColumnSchema): NamedType => ({
  name: column.name,
  type: columnTypeText(column),
  key: JSON.stringify(typeKey(column)),
});

/** What a file of a set holds: its columns, and what else must be equal in all files. */
export interface FileShape {
  readonly columns: readonly NamedType[];
  /** Other properties that must be equal, in words: “the sheet”, “the delimiter”. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Equal for files that can be read as one dataset. The order of columns does not count, unless two have the same name. */
export function shapeKey({ columns, properties }: FileShape): string {
  const isUnique = new Set(columns.map(({ name }) => name)).size === columns.length;
  const keys = columns.map(({ name, key }) => [name, key]);
  return JSON.stringify([isUnique ? keys.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)) : keys, properties]);
}

const quoted = (name: string) => `“${name.slice(0, 60)}”`;
const most = 3;

/** How a file differs from the others, to complete a sentence about it. */
export function shapeDifference(own: FileShape, others: FileShape): string {
  for (const [property, value] of Object.entries(others.properties))
    if (own.properties[property] !== value)
      return `${property} is ${own.properties[property] ?? 'unknown'}, in the others ${value}`;
  const ownByName = new Map(own.columns.map((column) => [column.name, column]));
  const names = new Set(others.columns.map(({ name }) => name));
  const lacks = [...names].filter((name) => !ownByName.has(name));
  const more = [...ownByName.keys()].filter((name) => !names.has(name));
  const retyped = others.columns.flatMap(({ name, type, key }) => {
    const column = ownByName.get(name);
    return column === undefined || column.key === key
      ? []
      : [`its column ${quoted(name)} is ${column.type}, in the others ${type}`];
  });
  const listed = (columns: readonly string[]) =>
    `${columns.length === 1 ? 'the column' : 'the columns'} ${columns.slice(0, most).map(quoted).join(', ')}${columns.length > most ? ` and ${columns.length - most} more` : ''}`;
  const parts = [
    ...(lacks.length > 0 ? [`it lacks ${listed(lacks)}`] : []),
    ...(more.length > 0 ? [`it has ${listed(more)}, which the others lack`] : []),
    ...retyped.slice(0, most),
    ...(retyped.length > most ? [`${retyped.length - most} more types differ`] : []),
  ];
  return parts.length === 0 ? 'columns with the same name stand in another order' : parts.join('; ');
}
