import { DamagedInput } from '../../../model/damaged-input';
import { maxColumns } from '../../../model/column-schema';

const primitiveKinds = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const;
type PrimitiveKind = (typeof primitiveKinds)[number];

/** What a type's values mean, beside how they are stored. Its name and numbers are as the schema has them. */
interface LogicalType {
  readonly name: string;
  readonly precision: number | null;
  readonly scale: number;
}

export interface RecordType {
  readonly kind: 'record';
  readonly name: string;
  /** Filled after the record is known by its name, since a field may refer to it. */
  readonly fields: { readonly name: string; readonly type: AvroType }[];
}

export type AvroType =
  | { readonly kind: PrimitiveKind; readonly logical: LogicalType | null }
  | { readonly kind: 'fixed'; readonly name: string; readonly sizeBytes: number; readonly logical: LogicalType | null }
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: readonly string[] }
  | { readonly kind: 'array'; readonly items: AvroType }
  | { readonly kind: 'map'; readonly values: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }
  | RecordType;

const maxDepth = 200;
const maxTypes = 200_000;
const maxNameLength = 1_000;
const maxSymbols = 1_000_000;
const maxBranches = 1_000;
/** No value is larger than the largest file. */
const maxFixedBytes = 2 ** 31 - 1;

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrimitive = (name: string): name is PrimitiveKind => (primitiveKinds as readonly string[]).includes(name);
const wrong = (what: string) => new DamagedInput(`has a schema that can’t be read: ${what}`);

/**
 * Parses the schema of a file (Avro specification 1.12, “Schema declaration”).
 * @throws DamagedInput if it is none, or larger than any sensible one
 */
export function parseSchema(text: string): AvroType {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is not JSON');
  }
  return new SchemaParser().parse(json, '', 0);
}

class SchemaParser {
  readonly #named = new Map<string, AvroType>();
  #types = 0;

  /** `namespace` is that of the enclosing named type. */
  parse(json: unknown, namespace: string, depth: number): AvroType {
    this.#types += 1;
    if (depth > maxDepth) throw wrong(`its types are nested more than ${maxDepth} deep`);
    if (this.#types > maxTypes) throw wrong(`it has more than ${maxTypes.toLocaleString('en')} types`);
    if (typeof json === 'string')
      return isPrimitive(json) ? { kind: json, logical: null } : this.#find(json, namespace);
    if (Array.isArray(json)) return this.#union(json, namespace, depth);
    if (!isObject(json)) throw wrong('a type is neither a name, an object nor a list');
    const { type } = json;
    if (typeof type !== 'string') return this.parse(type, namespace, depth + 1);
    if (isPrimitive(type)) return { kind: type, logical: logicalOf(json) };
    switch (type) {
      case 'array':
        return { kind: 'array', items: this.parse(json.items, namespace, depth + 1) };
      case 'map':
        return { kind: 'map', values: this.parse(json.values, namespace, depth + 1) };
      case 'fixed':
        return this.#define(json, namespace, ({ name }) => ({
          kind: 'fixed',
          name,
          sizeBytes: wholeNumber(json.size, `the size of “${name}”`),
          logical: logicalOf(json),
        })).type;
      case 'enum':
        return this.#define(json, namespace, ({ name }) => ({ kind: 'enum', name, symbols: symbolsOf(json, name) }))
          .type;
      case 'record':
      case 'error':
        return this.#record(json, namespace, depth);
      default:
        return this.#find(type, namespace);
    }
  }

  #union(branches: readonly unknown[], namespace: string, depth: number): AvroType {
    if (branches.length === 0 || branches.length > maxBranches) throw wrong(`a union has ${branches.length} types`);
    const types = branches.map((branch) => this.parse(branch, namespace, depth + 1));
    // The specification forbids it, and the nulls of the inner one would hide those of the outer one.
    if (types.some(({ kind }) => kind === 'union')) throw wrong('a union holds another union');
    return { kind: 'union', branches: types };
  }

  #record(json: JsonObject, namespace: string, depth: number): AvroType {
    const fields: RecordType['fields'] = [];
    const { type, inner } = this.#define(json, namespace, ({ name }) => ({ kind: 'record', name, fields }));
    if (!Array.isArray(json.fields)) throw wrong('a record has no list of fields');
    if (json.fields.length > maxColumns) throw wrong(`a record has ${json.fields.length.toLocaleString('en')} fields`);
    for (const field of json.fields as readonly unknown[]) {
      if (!isObject(field)) throw wrong('a field of a record is no object');
      fields.push({ name: nameOf(field.name), type: this.parse(field.type, inner, depth + 1) });
    }
    return type;
  }

  /** Makes a type known by its full name (“Names”). `inner` is the namespace of the types in it. */
  #define(
    json: JsonObject,
    around: string,
    make: (named: { readonly name: string }) => AvroType,
  ): { readonly type: AvroType; readonly inner: string } {
    const name = nameOf(json.name);
    const dot = name.lastIndexOf('.');
    const inner = dot >= 0 ? name.slice(0, dot) : typeof json.namespace === 'string' ? json.namespace : around;
    const fullName = dot >= 0 || inner === '' ? name : `${inner}.${name}`;
    if (this.#named.has(fullName)) throw wrong(`it defines the type “${fullName.slice(0, 100)}” twice`);
    const type = make({ name: fullName });
    this.#named.set(fullName, type);
    return { type, inner };
  }

  #find(name: string, namespace: string): AvroType {
    const found =
      (name.includes('.') || namespace === '' ? undefined : this.#named.get(`${namespace}.${name}`)) ??
      this.#named.get(name);
    if (found === undefined) throw wrong(`it has no type “${name.slice(0, 100)}”`);
    return found;
  }
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw wrong('a type or a field has no name');
  if (name.length > maxNameLength) throw wrong(`a name has ${name.length.toLocaleString('en')} characters`);
  if (hasLoneSurrogate(name)) throw wrong('a name is not well-formed Unicode');
  return name;
}

const hasLoneSurrogate = (text: string) => /\p{Surrogate}/u.test(text);

function wholeNumber(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxFixedBytes) return value;
  throw wrong(`${what} is not a whole number from 0 to ${maxFixedBytes.toLocaleString('en')}`);
}

function symbolsOf({ symbols }: JsonObject, name: string): readonly string[] {
  if (!Array.isArray(symbols) || symbols.length > maxSymbols) throw wrong(`the enum “${name}” has no list of symbols`);
  const texts = symbols.filter((symbol): symbol is string => typeof symbol === 'string' && !hasLoneSurrogate(symbol));
  if (texts.length !== symbols.length || new Set(texts).size !== symbols.length)
    throw wrong(`the symbols of the enum “${name}” are not all different texts`);
  return texts;
}

function logicalOf({ logicalType, precision, scale }: JsonObject): LogicalType | null {
  if (typeof logicalType !== 'string') return null;
  return {
    name: logicalType.slice(0, maxNameLength),
    precision: typeof precision === 'number' && Number.isSafeInteger(precision) && precision > 0 ? precision : null,
    scale: scale === undefined ? 0 : typeof scale === 'number' && Number.isSafeInteger(scale) ? scale : -1,
  };
}
