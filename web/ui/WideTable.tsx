import type { ReactNode } from 'react';
import type { ExplainedWord } from './explained-terms';
import { ScrollRegion } from './ScrollRegion';
import { Term } from './Term';
import table from './wide-table.module.css';

/** The class of the first cell of each row, which stays in view. */
export const firstCellClass = table.first;
/** The class of cells of texts; others hold numbers. */
export const textCellClass = table.text;

interface WideTableProps {
  readonly caption: string;
  /** The heads of the columns, some of them explained from the glossary. The first column names the rows. */
  readonly heads: readonly { readonly text: string; readonly isText?: boolean; readonly word?: ExplainedWord }[];
  /** The rows of the body. */
  readonly children: ReactNode;
}

/** A table with one row of heads, which scrolls sideways. */
export function WideTable({ caption, heads, children }: WideTableProps) {
  return (
    <ScrollRegion label={`${caption}, scrolls sideways`} className={table.region}>
      <table className={table.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr className={table.single}>
            {heads.map(({ text, isText, word }, index) => (
              <th key={text} scope="col" className={index === 0 ? table.first : isText ? table.text : undefined}>
                {word === undefined ? text : <Term word={word}>{text}</Term>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
