import {
  figuresOf,
  type PublishedDataset,
  type PublishedFigure,
  type PublishedSource,
  type PublishedSystem,
} from '../../workers/model/published';

/**
 * A source's figures of one system on one dataset, in the order of the text: tables first, then sentences. Figures that
 * are only bounds are excluded.
 */
export function figuresFor(
  source: PublishedSource,
  system: PublishedSystem,
  dataset: PublishedDataset,
  metric: PublishedFigure['metric'],
): PublishedFigure[] {
  return figuresOf(source).filter(
    (figure) =>
      figure.system === system.id &&
      figure.dataset === dataset.id &&
      figure.metric === metric &&
      figure.bound === undefined,
  );
}

interface PublishedSize {
  readonly bytes: number;
  readonly figure: PublishedFigure;
  /** The system whose size was multiplied by the printed ratio. Null if the size itself is printed. */
  readonly of: PublishedSystem | null;
}

/**
 * The printed file size of a system. If the source prints only a ratio, the ratio multiplied by the size it refers to.
 */
export function printedSizeOf(
  source: PublishedSource,
  system: PublishedSystem,
  dataset: PublishedDataset,
): PublishedSize | null {
  const [printed] = figuresFor(source, system, dataset, 'fileSize');
  if (printed !== undefined) return { bytes: printed.value, figure: printed, of: null };
  const [ratio] = figuresFor(source, system, dataset, 'sizeRatio');
  const base = systemById(source, system.comparedWith.fileSize);
  const [baseSize] = base === null ? [] : figuresFor(source, base, dataset, 'fileSize');
  return ratio === undefined || baseSize === undefined
    ? null
    : { bytes: ratio.value * baseSize.value, figure: ratio, of: base };
}

/** A source’s system by its id. Null if the source has none with it. */
export function systemById(source: PublishedSource, id: string | null): PublishedSystem | null {
  return source.systems.find((system) => system.id === id) ?? null;
}

/** The section with the table or sentence that prints a figure. */
export function sectionOfFigure(source: PublishedSource, figure: PublishedFigure): string | null {
  return (
    source.tables.find(({ rows, columns }) => columns.includes(figure) || rows.some((row) => row.includes(figure)))
      ?.section ??
    source.statements.find(({ figures }) => figures.includes(figure))?.section ??
    null
  );
}
