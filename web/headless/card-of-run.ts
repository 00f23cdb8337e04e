import { efforts } from '../../workers/model/plan';
import type { Recipe } from '../../workers/model/recipe';
import { looksOf } from '../../workers/model/statistics/looks';
import { answerOf } from '../decide/answer';
import { barRows, usedParts } from '../decide/bar-rows';
import { cardText, keepsUserFile, missingOperations, noAnswerText } from '../decide/card-text';
import { contenderSituation } from '../decide/contenders';
import { contendersFor, expectsNative, factorsOf, requirementsOf } from '../decide/contending';
import type { Times } from '../decide/elsewhere';
import { loadBenchmarks } from '../decide/native/use-benchmarks';
import { createReplicates } from '../decide/replicates';
import { saidAnswer } from '../decide/said-answer';
import { partNames } from '../decide/total-parts';
import { resultRows, shownOperations } from '../figures/rows';
import { userFileOf } from '../figures/user-file';
import type { CommandCard } from '../links/command-result';
import { recipeOfCandidate } from '../recipe/recipe-of';
import { measuredBy as whereMeasured } from '../results/use-measured-dataset';
import type { ShownRun } from '../state/shown-run';
import type { Situation } from '../view/situation';

/** The answer card of a finished run's first dataset, as data: what the page shows of it. With the recipe of the best candidate. */
export async function cardOfRun(
  shown: ShownRun,
  situation: Situation,
): Promise<{ readonly card: CommandCard; readonly recipe: Recipe | null }> {
  const { result } = shown;
  const { plan, datasets } = result;
  const info = datasets[0];
  const schema = info?.status === 'ready' ? info.schema : null;
  const rows = resultRows(result, false).filter(({ dataset }) => dataset === 0);
  const userFile = userFileOf(result, 0);
  const measuredBy = whereMeasured(shown);
  const wantsNative = expectsNative(situation, measuredBy);
  const factors = factorsOf(
    { rows, candidates: plan.candidates, schema, measuredBy, importedFactors: new Map() },
    wantsNative ? await loadBenchmarks() : null,
  );
  const requirements = requirementsOf(plan.candidates, schema);
  const { contenders, excluded } = contendersFor(
    wantsNative ? 'native' : 'browser',
    rows,
    contenderSituation(situation),
    requirements,
    factors,
  );
  const { seed } = plan;
  const answer = answerOf(contenders, situation, { replicates: createReplicates(seed), seed, looks: looksOf(plan) });
  const said = saidAnswer({
    answer,
    situation,
    excluded,
    candidates: plan.candidates,
    schema,
    userFile,
    running: false,
    seed,
    plannedRounds: plan.budget === undefined ? efforts[plan.effort].rounds : null,
    remainingMs: null,
  });
  const [best] = answer.standings;
  const times: Times = wantsNative ? 'expected' : measuredBy;
  const missing = missingOperations(situation, shownOperations(result), plan.candidates, schema);
  const { goal } = situation;
  if (best === undefined || said === null)
    return withoutRecipe({
      kicker: 'No answer',
      headline: null,
      keeps: null,
      candidate: null,
      sentences: [[{ text: noAnswerText(excluded.length, 0, times), isStrong: false }]],
      beside: excluded.map(({ row, reason }) => `${row.names.label}: ${reason}`),
      goal,
      bars: [],
    });
  const { kicker, headline, what, brings, sure, beside } = cardText({
    said,
    best,
    times,
    isSoFar: false,
    userFile,
    missing,
  });
  const bars = barRows({ shown: said.shown, situation, userFile, comparison: said.comparison, digits: said.digits });
  const used = usedParts(bars);
  const keeps = keepsUserFile(said, userFile) ? 'file' : 'candidate';
  const { row } = best.contender;
  const candidate = plan.candidates[row.candidate];
  const [data] = plan.datasets;
  const recipe =
    keeps === 'file' || candidate === undefined || schema === null
      ? null
      : recipeOfCandidate(candidate, schema, row, data?.source === 'ownFile' ? data.fileName : null);
  const card: CommandCard = {
    kicker,
    headline,
    keeps,
    candidate: row.candidate,
    sentences: [
      ...(what === null ? [] : [[{ text: what, isStrong: false }]]),
      brings.map(({ text, isStrong }) => ({ text, isStrong })),
      [
        { text: `${sure.word}: `, isStrong: true },
        { text: sure.text, isStrong: false },
      ],
    ],
    beside: [...beside],
    goal,
    bars: bars.map(({ label, note, names, total, totalText, sizeText, parts, interval }) => ({
      label,
      note,
      isUserFile: names === null,
      total,
      totalText,
      sizeText,
      parts: used.map((id) => ({ name: partNames[id], value: parts.find((part) => part.id === id)?.value ?? 0 })),
      interval,
    })),
  };
  return { card, recipe };
}

const withoutRecipe = (card: CommandCard) => ({ card, recipe: null });
