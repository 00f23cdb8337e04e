import { memo, useMemo } from 'react';
import { settingKey, type TriedSetting, variantKey } from '../../workers/model/column-search';
import { ShapeSwatch } from '../charts/Mark';
import { markShapes } from '../charts/mark-style';
import chart from '../charts/chart.module.css';
import styles from './ColumnSearch.module.css';
import { codecText, encodingText, settingColor, settingText } from './setting-words';
import { TrialPlot } from './TrialPlot';

interface ColumnPlotsProps {
  readonly trials: readonly TriedSetting[];
  readonly columns: readonly string[];
  readonly best: ReadonlyMap<string, TriedSetting>;
  readonly counted: readonly string[];
}

/** Size against decode time of every setting, one small chart for each column. The colour is the codec's, the shape the encoding's. */
export const ColumnPlots = memo(function ColumnPlots({ trials, columns, best, counted }: ColumnPlotsProps) {
  const encodings = useMemo(() => [...new Set(trials.map(({ setting }) => setting.encoding))].sort(), [trials]);
  const codecs = useMemo(
    () => [...new Map(trials.map(({ setting }) => [codecText(setting.codec), setting])).entries()],
    [trials],
  );
  const shapeOf = (encoding: string) => markShapes[encodings.indexOf(encoding)] ?? 'dome';
  return (
    <>
      <ul className={styles.legend} aria-label="Encodings and codecs">
        {encodings.map((encoding) => (
          <li key={encoding}>
            <ShapeSwatch shape={shapeOf(encoding)} color="var(--ink-soft)" />
            {encodingText(encoding)}
          </li>
        ))}
        {codecs.map(([text, setting]) => (
          <li key={text}>
            <ShapeSwatch shape="circle" color={settingColor(setting)} />
            {text}
          </li>
        ))}
      </ul>
      <div className={styles.panels}>
        {columns.map((name) => {
          const own = trials.filter(({ column }) => column === name);
          const chosen = best.get(name);
          // Trials of the sample, of other orders of rows and of other layouts have other sizes, so they aren't drawn beside each other.
          const variant = chosen === undefined ? null : variantKey(chosen.variant);
          const all = own.filter(
            (trial) => trial.allRows && (variant === null || variantKey(trial.variant) === variant),
          );
          const shown = all.length > 0 ? all : own.filter((trial) => !trial.allRows);
          if (shown.length === 0) return null;
          return (
            <TrialPlot
              key={name}
              title={name}
              counted={counted}
              note={all.length > 0 ? '' : ', of the sample'}
              marks={shown.map((trial) => ({
                key: settingKey(trial.setting),
                label: settingText(trial.setting),
                sizeBytes: trial.sizeBytes,
                decodeMs: trial.decodeMs,
                encodeMs: trial.encodeMs,
                color: settingColor(trial.setting),
                shape: shapeOf(trial.setting.encoding),
                isChosen: trial === chosen,
              }))}
            />
          );
        })}
      </div>
      <p className={chart.note}>The ringed mark of each column is chosen.</p>
    </>
  );
});
