import type { PublishedFigure, PublishedSource } from '../../workers/model/published';
import { sectionOfFigure } from './figures';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The date of publication as text. Null if the source states none. */
export const publicationDateOf = ({ date }: PublishedSource): string | null =>
  date === null ? null : day.format(new Date(`${date}T00:00:00Z`));

/** The author in Latin letters, with the printed name beside it if that has others. */
export const authorOf = ({ author, authorLatin }: PublishedSource): string =>
  authorLatin === undefined ? author : `${authorLatin}: ${author}`;

/**
 * The first author and the year, for labels: “Johin 2024”, “Nozawa et al.”. The year is omitted if the source states no date. It follows a comma if the author is
 * described, not named: “A developer of the Chemistry Development Kit, 2015”.
 */
export function shortCitationOf({
  author: printed,
  authorLatin: author = printed,
  date,
}: Pick<PublishedSource, 'author' | 'authorLatin' | 'date'>): string {
  const [first = author, ...others] = author.split(/ and |, | \(/);
  const surname = printed === author ? first : (first.split(' ').at(-1) ?? first);
  const name = others.length > 0 && author.includes(' and ') ? `${surname} et al.` : first;
  const separator = /^(A|The) /.test(name) ? ', ' : ' ';
  return date === null ? name : `${name}${separator}${date.slice(0, 4)}`;
}

/** Author, title and date of a source. For a figure also the section that prints it and the hardware. */
export function citationOf(source: PublishedSource, figure: PublishedFigure | null = null): string {
  const work = [authorOf(source), `“${source.title.english}”`, publicationDateOf(source)]
    .filter((part) => part !== null)
    .join(', ');
  if (figure === null) return `${work}.`;
  const place = sectionOfFigure(source, figure);
  const where = place === null ? '' : `, “${place}”`;
  return `${work}${where}. Hardware ${source.setting.hardware}.`;
}
