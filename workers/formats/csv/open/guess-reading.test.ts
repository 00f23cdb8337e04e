import { describe, expect, it } from 'vitest';
import { fittingDates, groupedPattern, guessFormat, guessNumbers, guessQuote } from './guess-reading';

const words = new Set(['NA', 'N/A', 'null', 'NULL', '-', '\\N', '.']);

describe('numbers', () => {
  it.each([
    ['decimal points', [['1.5', '2.25']], 'point', 'none'],
    ['decimal commas', [['1,5', '2,25', '3']], 'comma', 'none'],
    ['commas for decimals, points for thousands', [['1.234,50', '2,25']], 'comma', 'point'],
    ['points for decimals, commas for thousands', [['1,234.50', '2.25']], 'point', 'comma'],
    ['two groups of thousands', [['1,234,567', '12,345']], 'point', 'comma'],
    ['spaces for thousands', [['1 234,5', '12,25']], 'comma', 'space'],
    ['apostrophes for thousands', [["1'234.5", "12'000"]], 'point', 'apostrophe'],
    ['decimals in one column, thousands in another', [['1,5'], ['1.234,5', '1.234.567']], 'comma', 'point'],
    ['null words between them', [['1,5', 'NA', '-', '\\N', '.', null, '']], 'comma', 'none'],
    ['decimals of three digits, as another column tells', [['1,234', '5,678'], ['1,5']], 'comma', 'none'],
    ['decimals of three digits, as a number below 1 tells', [['0,125', '49,875', 'NA']], 'comma', 'none'],
    ['decimal points of three digits below 1', [['0.125', '49.875']], 'point', 'none'],
    ['addresses', [['10.0.0.1', '192.168.0.1']], 'point', 'none'],
    ['versions and percents', [['1.2.3'], ['5,5 %']], 'point', 'none'],
    ['whole numbers and leading zeros', [['007', '12345678901234567890']], 'point', 'none'],
    ['infinities and NaN beside decimal commas', [['-6,25e-10', 'Inf', '-Inf', 'NaN']], 'comma', 'none'],
    ['four digits before a comma, which no group has', [['1000,050', '1001,150']], 'comma', 'none'],
    ['numbers with an exponent and no mark', [['0e3', '1e3', '25e3']], 'point', 'none'],
    ['nothing', [[]], 'point', 'none'],
  ])('tells %s', (_, columns, decimalMark, thousands) => {
    expect(guessNumbers(columns, words)).toEqual({ decimalMark, thousands, ambiguousColumns: [] });
  });

  it('has no doubt about whole numbers with a sign, nor about empty texts', () => {
    expect(guessNumbers([['-5', '+12', '', null]], words).ambiguousColumns).toEqual([]);
    expect(guessNumbers([['1,5', '', 'NA', '-2,25']], words)).toMatchObject({ decimalMark: 'comma' });
  });

  it('takes neither where three digits stand behind every comma', () => {
    expect(guessNumbers([['a'], ['1,234', '5,678']], words)).toEqual({
      decimalMark: 'point',
      thousands: 'none',
      ambiguousColumns: [1],
    });
  });

  it('knows groups of three', () => {
    const pattern = new RegExp(groupedPattern({ decimalMark: 'comma', thousands: 'point' }) ?? '', 'u');
    expect(
      ['1.234', '1.234,5', '-12.345.678', '12', '10.0.0.1', '1.23', '1234.567'].map((text) => pattern.test(text)),
    ).toEqual([true, true, true, true, false, false, false]);
    expect(groupedPattern({ decimalMark: 'point', thousands: 'none' })).toBeNull();
  });
});

describe('dates', () => {
  it.each([
    [['31.12.2024', '01.02.2024', 'NA'], '%d.%m.%Y'],
    [['12/31/2024', '1/2/2024'], '%m/%d/%Y'],
    [['31/12/2024', '01/02/2024'], '%d/%m/%Y'],
    [['2024-12-31'], '%Y-%m-%d'],
    [['Jan 1 2000', 'Feb 12 2001'], '%b %d %Y'],
    [['January 1, 2000', 'May 12, 2001'], '%B %d, %Y'],
    [['1 January 2000', '12 May 2001'], '%d %B %Y'],
    [['31-Dec-2024'], '%d-%b-%Y'],
    [['2024-01-01T00:00:00Z'], null],
    [['12:30:00'], null],
    [['32.12.2024'], null],
    [['20241231'], null],
    [['NA', ''], null],
  ])('tells %j', (texts, format) => {
    expect(guessFormat([fittingDates(texts, words).dates])).toEqual({ format, ambiguous: [] });
  });

  it('takes neither day nor month first where both fit, unless another column tells', () => {
    const either = fittingDates(['01/02/2024', '03/04/2024'], words).dates;
    expect(guessFormat([either])).toEqual({ format: null, ambiguous: ['%d/%m/%Y', '%m/%d/%Y'] });
    expect(guessFormat([either, fittingDates(['31/12/2024'], words).dates]).format).toBe('%d/%m/%Y');
    expect(guessFormat([fittingDates(['01-02-03'], words).dates]).ambiguous).toHaveLength(3);
    // A month that is as long as its short name is one date all the same.
    expect(guessFormat([fittingDates(['1 May 2000'], words).dates]).format).toBe('%d %b %Y');
  });

  it.each(Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 15))))(
    'knows the month of %s',
    (day) => {
      const name = day.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
      expect(fittingDates([`15 ${name} 2024`], words).dates).toContain('%d %B %Y');
      expect(fittingDates([`15 ${name.slice(0, 3)} 2024`], words).dates).toContain('%d %b %Y');
      expect(fittingDates([`15 ${name}x 2024`], words).dates).toEqual([]);
    },
  );

  it('tells times of day behind them', () => {
    expect(fittingDates(['31.12.2024 17:30'], words)).toEqual({ dates: [], timestamps: ['%d.%m.%Y %H:%M'] });
    expect(fittingDates(['12/31/2024 5:30:15 PM'], words).timestamps).toEqual(['%m/%d/%Y %I:%M:%S %p']);
  });
});

it.each([
  ["a,b\n'x, y',1\n'z',2\n", 'single'],
  ['a,b\n"x",1\n', 'double'],
  ["a,b\nit's,1\nthe dogs',2\n", 'double'],
  ['a,b\n1,2\n', 'double'],
  ["a,b\n'x',1\ny,2\nz,3\n", 'double'],
])('tells the quote of %j', (text, quote) => {
  expect(guessQuote(text)).toBe(quote);
});
