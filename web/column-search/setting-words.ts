import type { ColumnSetting } from '../../workers/model/column-search';
import { formats } from '../../workers/registry/metadata';
import { codecColor, levelFraction } from '../styles/codec-colors';

const parquet = formats.get('parquet')?.implementations.find(({ id }) => id === 'arrow-rs');

/** “Dictionary, zstd 1” */
export const settingText = ({ encoding, codec }: ColumnSetting): string =>
  `${encodingText(encoding)}, ${codecText(codec)}`;

export function encodingText(encoding: string): string {
  const option = parquet?.options.find(({ id }) => id === 'encoding');
  const label = option?.type === 'choice' ? option.choices.find(({ value }) => value === encoding)?.label : undefined;
  return label ?? encoding;
}

export function codecText(codec: ColumnSetting['codec']): string {
  if (codec === null) return 'no codec';
  const label = metaOf(codec)?.label ?? codec.id;
  return codec.level === null ? label : `${label} ${codec.level}`;
}

const metaOf = (codec: ColumnSetting['codec']) => parquet?.innerCodecs.find(({ id }) => id === codec?.id);

/** The colour of the codec and its level, as in all charts. */
export function settingColor({ codec }: ColumnSetting): string {
  const meta = metaOf(codec);
  return meta === undefined
    ? codecColor('none')
    : codecColor(meta.family, levelFraction(codec?.level ?? null, meta.levels));
}
