import type { CdkField, CdkObject, FieldValue } from '../../../libraries/cdk-objects/objects';
import { objectMarks } from './classes';
import { KryoOutput } from './output';

/** A field whose value is not the same everywhere. */
export type ChangingField = Exclude<FieldValue, { readonly kind: 'null' | 'primitive' | 'integer' }>;

/** Fields one behind the other that have the same bytes in every object of the class. */
export interface ConstantFields {
  readonly kind: 'constant';
  readonly bytes: Uint8Array;
  /** Where each begins in the bytes. */
  readonly fields: readonly { readonly name: string; readonly start: number }[];
}

export type Step = ConstantFields | ChangingField;

/** What FieldSerializer writes of an object: all its fields by name, those of one name from the class itself upwards. */
export function stepsOf({ fields }: CdkObject, fixedWidth: boolean): readonly Step[] {
  const steps: Step[] = [];
  let constant: KryoOutput | null = null;
  let names: { name: string; start: number }[] = [];
  const close = () => {
    if (constant !== null) steps.push({ kind: 'constant', bytes: constant.written(), fields: names });
    constant = null;
    names = [];
  };
  for (const field of [...fields].reverse().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    if (field.value.kind === 'null' || field.value.kind === 'primitive' || field.value.kind === 'integer') {
      constant ??= new KryoOutput(fixedWidth, 9 * fields.length);
      names.push({ name: field.name, start: constant.at });
      writeConstant(constant, field, field.value);
    } else {
      close();
      steps.push(field.value);
    }
  }
  close();
  return steps;
}

function writeConstant(output: KryoOutput, { name, type }: CdkField, value: Exclude<FieldValue, ChangingField>): void {
  if (value.kind === 'null') output.byte(objectMarks.isNull);
  else if (value.kind === 'integer') {
    output.byte(objectMarks.follows);
    output.int(value.value);
  } else if (type === 'Z') output.byte(value.value);
  else if (type === 'S') output.short(value.value);
  else if (type === 'I') output.int(value.value);
  else throw new Error(`There is no primitive ${type} (${name}).`);
}
