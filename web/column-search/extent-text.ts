import {
  codecKey,
  dearestCodecs,
  defaultLayout,
  encodingsOfDearCodecs,
  layoutKey,
} from '../../workers/model/column-search';
import type { FoundFile } from '../../workers/model/search-choice';
import { candidateList } from '../figures/candidate-list';
import { formatCount, formatPercent } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { missedShare, untriedCount } from './search-goals';
import { codecText } from './setting-words';
import type { ColumnSearchState } from './use-column-search';

/** What was tried, and how far the search is from having tried everything. */
export function extentText(state: ColumnSearchState, chosen: FoundFile | null): string {
  const { plan, trials } = state;
  if (plan === null) return '';
  const all = Object.values(plan.settings).reduce((sum, count) => sum + count, 0);
  const inOrder = trials.filter(({ variant }) => variant.order.length === 0);
  const sampled = inOrder.filter(({ allRows }) => !allRows).length;
  // Trials of an earlier search, such as of one that was stopped, may begin with another layout.
  const confirmed = inOrder.filter(
    ({ allRows, variant }) => allRows && layoutKey(variant.layout) === layoutKey(defaultLayout),
  ).length;
  const sentences = [
    plan.sampleRows === null
      ? `${formatCount(confirmed)} of ${plural(all, 'setting')} ${confirmed === 1 ? 'was' : 'were'} tried on all ${formatCount(plan.rows)} rows.`
      : `${formatCount(sampled)} of ${plural(all, 'setting')} were tried on ${formatCount(plan.sampleRows)} of ${formatCount(plan.rows)} rows, and ${formatCount(confirmed)} promising ones on all rows. Only these are chosen.`,
    `Codecs that are slow to encode are tried with the ${encodingsOfDearCodecs} smallest encodings of a column first, then with the others. The highest levels are tried last, with the columns of the smallest file.`,
    highestLevelsText(state),
    ...ordersText(state),
    layoutsText(state),
    plan.workers > 1
      ? `${formatCount(plan.workers)} columns were tried at the same time, so that times can be longer than those of a run.`
      : '',
    endText(state),
    missedText(state, chosen),
    'Every file was decoded and equalled its column. The footer’s size is predicted. ALP is not tried, since few readers know it.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function ordersText({ plan, trials, orders, permissions }: ColumnSearchState): string[] {
  if (!permissions.reorder) return [];
  const tried = new Set(
    trials.filter(({ variant }) => variant.order.length > 0).map(({ variant }) => JSON.stringify(variant.order)),
  );
  return [
    `${plural(orders.length, 'other order')} of rows, chosen by the size of a file with equal settings, ${orders.length === 1 ? 'was' : 'were'} compared on ${plan?.sampleRows === null ? 'all rows' : 'the sample'}, and settings were tried on all rows in ${formatCount(tried.size)} of them, which were smaller by that.`,
  ];
}

function layoutsText({ trials }: ColumnSearchState): string {
  const layouts = new Set(trials.map(({ variant }) => layoutKey(variant.layout))).size;
  return layouts < 2
    ? ''
    : `${plural(layouts - 1, 'other layout')} (row groups, pages, dictionary limit) ${layouts === 2 ? 'was' : 'were'} tried with the best settings of each column.`;
}

/** Why the search ended, and what it did not try. */
function endText({ status, end, plan, trials, permissions }: ColumnSearchState): string {
  if (plan === null || status === 'running') return '';
  const untried = untriedCount(plan, trials);
  const left = [
    ...(untried > 0 ? [`${plural(untried, 'setting')} of columns`] : []),
    ...(permissions.reorder ? ['most orders of rows'] : []),
    'most settings in other layouts',
  ];
  return [
    ...(status === 'stopped' ? ['The search was stopped.'] : []),
    ...(end === 'budget' ? ['The time was over before all was tried that was planned.'] : []),
    `A smaller file may exist, because these were not tried: ${candidateList(left)}.`,
  ].join(' ');
}

function missedText({ plan, trials }: ColumnSearchState, chosen: FoundFile | null): string {
  const missed = plan === null || plan.sampleRows === null || chosen === null ? null : missedShare(trials, chosen);
  if (missed === null) return '';
  return missed <= 0
    ? 'Of the settings tried on the sample, none is smaller for any column than the chosen one.'
    : `Of the settings tried on the sample, the smallest of each column take ${formatPercent(missed)} less in total than the chosen ones.`;
}

/** With how many columns the highest levels were tried, which the time may not allow. */
function highestLevelsText({ plan, status, trials }: ColumnSearchState): string {
  if (plan === null || status === 'running') return '';
  const counted = dearestCodecs.map((codec, index) => {
    const key = codecKey(codec);
    const own = trials.filter(({ setting }) => codecKey(setting.codec) === key);
    const count = new Set(own.map(({ column }) => column)).size;
    const verb = index > 0 ? '' : count === 1 ? ' was tried' : ' were tried';
    return `${formatCount(count)}${verb} with ${codecText(codec)}`;
  });
  return `Of ${plural(plan.columns.length, 'column')}, ${candidateList(counted)}.`;
}
