import { listedNames } from '../figures/candidate-list';
import { formatBytes } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import type { Requests } from '../figures/network-reads';
import type { Situation } from '../view/situation';
import type { Standing } from './answer';
import type { Contender, PartialRead } from './contenders';
import { afterOpening, chosenColumnWay, chosenLookupWay, type ColumnRequests, wayBytes } from './totals';

/** How parts of a file are read, and what a total counts of the requests over a link, in sentences. */

/** The operations of the situation for which requests and bytes count. */
function countedOperations(situation: Situation): PartialRead[] {
  const { goal, columnReads, lookups, latencyMs, downloadBytesPerSecond } = situation;
  const { egressPerGb, retrievalPerGb, per1000Reads } = situation;
  const counts =
    goal === 'time'
      ? latencyMs > 0 || downloadBytesPerSecond !== null
      : goal === 'money' && (egressPerGb > 0 || retrievalPerGb > 0 || per1000Reads > 0);
  if (!counts) return [];
  return [...(columnReads > 0 ? (['project'] as const) : []), ...(lookups > 0 ? (['lookup'] as const) : [])];
}

/** `5 requests in 2 steps for 402 kB`. Steps count only if requests are sent at once. */
function requestsText({ requests, steps, bytes }: Requests, { reader, requestsAtOnce, pipelined }: Situation): string {
  const atOnce = reader === 'none' ? pipelined : requestsAtOnce > 1;
  const inSteps = atOnce && steps !== requests ? ` in ${plural(steps, 'step')}` : '';
  return `${plural(requests, 'request')}${inSteps} for ${formatBytes(bytes)}`;
}

/** That reads of one column, or look-ups, count as decoding the whole file, although the candidate can read such a part alone. */
export function decodedTexts({ figures }: Contender, situation: Situation): string[] {
  const { goal, columnReads, lookups } = situation;
  if (goal === 'size') return [];
  const less = goal === 'time' ? 'takes less time' : 'costs less';
  return [
    ...(columnReads > 0 && figures.columnMs !== null && chosenColumnWay(situation, figures)?.of === 'decoded'
      ? [`To read one column, the whole file is decoded: that ${less} than to read the column alone.`]
      : []),
    ...(lookups > 0 && figures.lookupMs !== null && chosenLookupWay(situation, figures)?.of === 'decoded'
      ? [`To look up rows, the whole file is decoded once: that ${less} than single look-ups.`]
      : []),
  ];
}

/** How the candidate is read over the link: by its parts, or as a whole. Empty if its parts can't be asked for, or are not known. */
export function requestTexts({ figures }: Contender, situation: Situation): string[] {
  const { columnRequests, lookupRequests } = figures;
  return countedOperations(situation).flatMap((operation): string[] => {
    const [way, count] =
      operation === 'project'
        ? [chosenColumnWay(situation, figures), 1]
        : [chosenLookupWay(situation, figures), situation.lookups];
    // Then the whole file is downloaded, which the sentence about decoding says.
    if (way === null || way.of === 'decoded') return [];
    const what = operation === 'project' ? 'To read one column' : 'To look up rows';
    if (situation.goal === 'money')
      return way.of === 'parts' ? [`${what}, ${formatBytes(wayBytes(way, count))} of the file are downloaded.`] : [];
    const parts =
      operation === 'project'
        ? columnRequests && columnPartsText(columnRequests, situation)
        : lookupRequests && lookupPartsText(lookupRequests.open, lookupRequests.each, situation);
    if (parts === null) return [];
    return [
      way.of === 'parts'
        ? `${what}, a reader sends ${parts}.`
        : `${what}, the whole file is downloaded${operation === 'project' ? '' : ' once'}: that takes less time than ${parts}.`,
    ];
  });
}

/** `1 request for 65.5 kB to open the file once, and 3 requests for 20.0 kB for each read`, if the reader keeps the footer. */
function columnPartsText(columnRequests: ColumnRequests, situation: Situation): string {
  const { toOpen } = columnRequests;
  if (situation.reader === 'none' || !situation.keepsFooter || toOpen === undefined)
    return requestsText(columnRequests, situation);
  const each = afterOpening(columnRequests, toOpen);
  return `${requestsText(toOpen, situation)} to open the file once, and ${each.requests === 0 ? 'none' : requestsText(each, situation)} for each read`;
}

/** `1 request for 65.5 kB to open the file, and 3 requests for 20.0 kB for each row`. What is fetched to open a small file can hold its rows. */
function lookupPartsText(open: Requests, each: Requests, situation: Situation): string {
  const ofEach = `${requestsText(each, situation)} for each row`;
  if (open.requests === 0) return ofEach;
  return `${requestsText(open, situation)} to open the file, and ${each.requests === 0 ? 'none for the rows' : ofEach}`;
}

/** For which candidates it is not known what a reader asks for, and what counts instead. */
export function unknownRequestTexts(standings: readonly Standing[], situation: Situation): string[] {
  return countedOperations(situation).flatMap((operation) => {
    const byReason = new Map<string, string[]>();
    for (const { contender } of standings) {
      const reason = contender.unknownRequests[operation];
      if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), contender.row.names.label]);
    }
    const counted =
      operation === 'project'
        ? 'Each read of one column counts as one request for the whole file'
        : 'Look-ups count as one request for the whole file';
    return [...byReason].map(([reason, names]) => `${reason} ${counted} for ${listedNames(names)}.`);
  });
}
