import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Candidate, Operation } from '../../workers/model/plan';
import type { CellResult, RunResult } from '../../workers/model/result';
import { withAllKeptTimes } from '../../workers/model/kept-times';
import { minRoundsForVerdicts } from '../../workers/model/statistics/compare';
import type { Tool } from '../../workers/model/tools';
import { mulberry } from '../../workers/model/testing/mulberry';
import { resultRows } from '../figures/rows';
import { whyOperationUnsupported } from '../figures/unsupported-operation';
import { defaultsV1 } from '../links/defaults-v1';
import { readFragment } from '../links/fragment';
import { readSituation } from '../links/situation-text';
import { withRounds } from '../results/testing/test-results';
import { namedSituations } from '../view/named-situations';
import { parseRunResult } from '../links/parse-result';
import { packResult, unpackResult } from '../links/result-pack';
import { type Situation, situationSchema } from '../view/situation';
import { formatBytes } from '../figures/figures';
import { answerOf } from './answer';
import { formatTotal } from './answer-words';
import { certaintyOf } from './certainty';
import { type Axis, type AxisId, axesOf, axisIds } from './axes';
import { changesOf } from './changes';
import { type Contender, contendersOf } from './contenders';
import { winnersAlong } from './envelope';
import { neededOperations } from './needed-operations';
import { unreadableReason } from './readers';
import { createReplicates } from './replicates';
import { saidAnswer } from './said-answer';
import { randomSituations } from './testing/random-situation';
import { firstChange, scannedChanges } from './testing/scanned-changes';
import { recomputedAnswer, recomputedTotal, recomputedWord } from './testing/recomputed-answer';

const fixture = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8'));

/** A run kept by the browser, in the form in which the page exports it. */
function keptRun(name: string): RunResult {
  const { stores } = fixture(`e2e/${name}.json`) as {
    stores: { runs: { value: object }[]; cells: { value: CellResult }[] };
  };
  return parseRunResult({ ...stores.runs[0]?.value, cells: stores.cells.map(({ value }) => value) });
}

/**
 * The run as if the requests of a reader over a network had been counted for its files without a codec around them. The stored runs are older than
 * these counts.
 */
function withRequests(run: RunResult): RunResult {
  const next = mulberry(19);
  return {
    ...run,
    cells: run.cells.map((cell) => {
      const codec = run.plan.candidates[cell.candidate]?.codec;
      if (cell.status !== 'completed' || cell.sizeBytes === null || codec?.granularity === 'file') return cell;
      const { sizeBytes } = cell;
      const opened = Math.min(sizeBytes, 65_536);
      // Of some formats neither the steps nor the opening are counted.
      const isFull = next() < 0.7;
      const open = { networkRequestsToOpen: 1, networkStepsToOpen: 1, networkBytesToOpen: opened };
      const part = (name: string) => {
        const steps = 1 + Math.floor(2 * next());
        return {
          [`networkRequestsFor${name}`]: 1 + steps + Math.floor(6 * next()),
          ...(isFull ? { [`networkStepsFor${name}`]: 1 + steps } : {}),
          [`networkBytesFor${name}`]: opened + Math.round((sizeBytes - opened) * 0.3 * next()),
        };
      };
      return { ...cell, counts: { ...(isFull ? open : {}), ...part('OneColumn'), ...part('OneRow') } };
    }),
  };
}

const example = parseRunResult(fixture('example/result.json'));
const runs = {
  example,
  'example, with requests': withRequests(example),
  'own-csv': keptRun('own-csv'),
  lookups: keptRun('lookups'),
  vectors: keptRun('vectors'),
};

/** The run as it was after its first rounds. */
const firstRounds = (run: RunResult, count: number): RunResult => withRounds(run, (rounds) => rounds.slice(0, count));

describe.each(Object.entries(runs))('the answer of the stored run %s', (_, result) => {
  const info = result.datasets[0];
  const schema = info?.status === 'ready' ? info.schema : null;
  const canRead = (candidate: Candidate, tool: Tool) => unreadableReason(candidate, tool, schema) === null;
  const replicates = createReplicates(result.plan.seed);
  const rowsOf = (run: RunResult) => resultRows(run, false).filter(({ dataset }) => dataset === 0);
  const rowsByRun = new Map<RunResult, ReturnType<typeof rowsOf>>();
  const knownRowsOf = (run: RunResult) => {
    const rows = rowsByRun.get(run) ?? rowsOf(run);
    rowsByRun.set(run, rows);
    return rows;
  };
  const choiceFor = (situation: Situation, run: RunResult) =>
    contendersOf(knownRowsOf(run), situation, {
      candidates: result.plan.candidates,
      unreadableReason: (candidate, tool) => unreadableReason(candidate, tool, schema),
      unsupportedReason: (candidate: Candidate, operation: Operation) =>
        whyOperationUnsupported(operation, [candidate], schema),
    });
  const contendersFor = (situation: Situation, run = result) => choiceFor(situation, run).contenders;
  // Only what was measured says that one row or column can't be read alone, so runs without these operations don't ask for them.
  const situations = randomSituations(result, 18, 60).map((situation) => ({
    ...situation,
    needsOneColumn: situation.needsOneColumn && result.plan.operations.includes('project'),
    needsOneRow: situation.needsOneRow && result.plan.operations.includes('lookup'),
  }));

  /** The answer of the whole run to each situation, which two tests need. */
  const answers = new Map<Situation, ReturnType<typeof answerOf>>();
  const wholeAnswer = (situation: Situation) => {
    const answer = answers.get(situation) ?? answerOf(contendersFor(situation), situation, { replicates, seed: 1 });
    answers.set(situation, answer);
    return answer;
  };

  it('equals the smallest total of plain arithmetic over the exported samples, in 60 random situations', () => {
    let answered = 0;
    for (const situation of situations) {
      const expected = recomputedAnswer(result, situation, canRead);
      const { standings } = wholeAnswer(situation);
      const found = standings.map(({ contender, total }) => ({ candidate: contender.row.candidate, total }));
      const byCandidate = (all: readonly { candidate: number }[]) => all.map(({ candidate }) => candidate).sort();
      expect(byCandidate(found), JSON.stringify(situation)).toEqual(byCandidate(expected));
      const [best] = expected;
      if (best === undefined) continue;
      answered += 1;
      for (const { candidate, total } of expected) {
        const other = found.find((each) => each.candidate === candidate)?.total ?? Number.NaN;
        expect(Math.abs(other - total)).toBeLessThanOrEqual(1e-9 * total);
      }
      const second = expected[1];
      // Equal totals have no single winner.
      if (second === undefined || second.total > best.total * (1 + 1e-9))
        expect(found[0]?.candidate).toBe(best.candidate);
    }
    expect(answered).toBeGreaterThan(20);
  });

  it('is said, in the card and the table, with the same digits by the run that a link gives back', async () => {
    const next = mulberry(23);
    const random = withRounds(result, (rounds) =>
      rounds.map((round) => ({ ...round, samplesMs: round.samplesMs.map((ms) => ms * (0.9 + 0.2 * next())) })),
    );
    const shown = withAllKeptTimes(random);
    const back = await unpackResult(await packResult(shown));
    const withoutWarmUp = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'warmUpMs' ? 0 : each)));
    expect(withoutWarmUp(rowsOf(back))).toEqual(withoutWarmUp(rowsOf(shown)));
    for (const situation of situations.slice(0, 8)) {
      const sayingOf = (run: RunResult) => {
        const { contenders, excluded } = choiceFor(situation, run);
        const answer = answerOf(contenders, situation, { replicates, seed: 1 });
        const { candidates } = run.plan;
        const ended = { running: false, plannedRounds: null, remainingMs: null };
        const said = saidAnswer({ answer, situation, excluded, candidates, schema, userFile: null, seed: 1, ...ended });
        return withoutWarmUp(said);
      };
      expect(sayingOf(back)).toEqual(sayingOf(shown));
    }
  });

  it('says one of four words, with the figures of plain arithmetic over the exported samples, in 60 random situations', () => {
    const words = new Set<string>();
    let compared = 0;
    for (const situation of situations) {
      const answer = wholeAnswer(situation);
      const expected = recomputedWord(result, situation, canRead);
      const said = saidAnswer({
        answer,
        situation,
        excluded: [],
        candidates: result.plan.candidates,
        schema,
        userFile: null,
        running: false,
        seed: 1,
        plannedRounds: null,
        remainingMs: null,
      });
      const [best] = recomputedAnswer(result, situation, canRead);
      if (said === null || best === undefined) continue;
      const { brings, sure } = said.sentences;
      const text = brings.map((phrase) => phrase.text).join('');
      const cell = result.cells.find((each) => each.dataset === 0 && each.candidate === best.candidate);
      const sizeBytes = cell?.status === 'completed' ? (cell.sizeBytes ?? 0) : 0;
      const isNamed = answer.standings[0]?.contender.row.candidate === best.candidate;
      if (isNamed) expect(text, JSON.stringify(situation)).toContain(formatBytes(sizeBytes));
      if (isNamed) expect(text, JSON.stringify(situation)).toContain(formatTotal(situation, best.total, said.digits));
      if (expected === null || !isNamed) continue;
      compared += 1;
      words.add(sure.word);
      expect(sure.word, JSON.stringify(situation)).toBe(expected.word);
      const percent = /at least (\d+) %/u.exec(sure.text)?.[1];
      if (percent !== undefined) expect(Number(percent)).toBe(Math.floor((expected.atLeast - 1) * 100 + 1e-9));
    }
    expect(compared).toBeGreaterThan(15);
    expect(words.size).toBeGreaterThan(1);
  });

  it('is never one of those that its first rounds call far behind', () => {
    let far = 0;
    for (const rounds of [1, 2]) {
      const run = firstRounds(result, rounds);
      for (const situation of situations) {
        const { standings } = wholeAnswer(situation);
        const early = answerOf(contendersFor(situation, run), situation, { replicates, seed: 1 });
        const called = early.standings.flatMap(({ contender, verdict }) =>
          verdict === 'farBehind' ? [contender.row.candidate] : [],
        );
        far += called.length;
        const least = standings[0]?.total ?? Number.NaN;
        for (const { contender, total, factor, verdict } of standings)
          if (called.includes(contender.row.candidate)) {
            expect(total / least, JSON.stringify(situation)).toBeGreaterThan(1.03);
            // Only rounds that have another order make the answer less than clear.
            expect(['tied', 'undecided'].includes(verdict), JSON.stringify(situation)).toBe(factor < 1);
          }
      }
    }
    expect(far).toBeGreaterThan(20);
  });

  it('changes where bisection between the points of a scan finds the change, within 0.1 %', { tags: ['full'] }, () => {
    let checked = 0;
    for (const situation of situations.slice(0, 30)) {
      const contenders = contendersFor(situation);
      const changes = changesOf(contendersFor, situation, replicates);
      for (const axis of axesOf(situation)) {
        const present = axis.valueOf(situation);
        if (present === null) continue;
        const along = contendersFor(axis.withValue(situation, present > 0 ? present : axis.min));
        const winnerAt = winnerAlong(axis, situation, along);
        const now = winnerAlong(axis, situation, contenders)(present);
        if (now < 0) continue;
        for (const direction of ['below', 'above'] as const) {
          const end = direction === 'below' ? Math.min(axis.min, present / 2) : Math.max(axis.max, present * 2);
          if (present === 0 && direction === 'below') continue;
          const scanned =
            present > 0
              ? firstChange(winnerAt, present, end)
              : winnerAt(axis.min) === now
                ? firstChange(winnerAt, axis.min, end)
                : winnerAt(aboveNone) === now
                  ? firstChange(winnerAt, aboveNone, axis.min)
                  : 0;
          const claimed = changes.find((change) => change.axis === axis.id && change.direction === direction);
          const said = `${axis.id} ${direction} of ${JSON.stringify(situation)}`;
          if (scanned !== null) {
            expect(claimed, said).toBeDefined();
            expect(Math.abs((claimed?.value ?? Number.NaN) - scanned), said).toBeLessThanOrEqual(0.001 * scanned);
            checked += 1;
          } else if (claimed !== undefined) {
            // A scan can step over a winner of a short part. What is claimed must then hold on both of its sides.
            const outside = direction === 'below' ? 1 - 1e-6 : 1 + 1e-6;
            expect(winnerAt(claimed.value * outside), said).toBe(claimed.winner.row.candidate);
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(5);
  });

  it('has a winner for each part of every axis, whose ends bisection finds within 0.1 %', () => {
    for (const situation of situations.slice(0, 20)) {
      for (const axis of axesOf(situation)) {
        const contenders = contendersFor(axis.withValue(situation, axis.min));
        const figures = contenders.map(({ figures: one }) => one);
        const winnerAt = winnerAlong(axis, situation, contenders);
        const edges = winnersAlong(axis, situation, figures)
          .slice(1)
          .map(({ from }) => from);
        for (const at of scannedChanges(winnerAt, axis.min, axis.max)) {
          const nearest = Math.min(...edges.map((edge) => Math.abs(edge / at - 1)));
          expect(nearest, `${axis.id} at ${at} of ${JSON.stringify(situation)}`).toBeLessThan(0.001);
          checkedByAxis.set(axis.id, (checkedByAxis.get(axis.id) ?? 0) + 1);
        }
      }
    }
  });

  it('is a verdict, or “not sure yet”, after any number of rounds', () => {
    for (const rounds of [1, 5, 6]) {
      const run = firstRounds(result, rounds);
      for (const situation of situations.slice(0, 20)) {
        const answer = answerOf(contendersFor(situation, run), situation, { replicates, seed: 1 });
        const [best, ...rivals] = answer.standings;
        if (best === undefined) continue;
        expect(best.verdict).toBe('best');
        const open = rivals.filter(({ verdict }) => verdict === 'undecided').length;
        const said = `${rounds} rounds of ${JSON.stringify(situation)}`;
        // A rival without a verdict, and the sentence that says so, come together.
        const of = { situation, running: false, unmeasured: 0, plannedRounds: null };
        expect(certaintyOf(answer, of)?.word === 'Not sure yet', said).toBe(open > 0);
        if (neededOperations(situation).length > 0 && rounds < minRoundsForVerdicts)
          for (const { verdict, isAsGoodByBounds } of rivals)
            expect([isAsGoodByBounds ? 'tied' : 'undecided', 'farBehind'], said).toContain(verdict);
      }
    }
  });

  /** The candidate with the smallest total by plain arithmetic, at a value of the axis. Totals that are equal but for rounding count for the first. */
  function winnerAlong(axis: Axis, situation: Situation, contenders: readonly Contender[]) {
    const cells = contenders.flatMap(({ row }) => {
      const cell = result.cells.find(({ dataset, candidate }) => dataset === 0 && candidate === row.candidate);
      return cell?.status === 'completed' ? [cell] : [];
    });
    return (value: number): number => {
      const there = axis.withValue(situation, value);
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (const cell of cells) {
        const total = recomputedTotal(cell, there);
        if (total === null || !(total < least * (1 - 1e-9))) continue;
        best = cell.candidate;
        least = total;
      }
      return best;
    };
  }
});

/** A value so near to 0 that no total of the stored runs changes between the two, but by what is done at all. */
const aboveNone = 1e-12;

it('changes at a price below the chart’s range, if that is where the totals cross', () => {
  const text =
    'download,goal:money,writes:26,reads:1222,lookups:13380,uploadBytesPerSecond:1138000,downloadBytesPerSecond:173900000,latencyMs:0.7974,pipelined:yes,months:1,storagePerGbMonth:0.001989,egressPerGb:0,corePerHour:0.1516,needsEveryValue:yes';
  const situation = v.parse(situationSchema, readSituation(text));
  const rows = resultRows(example, false);
  const contenders = (of: Situation) =>
    contendersOf(rows, of, {
      candidates: example.plan.candidates,
      unreadableReason: () => null,
      unsupportedReason: () => null,
    }).contenders;
  const change = changesOf(contenders, situation, createReplicates(example.plan.seed)).find(
    ({ axis }) => axis === 'egressPerGb',
  );
  expect(change?.direction).toBe('above');
  expect(change?.value.toPrecision(3)).toBe('0.0000942');
  // Both of its sides by plain arithmetic: another candidate wins above.
  const winner = (egressPerGb: number) =>
    recomputedAnswer(example, { ...situation, egressPerGb }, () => true)[0]?.candidate;
  expect(winner(0.0000943)).toBe(change?.winner.row.candidate);
  expect(winner(0.0000941)).toBe(winner(0));
  expect(winner(0)).not.toBe(winner(0.0000943));
});

it('keeps totals and winner in links of form 1, by the fastest samples', async () => {
  const folder = new URL('../../fixtures/links/', import.meta.url);
  let answered = 0;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
    const text = readFileSync(new URL(name, folder), 'utf8').trim();
    const { view, result } = await readFragment(`#${text}`, { ...defaultsV1, page: 'explore' });
    if (result === null) continue;
    const rows = resultRows(result, false).filter(({ dataset }) => dataset === 0);
    const { operations } = result.plan;
    for (const given of [view.situation, ...Object.values(namedSituations).map((each) => each.situation)]) {
      const situation = {
        ...given,
        needsOneColumn: given.needsOneColumn && operations.includes('project'),
        needsOneRow: given.needsOneRow && operations.includes('lookup'),
      };
      const { contenders } = contendersOf(rows, situation, {
        candidates: result.plan.candidates,
        unreadableReason: () => null,
        unsupportedReason: () => null,
      });
      const replicates = createReplicates(result.plan.seed);
      const { standings } = answerOf(contenders, situation, { replicates, seed: result.plan.seed });
      const totals = new Map(standings.map(({ contender, total }) => [contender.row.candidate, total]));
      // Which candidates take part is no matter of totals.
      const expected = recomputedAnswer(result, situation, () => true).filter(({ candidate }) => totals.has(candidate));
      expect(expected, name).toHaveLength(standings.length);
      const [winner] = expected;
      if (winner === undefined) continue;
      answered += 1;
      for (const { candidate, total } of expected)
        expect(Math.abs((totals.get(candidate) ?? Number.NaN) - total)).toBeLessThanOrEqual(1e-9 * total);
      expect(standings[0]?.contender.row.candidate, name).toBe(winner.candidate);
    }
  }
  expect(answered).toBeGreaterThan(5);
});

/** How many crossings were checked on each axis, over all runs. */
const checkedByAxis = new Map<AxisId, number>();

it('was checked for crossings on every axis', () => {
  for (const id of axisIds) expect(checkedByAxis.get(id) ?? 0, id).toBeGreaterThan(0);
});
