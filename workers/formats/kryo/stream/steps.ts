import type { CdkField, CdkObject, FieldValue } from '../../../libraries/cdk-objects/objects';
import { classKindOf, objectMarks } from './classes';
import { KryoOutput } from './output';

type ConstantValue = Extract<FieldValue, { readonly kind: 'null' | 'primitive' | 'integer' }>;
/** A field whose value differs between objects. */
type ChangingField = Exclude<FieldValue, ConstantValue>;

/** One step of writing an object: a run of fields whose bytes are equal in all objects of the class (`constant`), or one field. All steps have the same shape, which makes the loop a fifth faster. */
export interface WriteStep {
  readonly kind: 'constant' | ChangingField['kind'];
  /** The bytes of a `constant` step. */
  readonly bytes: Uint8Array;
  /** The offset of each field in these bytes. */
  readonly fields: readonly { readonly name: string; readonly start: number }[];
  /** The column of an `atomColumn` step. */
  readonly column: Extract<FieldValue, { readonly kind: 'atomColumn' }>['column'];
  readonly nullAtZero: boolean;
  /** The kind and the length of the array in a `nulls` step, whose elements are all null. */
  readonly arrayKind: number;
  readonly length: number;
}

/** The fields of an object in the order of Kryo's FieldSerializer: by name; fields of equal name from the class itself upwards. */
export function writeStepsOf({ fields }: CdkObject, fixedWidth: boolean): readonly WriteStep[] {
  const steps: WriteStep[] = [];
  let constant: KryoOutput | null = null;
  let names: { name: string; start: number }[] = [];
  const close = () => {
    if (constant !== null)
      steps.push({
        kind: 'constant',
        bytes: constant.written(),
        fields: names,
        column: 'elements',
        nullAtZero: false,
        arrayKind: -1,
        length: 0,
      });
    constant = null;
    names = [];
  };
  for (const field of [...fields].reverse().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    const { value } = field;
    if (isConstant(value)) {
      constant ??= new KryoOutput(fixedWidth, 9 * fields.length);
      names.push({ name: field.name, start: constant.at });
      writeConstant(constant, field, value);
      continue;
    }
    close();
    steps.push({
      kind: value.kind,
      bytes: new Uint8Array(),
      fields: [],
      column: value.kind === 'atomColumn' ? value.column : 'elements',
      nullAtZero: value.kind === 'atomColumn' && value.nullAtZero,
      arrayKind: value.kind === 'nulls' ? classKindOf(value.arrayClass) : -1,
      length: value.kind === 'nulls' ? value.length : 0,
    });
  }
  close();
  return steps;
}

const isConstant = (value: FieldValue): value is ConstantValue =>
  value.kind === 'null' || value.kind === 'primitive' || value.kind === 'integer';

function writeConstant(output: KryoOutput, { name, type }: CdkField, value: ConstantValue): void {
  if (value.kind === 'null') output.byte(objectMarks.isNull);
  else if (value.kind === 'integer') {
    output.byte(objectMarks.follows);
    output.int(value.value);
  } else if (type === 'Z') output.byte(value.value);
  else if (type === 'S') output.short(value.value);
  else if (type === 'I') output.int(value.value);
  else throw new Error(`There is no primitive ${type} (${name}).`);
}
