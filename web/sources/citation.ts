import type { PublishedFigure, PublishedSource } from '../../workers/model/published';
import { sectionOfFigure } from './figures';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const publicationDateOf = ({ date }: PublishedSource) =>
  date === null ? 'date not stated' : day.format(new Date(`${date}T00:00:00Z`));

/**
 * The first author and the year, for labels: “Johin 2024”. The year is omitted if the source states no date. It follows a comma if the author is
 * described, not named: “A developer of the Chemistry Development Kit, 2015”.
 */
export function shortCitationOf({ author, date }: Pick<PublishedSource, 'author' | 'date'>): string {
  const [first = author, ...others] = author.split(/ and |, | \(/);
  const name = others.length > 0 && author.includes(' and ') ? `${first} et al.` : first;
  const separator = /^(A|The) /.test(name) ? ', ' : ' ';
  return date === null ? name : `${name}${separator}${date.slice(0, 4)}`;
}

/** Author, title and date of a source. For a figure also the section that prints it and the hardware. */
export function citationOf(source: PublishedSource, figure: PublishedFigure | null = null): string {
  const work = `${source.author}, “${source.title.english}”, ${publicationDateOf(source)}`;
  if (figure === null) return `${work}.`;
  const place = sectionOfFigure(source, figure);
  const where = place === null ? '' : `, “${place}”`;
  return `${work}${where}. Hardware ${source.setting.hardware}.`;
}
