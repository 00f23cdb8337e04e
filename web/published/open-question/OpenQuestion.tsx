import { useEffect, useMemo, useState } from 'react';
import type { Plan } from '../../../workers/model/plan';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { formatCount } from '../../figures/figures';
import { parameterSweepOf } from '../../figures/parameter-sweep';
import { resultRows } from '../../figures/rows';
import { ParameterSweepSection } from '../../results/parameter-sweep/ParameterSweepSection';
import { Button } from '../../ui/Button';
import { defaultSituation } from '../../view/named-situations';
import type { Situation } from '../../view/situation';
import styles from '../PublishedPage.module.css';
import { loadSweeps } from './load-sweeps';
import { codecSavings, savingsText } from './savings';

interface OpenQuestionProps {
  readonly source: PublishedSource;
  readonly onPlan: (plan: Plan) => void;
}

/** Sizes alone were measured, so no time can decide. */
const bySize: Situation = { ...defaultSituation, goal: 'size' };

/** What other values than the source's would change: sweeps of its workload with its systems, as measured here. */
export default function OpenQuestion({ source, onPlan }: OpenQuestionProps) {
  const [sweeps, setSweeps] = useState<readonly RunResult[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadSweeps(source.id).then(
      (loaded) => isCurrent && setSweeps(loaded),
      (thrown: unknown) => isCurrent && setProblem(thrown instanceof Error ? thrown.message : String(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [source.id]);
  if (problem !== null)
    return (
      <p
        className={styles.small}
      >{`The stored sweeps could not be loaded: ${problem} Reload the page to try again.`}</p>
    );
  if (sweeps === null) return <p className={styles.small}>Loading the stored sweeps…</p>;
  return (
    <>
      {sweeps.map((result) => (
        <StoredSweep key={result.startedAt} result={result} onPlan={onPlan} />
      ))}
    </>
  );
}

function StoredSweep({ result, onPlan }: { readonly result: RunResult; readonly onPlan: (plan: Plan) => void }) {
  const { plan } = result;
  const sweep = useMemo(() => parameterSweepOf(plan.datasets), [plan]);
  const rows = useMemo(() => resultRows(result, false), [result]);
  const [first] = plan.datasets;
  if (sweep === null || first?.source !== 'workload') return null;
  const sizes = `${formatCount(first.size)} ${sweep.workload.sizeUnit}`;
  return (
    <div className={styles.block}>
      <ParameterSweepSection
        sweep={sweep}
        result={result}
        running={false}
        rows={rows}
        situation={bySize}
        filtered={false}
        title={`${sizes} of ${first.knobs.elementType}, by ${sweep.parameter.label.toLowerCase()}`}
        lead={
          <ul className={styles.list}>
            {codecSavings(result, sweep).map((savings) => (
              <li key={savings.name}>{savingsText(savings)}</li>
            ))}
          </ul>
        }
      />
      <div className={styles.runHere}>
        <Button onClick={() => onPlan({ ...plan, operations: ['encode', 'decode'], effort: 'quick' })}>
          Sweep it here, with times
        </Button>
        <p className={styles.small}>The sizes are of files by this page’s libraries. Times depend on the machine.</p>
      </div>
    </div>
  );
}
