import type { OptionDescriptor, OptionValue, OptionValues } from '../../workers/model/options';
import { formatCount } from './figures';
import { optionValueText } from './option-value-text';

/**
 * The texts of the options that differ from those of `others`, and of the options in `unusual` that are not at their default. A default is named only where nothing else
 * differs (“protocol 4”, “protocol 5”): beside “page index, bloom filters”, a name without them says enough.
 */
export function distinguishingOptions(
  options: OptionValues,
  unusual: readonly OptionDescriptor[],
  descriptors: readonly OptionDescriptor[],
  others: readonly OptionValues[],
  choicesNamed: boolean,
): string[] {
  const valuesById = new Map<string, Set<OptionValue>>();
  for (const [id, value] of others.flatMap((other) => Object.entries(other)))
    valuesById.set(id, (valuesById.get(id) ?? new Set()).add(value));
  const varying = new Set([...valuesById].flatMap(([id, values]) => (values.size > 1 ? [id] : [])));
  return Object.entries(options).flatMap(([id, value]) => {
    const descriptor = descriptors.find((option) => option.id === id);
    const isDefault = descriptor?.default === value;
    const isNamed = isDefault
      ? varying.has(id) && varying.size === 1
      : varying.has(id) || unusual.some((option) => option.id === id);
    return isNamed ? [optionText(descriptor, id, value, choicesNamed, [...(valuesById.get(id) ?? [])])] : [];
  });
}

/** The longest text that a name quotes. */
const quotedLength = 24;

/**
 * An option as a short text for a label. Numbers need the option's name. A format's choices are clear without it (“bulk”), a codec's are not
 * (“128 MiB”, “bits”). A long text is left out. `values` are those of all candidates of the format: where several texts are left out, each gets a number.
 */
function optionText(
  descriptor: OptionDescriptor | undefined,
  id: string,
  value: OptionValue,
  choicesNamed: boolean,
  values: readonly OptionValue[],
): string {
  const label = (descriptor?.label ?? id).toLowerCase();
  const off = descriptor?.offInName ?? `no ${label}`;
  if (typeof value === 'boolean') return value ? label : off;
  if (value === 0 && descriptor?.type === 'integer' && descriptor.default === 0) return off;
  if (descriptor?.type === 'text') {
    if (value === '') return off;
    const { isNamedByLabel = false } = descriptor;
    const unquoted = values.filter((text) => text !== '' && (isNamedByLabel || String(text).length > quotedLength));
    if (unquoted.includes(value)) return unquoted.length > 1 ? `${label} (${unquoted.indexOf(value) + 1})` : label;
  }
  if (descriptor?.type !== 'choice') {
    if (typeof value !== 'number') return `${label} ${value}`;
    const unit = unitOf(descriptor);
    const textOf = (number: OptionValue) => optionValueText(unit, Number(number));
    // Sizes are rounded, unless another candidate's would read the same. “Rows per page 1,000” says already what is counted.
    const isExact = values.some((other) => other !== value && textOf(other) === textOf(value));
    if (isExact) return `${label} ${formatCount(value)} ${unit}`;
    return `${label} ${unit !== undefined && label.startsWith(unit) ? formatCount(value) : textOf(value)}`;
  }
  const text = descriptor.choices.find((choice) => choice.value === value)?.inName ?? choiceText(descriptor, value);
  return choicesNamed && descriptor.namedByChoice !== true ? `${label} ${text}` : text;
}

/** All options as text, each with its name, but texts that are empty. */
export const optionsText = (options: OptionValues, descriptors: readonly OptionDescriptor[]) =>
  Object.entries(options)
    // An empty text sets nothing.
    .filter(([, value]) => value !== '')
    .map(([id, value]) =>
      optionInFull(
        descriptors.find((option) => option.id === id),
        id,
        value,
      ),
    )
    .join(', ');

function optionInFull(descriptor: OptionDescriptor | undefined, id: string, value: OptionValue): string {
  const label = descriptor?.label ?? id;
  if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`;
  return `${label}: ${descriptor?.type === 'choice' ? choiceText(descriptor, value) : typeof value === 'number' ? optionValueText(unitOf(descriptor), value) : value}`;
}

const unitOf = (descriptor: OptionDescriptor | undefined) =>
  descriptor !== undefined && 'unit' in descriptor ? descriptor.unit : undefined;

const choiceText = ({ choices }: Extract<OptionDescriptor, { type: 'choice' }>, value: OptionValue) =>
  choices.find((choice) => choice.value === value)?.label ?? String(value);
