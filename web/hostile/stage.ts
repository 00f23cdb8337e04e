import { defaultSituation } from '../view/named-situations';
import { createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { ImportedSet } from '../../workers/model/imported-set';
import type { RunResult } from '../../workers/model/result';
import { createProgressStore } from '../state/progress-store';
import { createComparedRunStore } from '../state/compared-run';
import { answerId } from '../decide/answer-id';
import { ResultsRegion } from '../explore/ResultsRegion';
import '../results/AnswerTab';
import '../results/CompareTab';
import '../results/DetailsTab';
import type { ResultsView } from '../view/results-view';
import '../styles/base.css';

export interface RenderStage {
  /** Draws a run as the Explore page does. Returns defects of the drawing and messages of the console. */
  readonly drawRun: (
    result: RunResult,
    options: { readonly view: ResultsView; readonly imported: readonly ImportedSet[] },
  ) => Promise<string[]>;
  readonly draw: (element: ReactElement, isDrawn: (host: Element) => boolean) => Promise<string[]>;
  readonly close: () => void;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const noNumber = /NaN|Infinity|undefined/;
const nothing = () => undefined;

/** The tabs that draw a run, each with an element that is there once it has. */
const tabParts = [
  ['answer', `#${answerId}`],
  ['compare', '#scatter-title'],
  ['details', '[data-testid=sentence]'],
] as const;

/** An element in which pages are drawn one after another while console messages are recorded. */
export function createRenderStage(): RenderStage {
  const host = document.createElement('div');
  host.style.width = '1000px';
  document.body.append(host);
  const consoleMessages: string[] = [];
  const real = { error: console.error, warn: console.warn };
  const listen = (...words: unknown[]) => consoleMessages.push(words.map(String).join(' ').slice(0, 400));
  console.error = listen;
  console.warn = listen;
  const onError = ({ message }: ErrorEvent) => consoleMessages.push(message);
  window.addEventListener('error', onError);
  let turn = 0;

  const draw: RenderStage['draw'] = async (element, isDrawn) => {
    consoleMessages.length = 0;
    const root = createRoot(host, { onUncaughtError: (error) => consoleMessages.push(String(error)) });
    root.render(element);
    const limit = performance.now() + 30_000;
    do {
      await frame();
    } while (!isDrawn(host) && consoleMessages.length === 0 && performance.now() < limit);
    if (!isDrawn(host)) consoleMessages.push('was not drawn');
    await frame();
    await frame();
    const wrong = [...consoleMessages, ...wrongAttributes(host)];
    root.unmount();
    host.replaceChildren();
    return wrong;
  };
  return {
    draw,
    drawRun: async (result, { view, imported }) => {
      // Compared with itself at another time, a damaged run is drawn twice and has its table of pairs.
      const comparedRun = createComparedRunStore({ finished: async () => [] });
      comparedRun.openStored({ ...result, startedAt: '2020-01-01T00:00:00.000Z' });
      const wrong: string[] = [];
      for (const [tab, drawnPart] of tabParts) {
        turn += 1;
        wrong.push(
          ...(await draw(
            createElement(ResultsRegion, {
              key: turn,
              state: {
                life: { status: 'idle' },
                shown: { origin: { kind: 'import', fileName: 'mutated.json' }, result, running: false },
              },
              opening: false,
              view: { results: view, situation: defaultSituation, tab },
              choices: { onView: nothing, onSituation: nothing, onTab: nothing },
              actions: {
                onRun: nothing,
                onRunHere: nothing,
                onContinue: nothing,
                onDismiss: nothing,
                onClearStored: nothing,
              },
              next: { text: null, planDiffers: false, measureAll: null, addition: null },
              files: {
                onEncodedFile: async () => undefined,
                onArrowData: () => Promise.reject(new Error('No data are open here.')),
                onByteMap: () => Promise.reject(new Error('No file is encoded here.')),
                mappedFile: null,
              },
              beside: { imported, comparedRun },
              progress: createProgressStore(),
              parts: { situation: null, status: null, share: null, columns: null },
            }),
            (drawn) => drawn.querySelector(drawnPart) !== null,
          )),
        );
      }
      return wrong;
    },
    close: () => {
      console.error = real.error;
      console.warn = real.warn;
      window.removeEventListener('error', onError);
      host.remove();
    },
  };
}

function wrongAttributes(host: Element): string[] {
  const wrong: string[] = [];
  for (const element of host.querySelectorAll('svg, svg *, [style]')) {
    for (const { name, value } of element.attributes) {
      const isFigure =
        name === 'style' || (element instanceof SVGElement && !name.startsWith('aria-') && name !== 'class');
      if (isFigure && noNumber.test(value)) wrong.push(`<${element.tagName} ${name}="${value.slice(0, 120)}">`);
    }
  }
  return wrong;
}
