import type { FormatContext, FormatImplementationMeta, FormatMeta, FormatOperation } from '../../model/entry';
import { unsupportedReason } from '../../model/unsupported-reason';
import { completeOptions, type OptionDescriptor, type OptionValue, type OptionValues } from '../../model/options';
import { type Dataset, type DatasetSchema, schemaOf } from '../../model/dataset';

/** Lists what the registry offers, for the contract tests and for the files that reference readers open. */

/** The values of an option that tests take: a choice’s all, a number’s edges and default. */
export function edgeValues(descriptor: OptionDescriptor): readonly OptionValue[] {
  switch (descriptor.type) {
    case 'choice':
      return descriptor.choices.map(({ value }) => value);
    // The entry's own tests know its notation.
    case 'text':
      return [descriptor.default];
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [...new Set([descriptor.min, descriptor.default, descriptor.max])];
  }
}

/** The defaults, then the defaults with one option set to each of its extremes (for a choice: to each value). */
export function extremeOptions(descriptors: readonly OptionDescriptor[], owner: string): readonly OptionValues[] {
  const defaults = completeOptions(descriptors, {}, owner);
  const variations = descriptors.flatMap((descriptor) =>
    edgeValues(descriptor)
      .filter((value) => value !== descriptor.default)
      .map((value) => ({ ...defaults, [descriptor.id]: value })),
  );
  return [defaults, ...variations];
}

/** An implementation with its options and inner codec, as the contract tests use it. */
export interface FormatCase {
  readonly name: string;
  readonly format: FormatMeta;
  readonly implementation: FormatImplementationMeta;
  readonly options: OptionValues;
  readonly innerCodec: FormatContext['innerCodec'];
}

function nameOf({ format, implementation, options, innerCodec }: Omit<FormatCase, 'name'>): string {
  const changed = implementation.options
    .filter(({ id, default: value }) => options[id] !== value)
    .map(({ id }) => `${id}=${options[id]}`);
  const codec =
    innerCodec === null ? [] : [`${innerCodec.id}${innerCodec.level === null ? '' : ` level ${innerCodec.level}`}`];
  return [`${format.id} by ${implementation.id}`, ...changed, ...codec].join(', ');
}

/**
 * The cases of one implementation: each option at its extremes, without a codec and with the first codec; and each codec at its default and
 * extreme levels, with default options. The contract tests choose more of them (format-contract.ts).
 */
export function formatCases(format: FormatMeta, implementation: FormatImplementationMeta): readonly FormatCase[] {
  const [defaults = {}, ...variations] = extremeOptions(implementation.options, format.label);
  const codecs = implementation.innerCodecs.flatMap(({ id, levels }) =>
    [...new Set(levels === null ? [null] : [levels.default, levels.min, levels.max])].map(
      (level): FormatContext['innerCodec'] => ({ id, level }),
    ),
  );
  const cases = [
    ...[null, ...codecs].map((innerCodec) => ({ options: defaults, innerCodec })),
    ...variations.flatMap((options) => [null, ...codecs.slice(0, 1)].map((innerCodec) => ({ options, innerCodec }))),
  ];
  return cases.map((given) => caseOf(format, implementation, given));
}

export const caseOf = (
  format: FormatMeta,
  implementation: FormatImplementationMeta,
  given: Pick<FormatCase, 'options' | 'innerCodec'>,
): FormatCase => ({ format, implementation, ...given, name: nameOf({ format, implementation, ...given }) });

export const formatContextOf = ({ options, innerCodec }: FormatCase, dataset: Dataset): FormatContext => ({
  options,
  innerCodec,
  schema: schemaOf(dataset),
});

/** The reason why the case does not support the operation for such a dataset; null if it does. */
export function caseUnsupportedReason(
  { implementation, options, innerCodec }: FormatCase,
  operation: FormatOperation,
  schema: DatasetSchema,
): string | null {
  return unsupportedReason(implementation, operation, schema, { options, innerCodec: innerCodec?.id ?? null });
}
