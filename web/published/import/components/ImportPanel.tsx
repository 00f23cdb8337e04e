import { useId, useRef, useState } from 'react';
import { toErrorRecord } from '../../../../workers/model/errors';
import type { ImportedSet } from '../../../../workers/model/imported-set';
import type { RunResult } from '../../../../workers/model/result';
import { useFileArrival } from '../../../ui/use-file-arrival';
import { formatCount } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { resultFileLimitBytes } from '../../../links/parse-result';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Notice } from '../../../ui/Notice';
import { Select } from '../../../ui/Select';
import { browserReaders } from '../readers/browser-readers';
import type { RawTable } from '../readers/given-table';
import styles from './Import.module.css';
import { MappingEditor } from './MappingEditor';
import { recogniseImport } from '../readers/recognise';
import { RunChoice } from './RunChoice';

interface ImportPanelProps {
  /** The imported sets that this browser keeps. */
  readonly sets: readonly ImportedSet[];
  readonly onSet: (set: ImportedSet) => void;
  /** Shows an imported Formatlab run on the Explore page. */
  readonly onRun: (result: RunResult, name: string) => void;
}

interface Given {
  readonly name: string;
  readonly tables: readonly RawTable[];
  /** Counts imports. It is a React key, so that each imported table starts with its own guesses. */
  readonly turn: number;
}

/** An imported run, until the user chooses to open or keep it. */
interface ArrivedRun {
  readonly name: string;
  /** The name of the file. Null if the run was pasted. */
  readonly fileName: string | null;
  readonly result: RunResult;
  readonly turn: number;
}

const shownCharacters = 20_000;

/**
 * The box for importing a table or a run by pasting, dropping or choosing a file. Nothing is stored until the user
 * confirms.
 */
export function ImportPanel({ sets, onSet, onRun }: ImportPanelProps) {
  const [text, setText] = useState('');
  /** True if the box shows only the beginning of a long text. A text area with 10⁵ lines would freeze the page. */
  const [isCut, setIsCut] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const [run, setRun] = useState<ArrivedRun | null>(null);
  const [tableIndex, setTableIndex] = useState(0);
  const [problem, setProblem] = useState<{ readonly message: string; readonly remedy: string | undefined } | null>(
    null,
  );
  const [kept, setKept] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const turns = useRef(0);
  const id = useId();

  const take = async (content: string, name: string, fileName: string | null = null) => {
    turns.current += 1;
    const turn = turns.current;
    setKept(null);
    setProblem(null);
    setRun(null);
    if (content.trim() === '') {
      setGiven(null);
      return;
    }
    try {
      const arrival = await recogniseImport(content, name, browserReaders);
      if (turn !== turns.current) return;
      if (arrival.kind === 'run') {
        setGiven(null);
        setRun({ name, fileName, result: arrival.result, turn });
      }
      if (arrival.kind === 'set') keep(arrival.set);
      if (arrival.kind === 'tables') {
        setGiven({ name, tables: arrival.tables, turn });
        setTableIndex(0);
      }
    } catch (thrown) {
      if (turn !== turns.current) return;
      const { message, remedy } = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
      setGiven(null);
      setProblem({ message, remedy });
    }
  };
  const show = (content: string) => {
    setText(content.slice(0, shownCharacters));
    setIsCut(content.length > shownCharacters);
  };
  const keep = (set: ImportedSet) => {
    onSet(set);
    show('');
    setGiven(null);
    setRun(null);
    setKept(set.title);
  };
  const takeFile = async (file: File) => {
    if (file.size > resultFileLimitBytes) {
      setGiven(null);
      setRun(null);
      setProblem({
        message: `${file.name} has ${(file.size / 1e6).toFixed(0)} MB; the limit is ${(resultFileLimitBytes / 1e6).toFixed(0)} MB.`,
        remedy: undefined,
      });
      return;
    }
    const content = await file.text();
    show(content);
    await take(content, file.name, file.name);
  };
  const hovering = useFileArrival((file) => void takeFile(file));
  const table = given?.tables[tableIndex];

  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`} data-over={hovering}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          Import your own
        </h2>
        <p id={`${id}-help`} className={styles.small}>
          A table as CSV, TSV, Markdown, HTML or copied from a page or a spreadsheet; a result of{' '}
          <code>npm run bench</code>; somebody’s link or exported run;{' '}
          <a href="schemas/imported-v2.schema.json">our own JSON</a>. It stays in this browser.
        </p>
      </div>
      <textarea
        className={styles.paste}
        aria-label="Paste a table"
        aria-describedby={`${id}-help`}
        aria-invalid={problem !== null}
        placeholder={
          'Paste a table here, or drop a file anywhere\n\nFormat      Write time (ms)   Size\nParquet     12.5              1.2 MB'
        }
        spellCheck={false}
        readOnly={isCut}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          void take(target.value, 'The pasted text');
        }}
        onPaste={(event) => {
          const html = event.clipboardData.getData('text/html');
          const plain = event.clipboardData.getData('text/plain');
          // A table copied from a web page keeps its merged cells only in the HTML of the clipboard.
          const isTable = text === '' && /<table[\s>]/i.test(html);
          if (!isTable && plain.length <= shownCharacters) return;
          event.preventDefault();
          show(plain);
          void take(isTable ? html : plain, isTable ? 'The pasted table' : 'The pasted text');
        }}
      />
      <div className={styles.row}>
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,.md,.markdown,.html,.htm,.json,text/*,application/json"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void takeFile(file);
          }}
        />
        <Button onClick={() => picker.current?.click()}>
          <Icon name="upload" />
          Choose a file…
        </Button>
        {text !== '' && (
          <Button
            variant="plain"
            onClick={() => {
              show('');
              void take('', '');
            }}
          >
            Clear
          </Button>
        )}
        {isCut && (
          <span className={styles.small}>
            Its first {formatCount(shownCharacters)} characters are shown; all of it is read.
          </span>
        )}
        {given !== null && given.tables.length > 1 && (
          <Select
            aria-label={`Which of the ${given.tables.length} tables`}
            value={String(tableIndex)}
            options={given.tables.map(({ title, rows }, index) => ({
              value: String(index),
              label: `Table ${index + 1}${title === '' ? '' : `: ${title}`} (${plural(rows.length, 'row')})`,
            }))}
            onChange={(value) => setTableIndex(Number(value))}
            style={{ width: 'auto' }}
          />
        )}
      </div>
      {problem !== null && (
        <Notice tone="danger" title="This can’t be imported." live>
          {problem.message} {problem.remedy}
        </Notice>
      )}
      {kept !== null && (
        <Notice tone="info" live>
          “{kept}” is kept in this browser: see “Imported by you” below. Its figures stand beside your runs on Explore
          as hollow marks where they can be compared.
        </Notice>
      )}
      {run !== null && (
        <RunChoice
          key={`run ${run.turn}`}
          result={run.result}
          fileName={run.fileName}
          sets={sets}
          onOpen={() => onRun(run.result, run.name)}
          onKeep={keep}
        />
      )}
      {given !== null && table !== undefined && (
        <MappingEditor key={`${given.turn} ${tableIndex}`} table={table} onKeep={keep} />
      )}
    </section>
  );
}
