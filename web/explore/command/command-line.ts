import { defaultFileSample, type Plan, withoutFound } from '../../../workers/model/plan';
import { writeFragment } from '../../links/fragment';
import { writeSituation } from '../../links/situation-text';
import type { OwnFile, ReadyFile } from '../../state/own-file';
import type { Situation } from '../../view/situation';
import { startView } from '../../view/start-view';
import type { View } from '../../view/view';
import { viewForSituation, viewOfOpened } from '../opened-view';
import { schemaOfPlan, withFileName } from '../plan-checks';
import { unsafeCharacters } from './unsafe-characters.mjs';

/**
 * The line that measures on the command line what the page shows, and answers for the same situation.
 * @param opened the file of the view’s plan. Null if its data are generated
 */
export function commandLine(view: View, opened: ReadyFile | null): string {
  const words = ['npx', 'formatlab', ...(opened === null ? [] : namesOf(opened.file))];
  const short = opened === null ? null : shortOptions(view, opened);
  const options = short ?? ['--view', `#${writeFragment({ ...view, drawer: null })}`];
  return [...words, ...options].map(shellWord).join(' ');
}

/** The situation and the budget as options. Null if the view differs in anything else from what the command measures with them. */
function shortOptions(view: View, opened: ReadyFile): string[] | null {
  const { plan, situation } = view;
  const start = startView();
  const budget = plan.budget ?? start.plan.budget;
  const asked = { ...start, plan: { ...start.plan, ...(budget === undefined ? {} : { budget }) } };
  const unchosen: ReadyFile = {
    ...opened,
    columnTypes: null,
    malformed: 'fatal',
    reading: {},
    sample: defaultFileSample,
  };
  const base = viewOfOpened(asked, unchosen, schemaOfPlan(start.plan, { status: 'none' }));
  const isUsual = sameSituation(base.situation, situation);
  const found = isUsual ? base : viewForSituation(base, situation, opened.report);
  if (planText(found.plan) !== planText(plan)) return null;
  return [
    // The page calls it so; links keep that name for an earlier situation.
    ...(isUsual ? [] : ['--for', writeSituation(situation).replace(/^columnAnalytics/u, 'analytics')]),
    ...(budget === start.plan.budget || budget === undefined ? [] : ['--budget', String(budget)]),
  ];
}

const sameSituation = (a: Situation, b: Situation) => writeSituation(a) === writeSituation(b);
const planText = (plan: Plan) => JSON.stringify(Object.entries(withFileName(withoutFound(plan), null)).sort());

function namesOf(file: OwnFile): string[] {
  const names = file instanceof File ? [file.name] : file.files.map(({ path }) => path);
  return names.map((name) => (name.startsWith('-') ? `./${name}` : name));
}

const plainWord = /^[\w./:=,@%+-]+$/u;
/** A terminal would act on these as they are pasted. */
const controls = new RegExp(unsafeCharacters, 'u');

/** A text as one word of bash and zsh, and of every POSIX shell if it has no control characters. */
export function shellWord(text: string): string {
  if (plainWord.test(text)) return text;
  if (!controls.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...text].map((character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    if (!controls.test(character)) return character;
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}
