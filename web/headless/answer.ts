import * as v from 'valibot';
import type { Budget } from '../../workers/model/budget';
import { budgetSchema } from '../../workers/model/budget';
import { FormatlabError } from '../../workers/model/errors';
import { parseWithSchema } from '../../workers/model/parse';
import { checkPlan } from '../../workers/registry/check-plan';
import { estimatePlan } from '../../workers/registry/estimate';
import { viewForSituation, viewOfOpened } from '../explore/opened-view';
import { mainDataset } from '../explore/plan-edit';
import { fileOfPlan, schemaOfPlan, withDataBytes } from '../explore/plan-checks';
import { fractionDone, progressWords } from '../explore/run/progress-words';
import { startOpened } from '../explore/start-run';
import type { CommandAnswer } from '../links/command-result';
import { readFragment, writeFragment } from '../links/fragment';
import { redact } from '../links/redact';
import { readSituation } from '../links/situation-text';
import { deviceMemoryGiB } from '../state/device-memory';
import { ownFileOf } from '../state/file-set';
import type { FileChoices, ReadyFile } from '../state/own-file';
import { isActive } from '../state/run-reducer';
import { createServices, type Services } from '../state/services';
import { type Situation, situationSchema } from '../view/situation';
import { namedSituations, offeredSituationIds } from '../view/named-situations';
import type { View } from '../view/view';
import { cardOfRun } from './card-of-run';

/** What the command asks the page. */
export interface AnswerRequest {
  /** A view as the page’s address has it after “#”. Null: what the page measures of a file by itself. */
  readonly view: string | null;
  /** A situation as links write it: `archive`, or `download,reads:50`. Null: that of the view. */
  readonly situation: string | null;
  /** Null: that of the view. */
  readonly budget: unknown;
  /** Null: found out. */
  readonly type: string | null;
  /** Reading options by their names. */
  readonly reading: Readonly<Record<string, unknown>>;
}

/** How far the command is. */
export interface AnswerProgress {
  readonly primary: string;
  readonly secondary: string;
  /** From 0 to 1. Null if it is not known. */
  readonly fraction: number | null;
}

/**
 * Opens the files as the page does, measures them, and answers. One call at a time.
 * @throws {FormatlabError} if the files can’t be read or measured
 */
export async function answerOfFiles(
  files: readonly File[],
  request: AnswerRequest,
  onProgress: (progress: AnswerProgress) => void,
): Promise<CommandAnswer> {
  const services = createServices();
  const asked = await viewOf(request, services.view.get().view);
  services.view.set(asked);
  // Generated data need no file.
  const opened =
    mainDataset(asked.plan).source === 'workload' && files.length === 0 && request.view !== null
      ? null
      : await open(services, files, request, onProgress);
  if (request.situation !== null) setSituation(services, situationOf(request.situation), opened);
  const end = tellProgress(services, opened, onProgress);
  try {
    await measure(services);
  } finally {
    end();
  }
  const { shown, life } = services.run.get();
  if (life.status === 'crashed') throw new FormatlabError(life.error);
  if (shown === null) throw new FormatlabError({ tag: 'internal', stage: 'load', message: 'The run has no results.' });
  const { view } = services.view.get();
  const { card, recipe } = await cardOfRun(shown, view.situation);
  return {
    view: writeFragment(view),
    situation: view.situation,
    card,
    recipe,
    result: redact(shown.result, { fileName: true, columnNames: true }),
  };
}

async function viewOf({ view: fragment, budget }: AnswerRequest, start: View): Promise<View> {
  const { view, problem } = fragment === null ? { view: start, problem: null } : await readFragment(fragment, start);
  if (problem !== null)
    throw refused(problem, 'Copy the command on the page again, or leave out --view to measure the file as it is.');
  const chosen = budget === null ? {} : { budget: budgetOf(budget) };
  return { ...view, page: 'explore', source: null, drawer: null, plan: checkPlan({ ...view.plan, ...chosen }) };
}

const refused = (message: string, remedy: string) =>
  new FormatlabError({ tag: 'malformedInput', stage: 'parse', message: message.slice(0, 2_000), remedy });

function budgetOf(budget: unknown): Budget {
  const found = v.safeParse(budgetSchema, budget);
  if (found.success) return found.output;
  throw refused(
    `--budget is ${JSON.stringify(budget)}, which is no budget of a run.`,
    `Give the seconds, one of ${budgetSchema.options.filter((each) => typeof each === 'number').join(', ')}, or the word untilDecided.`,
  );
}

/** The situation that `--for` names, by its label on the page or by its id in links. */
function situationOf(asked: string): Situation {
  const [name = '', ...changes] = asked.split(',');
  const id = offeredSituationIds.find((each) => namedSituations[each].label.toLowerCase() === name.toLowerCase());
  if (id === undefined && !offeredSituationIds.some((each) => each === name))
    throw refused(
      `--for names the situation “${name.slice(0, 40)}”, which there is not.`,
      `Name one of ${offeredSituationIds.map((each) => namedSituations[each].label.toLowerCase()).join(', ')}, with changes after commas: --for archive,reads:5`,
    );
  return parseWithSchema(situationSchema, readSituation([id ?? name, ...changes].join(',')), 'situation of --for');
}

async function open(
  services: Services,
  files: readonly File[],
  { type, reading, view }: AnswerRequest,
  onProgress: (progress: AnswerProgress) => void,
): Promise<ReadyFile> {
  const { view: views, ownFile } = services;
  const file = await ownFileOf(files);
  if (typeof file === 'string') throw refused(file, 'Name a file with data.');
  const before = schemaOfPlan(views.get().view.plan, { status: 'none' });
  const main = mainDataset(views.get().view.plan);
  // A copied command says how to read its file. That also holds if the file's size has changed since.
  const ofView = view !== null && main.source === 'ownFile' ? main : null;
  const choices = {
    ...(ofView === null
      ? {}
      : {
          type: ofView.type,
          columnTypes: ofView.columnTypes,
          sample: ofView.sample ?? null,
          ...(ofView.malformed === undefined ? {} : { malformed: ofView.malformed }),
        }),
    ...(type === null ? {} : { type }),
    reading: { ...ofView?.reading, ...reading },
  } as FileChoices;
  const unsubscribe = ownFile.subscribe(() => {
    const state = ownFile.get();
    if (state.status === 'reading') onProgress({ primary: state.stage, secondary: file.name, fraction: state.share });
  });
  const state = await ownFile.choose(file, choices, (ready) =>
    views.set(viewOfOpened(views.get().view, ready, before)),
  );
  unsubscribe();
  if (state?.status === 'ready') return state;
  throw state?.status === 'failed'
    ? new FormatlabError(state.error)
    : new FormatlabError({ tag: 'cancelled', stage: 'import', message: 'The file was not read.' });
}

function setSituation({ view: views }: Services, situation: Situation, opened: ReadyFile | null): void {
  const { view } = views.get();
  views.set(opened === null ? { ...view, situation } : viewForSituation(view, situation, opened.report));
}

function measure(services: Services): Promise<void> {
  const { run } = services;
  const reason = startOpened(services, { byUser: true });
  if (reason !== null)
    throw new FormatlabError({ tag: 'unsupported', stage: 'import', message: `Nothing is measured. ${reason}` });
  return new Promise((resolve) => {
    const look = () => {
      if (isActive(run.get().life)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = run.subscribe(look);
    look();
  });
}

/** Tells the progress in the words of the page, until the returned function is called. */
function tellProgress(
  { run, progress, view, ownFile }: Services,
  opened: ReadyFile | null,
  onProgress: (progress: AnswerProgress) => void,
): () => void {
  const { plan } = view.get().view;
  const schema = schemaOfPlan(plan, fileOfPlan(plan, ownFile.get()));
  const estimate = estimatePlan(withDataBytes(plan, opened?.report.dataBytes ?? null), deviceMemoryGiB(), {
    schema,
    leads: true,
  });
  const tell = () => {
    const { life } = run.get();
    if (isActive(life))
      onProgress({ ...progressWords(life, progress.get(), estimate), fraction: fractionDone(progress.get()) });
  };
  const ends = [run.subscribe(tell), progress.subscribe(tell)];
  return () => {
    for (const end of ends) end();
  };
}
