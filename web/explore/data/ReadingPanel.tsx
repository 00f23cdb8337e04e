import { useState } from 'react';
import {
  dateFormats,
  decimalMarks,
  delimiterChoices,
  maxSkippedLines,
  quoteEscapes,
  textEncodings,
  quoteCharacters,
  type ReadingOptions,
  thousandsMarks,
  timestampFormats,
} from '../../../workers/model/reading-options';
import type { OwnFileReport, DetectedReading } from '../../../workers/model/protocol/coordinator';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { SelectField } from '../../ui/SelectField';
import type { FileSample } from '../../../workers/model/plan';
import type { OwnFile } from '../../state/own-file';
import { CommittedTextField } from './CommittedTextField';
import styles from './ReadingPanel.module.css';
import {
  changedReading,
  choicesOf,
  decimalLabels,
  delimiterLabel,
  encodingLabel,
  escapeLabel,
  encodingsHelp,
  formatLabel,
  areNumberMarksEqual,
  readableNumbersText,
  nullWordEffect,
  quoteLabel,
  thousandsLabels,
} from './reading-words';
import { useWordCount } from './use-word-count';

interface ReadingPanelProps {
  readonly file: OwnFile;
  readonly report: OwnFileReport;
  /** True while the effects of other encodings, quotes and marks are being counted. */
  readonly isCounting: boolean;
  readonly reading: ReadingOptions;
  /** The sample that was read. Null if all of the file was. */
  readonly sample: FileSample | null;
  /** `keepsColumns` is false if the change may alter the columns, so that their chosen types no longer apply. */
  readonly onReading: (reading: ReadingOptions, keepsColumns: boolean) => void;
}

type Change = { readonly [K in keyof ReadingOptions]?: ReadingOptions[K] | undefined };
type OnChange = (change: Change) => void;

const found = 'found';
/** The maximum length of a null word in characters, as in the schema of the plan. */
const maxNullWordLength = 40;
const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** The settings with which the user's file is read. They were detected, and the user can correct them. Each choice states its effect. */
export function ReadingPanel({ file, report, isCounting, reading, sample, onReading }: ReadingPanelProps) {
  const { encoding, delimited } = report.found;
  const onChange: OnChange = (change) => {
    const next = changedReading(reading, change);
    onReading(next.reading, next.keepsColumns);
  };
  const { part, ...others } = reading;
  const changed = Object.keys(others).length;
  // What was opened stays open when the last change is taken back.
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.panel}
      open={isOpen || changed > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.head}>
        Reading options{' '}
        <span className={styles.note}>{changed === 0 ? 'as detected' : `${formatCount(changed)} changed`}</span>
      </summary>
      <div className={styles.grid}>
        {encoding !== undefined && (
          <Choice
            label="Encoding"
            value={reading.encoding}
            standard={encoding}
            options={choicesOf(
              textEncodings.map((value) => ({ value, label: encodingLabel(report.found.encodings, value) })),
              { present: encoding, isCounting },
            )}
            help={encodingsHelp(report.found.encodings)}
            onChange={(value) => onChange({ encoding: value })}
          />
        )}
        {report.found.header !== undefined && <Header {...{ header: report.found.header, reading, onChange }} />}
        {delimited !== undefined && <Dialect {...{ delimited, reading, isCounting, onChange }} />}
        <Rows {...{ report, reading, onChange }} />
      </div>
      {delimited !== undefined && <NullWords {...{ file, report, delimited, reading, sample, onChange }} />}
      <Button size="small" onClick={() => onReading(part === undefined ? {} : { part }, false)}>
        Reset to detected settings
      </Button>
    </details>
  );
}

/** A select field whose first option restores the setting that was detected. */
function Choice<T extends string>({
  label,
  value,
  standard,
  options,
  help,
  onChange,
}: {
  readonly label: string;
  readonly value: T | undefined;
  readonly standard: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  readonly help?: string | undefined;
  readonly onChange: (value: T | undefined) => void;
}) {
  const name = options.find((option) => option.value === standard)?.label.split(' · ')[0] ?? standard;
  return (
    <SelectField
      label={label}
      help={help}
      value={value ?? found}
      options={[{ value: found, label: value === undefined ? `${name} · detected` : 'As detected' }, ...options]}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
    />
  );
}

function Dialect({
  delimited,
  reading,
  isCounting,
  onChange,
}: {
  readonly delimited: NonNullable<DetectedReading['delimited']>;
  readonly reading: ReadingOptions;
  readonly isCounting: boolean;
  readonly onChange: OnChange;
}) {
  const { options: now } = delimited;
  const fits = (label: string, what: string | null) => (what === null ? label : `${label} · ${what}`);
  const asText = { value: 'text', label: 'Keep as text' } as const;
  return (
    <>
      <Choice
        label="Delimiter"
        value={reading.delimiter}
        standard={now.delimiter}
        options={delimiterChoices.map((value) => ({ value, label: delimiterLabel(delimited, value) }))}
        onChange={(delimiter) => onChange({ delimiter })}
      />
      <Choice
        label="Quote"
        value={reading.quote}
        standard={now.quote}
        options={choicesOf(
          keys(quoteCharacters).map((value) => ({ value, label: quoteLabel(delimited, value) })),
          { present: now.quote, isCounting },
        )}
        onChange={(quote) => onChange({ quote })}
      />
      <Choice
        label="Escape"
        value={reading.quoteEscape}
        standard={now.quoteEscape}
        options={quoteEscapes.map((value) => ({ value, label: escapeLabel(delimited, value) }))}
        onChange={(quoteEscape) => onChange({ quoteEscape })}
      />
      <CommittedTextField
        label="Lines to skip"
        value={String(reading.skippedLines ?? now.skippedLines)}
        help={`Lines before the header that are not read${reading.skippedLines === undefined ? ', as detected' : ''}.`}
        problem={(text) =>
          /^\d{1,4}$/u.test(text) && Number(text) <= maxSkippedLines
            ? null
            : `Write a whole number from 0 to ${formatCount(maxSkippedLines)}.`
        }
        onCommit={(text) => onChange({ skippedLines: Number(text) })}
      />
      <Header {...{ header: now.header, reading, onChange }} />
      <Choice
        label="Decimal mark"
        value={reading.decimalMark}
        standard={now.decimalMark}
        options={choicesOf(
          keys(decimalMarks).map((value) => ({
            value,
            label: fits(
              decimalLabels[value],
              readableNumbersText(delimited, value, areNumberMarksEqual(value, now.thousands) ? 'none' : now.thousands),
            ),
            disabled: reading.thousands !== undefined && areNumberMarksEqual(value, reading.thousands),
          })),
          { present: now.decimalMark, isCounting },
        )}
        onChange={(decimalMark) => onChange({ decimalMark })}
      />
      <Choice
        label="Thousands"
        value={reading.thousands}
        standard={now.thousands}
        options={choicesOf(
          keys(thousandsMarks).map((value) => ({
            value,
            label: fits(
              thousandsLabels[value],
              readableNumbersText(
                delimited,
                areNumberMarksEqual(now.decimalMark, value) ? (value === 'comma' ? 'point' : 'comma') : now.decimalMark,
                value,
              ),
            ),
            disabled: reading.decimalMark !== undefined && areNumberMarksEqual(reading.decimalMark, value),
          })),
          { present: now.thousands, isCounting },
        )}
        onChange={(thousands) => onChange({ thousands })}
      />
      <Choice
        label="Dates"
        value={reading.dateFormat}
        standard={now.dateFormat}
        options={[...dateFormats.map((value) => ({ value, label: formatLabel(delimited, value) })), asText]}
        onChange={(dateFormat) => onChange({ dateFormat })}
      />
      <Choice
        label="Dates with times"
        value={reading.timestampFormat}
        standard={now.timestampFormat}
        options={[...timestampFormats.map((value) => ({ value, label: formatLabel(delimited, value) })), asText]}
        onChange={(timestampFormat) => onChange({ timestampFormat })}
      />
    </>
  );
}

function Header({
  header,
  reading,
  onChange,
}: {
  readonly header: boolean;
  readonly reading: ReadingOptions;
  readonly onChange: OnChange;
}) {
  return (
    <Choice
      label="Header"
      value={reading.header === undefined ? undefined : reading.header ? 'yes' : 'no'}
      standard={header ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: 'In the first line · this line is not a row' },
        { value: 'no', label: 'None · the first line is a row' },
      ]}
      onChange={(value) => onChange({ header: value === undefined ? undefined : value === 'yes' })}
    />
  );
}

function Rows({
  report,
  reading,
  onChange,
}: {
  readonly report: OwnFileReport;
  readonly reading: ReadingOptions;
  readonly onChange: OnChange;
}) {
  const { fileRows } = report;
  const half = Math.max(1, Math.floor(fileRows / 2));
  const chosen = reading.rows === undefined ? 'all' : (reading.rowsFrom ?? 'start');
  return (
    <>
      <SelectField
        label="Rows"
        value={chosen}
        options={[
          { value: 'all', label: `All ${formatCount(fileRows)}` },
          { value: 'start', label: `The first · of ${formatCount(fileRows)}` },
          { value: 'spread', label: `Evenly spread · of ${formatCount(fileRows)}` },
        ]}
        onChange={(value) =>
          onChange(
            value === 'all'
              ? { rows: undefined, rowsFrom: undefined }
              : { rows: reading.rows ?? half, rowsFrom: value === 'spread' ? 'spread' : undefined },
          )
        }
      />
      {reading.rows !== undefined && (
        <CommittedTextField
          label="How many rows"
          value={String(reading.rows)}
          help={`Leaves out ${plural(Math.max(0, fileRows - reading.rows), 'row')}.`}
          problem={(text) => (/^[1-9]\d{0,8}$/u.test(text) ? null : 'Write a whole number from 1.')}
          onCommit={(text) => onChange({ rows: Number(text) })}
        />
      )}
    </>
  );
}

function NullWords({
  file,
  report,
  delimited,
  reading,
  sample,
  onChange,
}: {
  readonly file: OwnFile;
  readonly report: OwnFileReport;
  readonly delimited: NonNullable<DetectedReading['delimited']>;
  readonly reading: ReadingOptions;
  readonly sample: FileSample | null;
  readonly onChange: OnChange;
}) {
  const [typed, setTyped] = useState('');
  const word = typed.trim();
  const { options, nullWords: counts } = delimited;
  const chosen = reading.nullWords ?? options.nullWords;
  const inText = reading.nullWordsInText ?? false;
  const typedCount = useWordCount(
    { file, report, reading, sample },
    word.length <= maxNullWordLength && !chosen.includes(word) ? word : '',
  );
  const textValues = counts.reduce(
    (sum, { word: each, inText: count }) => sum + (chosen.includes(each) ? count : 0),
    0,
  );
  return (
    <fieldset className={styles.words}>
      <legend className={styles.legend}>Words that stand for null</legend>
      {counts.length === 0 && <p className={styles.note}>The file contains none of the usual words (NA, null, - …).</p>}
      {counts.map(({ word, inOthers, inText: texts }) => (
        <Checkbox
          key={word}
          checked={chosen.includes(word)}
          onChange={(checked) =>
            onChange({ nullWords: checked ? [...chosen, word] : chosen.filter((each) => each !== word) })
          }
        >
          <code>{word}</code>{' '}
          <span className={styles.note}>
            {chosen.includes(word)
              ? `${plural(inOthers + (inText ? texts : 0), 'value')} became null${texts > 0 && !inText ? `, ${formatCount(texts)} stay text` : ''}`
              : nullWordEffect({ inOthers, inText: texts })}
          </span>
        </Checkbox>
      ))}
      <Checkbox checked={inText} onChange={(checked) => onChange({ nullWordsInText: checked || undefined })}>
        In columns of text, too{' '}
        <span className={styles.note}>
          {inText ? 'applied' : `${plural(textValues, 'text value')} would become null`}
        </span>
      </Checkbox>
      <CommittedTextField
        label="Another word"
        value=""
        help={`Links contain this word. ${typedCount}`.trim()}
        onText={setTyped}
        problem={(text) =>
          text.trim().length > maxNullWordLength ? `Write at most ${maxNullWordLength} characters.` : null
        }
        onCommit={(text) => {
          if (text.trim() !== '' && !chosen.includes(text.trim())) onChange({ nullWords: [...chosen, text.trim()] });
        }}
      />
    </fieldset>
  );
}
