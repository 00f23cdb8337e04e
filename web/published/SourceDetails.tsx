import { Fragment } from 'react';
import type { PublishedSource } from '../../workers/model/published';
import { systemById } from '../sources/figures';
import { inBaseUnits } from './base-units';
import styles from './PublishedPage.module.css';
import { Systems } from './Systems';

const settings = [
  ['hardware', 'Hardware'],
  ['software', 'Software'],
  ['threads', 'Threads'],
  ['repeats', 'Repeats'],
  ['statistic', 'Statistic'],
  ['diskCache', 'Disk cache'],
] as const satisfies readonly (readonly [keyof PublishedSource['setting'], string])[];

/** What a source says in words: its method, setting and systems, how its units are interpreted, and its sentences. */
export function SourceDetails({ source }: { readonly source: PublishedSource }) {
  return (
    <div className={styles.details}>
      <section className={styles.block}>
        <h3 className={styles.heading}>Method</h3>
        <ol className={styles.list}>
          {source.method.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        {source.workloads.map(({ id: key, label, note }) => (
          <p key={key} className={styles.small}>
            Here{source.workloads.length > 1 ? `, ${label}` : ''}: {note}
          </p>
        ))}
      </section>
      <section className={styles.block}>
        <h3 className={styles.heading}>Setting</h3>
        <dl className={styles.facts}>
          {settings.map(([key, name]) => (
            <Fragment key={key}>
              <dt>{name}</dt>
              <dd>{source.setting[key]}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
      <Systems source={source} />
      <section className={styles.block}>
        <h3 className={styles.heading}>How the printed units are interpreted</h3>
        <ul className={styles.list}>
          {source.unitReasons.map(({ metric, printed, readAs, reason }) => (
            <li key={metric}>
              Printed “{printed}”, interpreted as {readAs}. {reason}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.block}>
        <h3 className={styles.heading}>Sentences that state a figure</h3>
        <ul className={styles.list}>
          {source.statements.map(({ section, says, figures }) => (
            <li key={figures.map((figure) => figure.id).join(' ')}>
              {says} <span className={styles.place}>{section}</span>
              <ul className={styles.inline}>
                {figures.map((figure) => (
                  <li key={figure.id}>
                    {figure.system !== null &&
                      figures.length > 1 &&
                      `${systemById(source, figure.system)?.shortLabel ?? figure.system}: `}
                    <span lang={source.language}>{figure.printed}</span> ={' '}
                    {figure.bound === undefined ? '' : figure.bound === 'below' ? 'less than ' : 'more than '}
                    {inBaseUnits(figure.value, figure)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
