import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import { FormatlabError } from '../../workers/model/errors';
import { Button } from '../ui/Button';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { lazyPart } from '../ui/part-of-page';
import { SelectField } from '../ui/SelectField';
import styles from './AnswerActions.module.css';
import type { CodeChoice } from './beside-code';

/** The lines of all tools load when somebody opens them. */
const SnippetTabs = lazyPart(() => import('./SnippetTabs'));

/** A candidate whose file and code can be had. */
export interface FileChoice extends CodeChoice {
  /** Its place in the plan. */
  readonly index: number;
  /** False if it wrote no file. */
  readonly hasFile: boolean;
}

interface AnswerActionsProps {
  /** The best candidate first. No two have the same name. */
  readonly choices: readonly [FileChoice, ...FileChoice[]];
  /** Null if the data could not be made. */
  readonly schema: DatasetSchema | null;
  /** What the page changed when it read the user's file. */
  readonly notes: readonly string[];
  /** Encodes a candidate's file again and downloads it. Null where that is not possible. */
  readonly onDownload: ((candidate: number) => Promise<void>) | null;
  /** False if another program's file is the answer: then no button is filled. */
  readonly isFilled: boolean;
  /** What else stands in the menu. */
  readonly more: ReactNode;
}

/** Download and Code of the best candidate and, in the menu, of any other. */
export function AnswerActions({ choices, schema, notes, onDownload, isFilled, more }: AnswerActionsProps) {
  const [best] = choices;
  const [chosenName, setChosenName] = useState<string | null>(null);
  const chosen = choices.find(({ name }) => name === chosenName) ?? best;
  const [showsCode, setShowsCode] = useState(false);
  const [showsMenu, setShowsMenu] = useState(false);
  const { state, download } = useDownload(onDownload);
  const code = useRef<HTMLDialogElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  // What loads in the menu makes it higher.
  useEffect(() => {
    const element = menu.current;
    if (!showsMenu || element === null) return undefined;
    const observer = new ResizeObserver(() => placeBelow(element, menuButton.current));
    observer.observe(element);
    return () => observer.disconnect();
  }, [showsMenu]);
  const openCode = (name: string) => {
    setChosenName(name);
    setShowsCode(true);
    menu.current?.hidePopover();
    code.current?.showModal();
  };
  return (
    <div className={styles.actions}>
      {onDownload !== null && (
        <Button
          variant={isFilled ? 'primary' : 'secondary'}
          disabled={state.status === 'busy' || !best.hasFile}
          onClick={() => download(best.index)}
          aria-label={`Download the file of ${best.name}`}
        >
          {state.status === 'busy' ? 'Encoding…' : 'Download'}
        </Button>
      )}
      {schema !== null && <Button onClick={() => openCode(best.name)}>Code</Button>}
      <Button ref={menuButton} aria-label="More: other candidates, sharing and saving" popoverTarget={menuId}>
        ⋯
      </Button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="dialog"
        aria-label="Other candidates, sharing and saving"
        className={styles.menu}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Escape normally stops a run. Here it only closes the menu.
          event.preventDefault();
          menu.current?.hidePopover();
        }}
        onBeforeToggle={({ newState }) => setShowsMenu(newState === 'open')}
      >
        {showsMenu && (
          <>
            <SelectField
              label="Candidate"
              value={chosen.name}
              options={choices.map(({ name }) => ({ value: name, label: name }))}
              onChange={setChosenName}
            />
            <div className={styles.row}>
              {onDownload !== null && (
                <Button disabled={state.status === 'busy' || !chosen.hasFile} onClick={() => download(chosen.index)}>
                  {state.status === 'busy' ? 'Encoding…' : 'Download its file'}
                </Button>
              )}
              {schema !== null && <Button onClick={() => openCode(chosen.name)}>Its code</Button>}
            </div>
            {more}
          </>
        )}
      </div>
      {state.status === 'failed' && (
        <p className={styles.problem} role="alert">
          {state.message}
        </p>
      )}
      <dialog
        ref={code}
        className={styles.dialog}
        aria-label="Code"
        onClose={() => setShowsCode(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          code.current?.close();
        }}
      >
        <div className={styles.dialogHead}>
          <h2>{showsCode ? `Code that writes and reads ${chosen.name}` : 'Code'}</h2>
          <Button onClick={() => code.current?.close()}>Close</Button>
        </div>
        {showsCode && schema !== null && (
          <ErrorBoundary what="The code" loading={<p>Loading the code…</p>}>
            <SnippetTabs choices={choices} chosen={chosen} onChoose={setChosenName} schema={schema} notes={notes} />
          </ErrorBoundary>
        )}
      </dialog>
    </div>
  );
}

type DownloadState = { readonly status: 'idle' | 'busy' } | { readonly status: 'failed'; readonly message: string };

function useDownload(onDownload: AnswerActionsProps['onDownload']) {
  const [state, setState] = useState<DownloadState>({ status: 'idle' });
  const download = async (candidate: number) => {
    setState({ status: 'busy' });
    try {
      await onDownload?.(candidate);
      setState({ status: 'idle' });
    } catch (thrown) {
      setState({ status: 'failed', message: messageOf(thrown) });
    }
  };
  return { state, download };
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof FormatlabError) return [thrown.record.message, thrown.record.remedy].filter(Boolean).join(' ');
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const gapPx = 6;
const edgePx = 8;

/** Places the menu below its button, within the window. */
function placeBelow(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (menu === null || button === null) return;
  const [own, from] = [menu.getBoundingClientRect(), button.getBoundingClientRect()];
  const right = document.documentElement.clientWidth - edgePx;
  menu.style.left = `${Math.max(edgePx, Math.min(from.right - own.width, right - own.width))}px`;
  menu.style.top = `${Math.min(from.bottom + gapPx, Math.max(edgePx, window.innerHeight - own.height - edgePx))}px`;
}
