import type { Situation } from '../view/situation';
import { type CandidateFigures, costParts, timeParts } from './totals';

/** A part of a total, in milliseconds or money. */
export interface TotalPart {
  readonly id: PartId;
  readonly value: number;
}

export type PartId =
  | 'encode'
  | 'transfer'
  | 'wait'
  | 'decode'
  | 'storage'
  | 'downloads'
  | 'computing'
  | 'requests'
  | 'retrieval'
  | 'size';

export const partNames: Readonly<Record<PartId, string>> = {
  encode: 'Encode',
  transfer: 'Transfer',
  wait: 'Wait',
  decode: 'Decode',
  storage: 'Storage',
  downloads: 'Downloads',
  computing: 'Computing',
  requests: 'Requests',
  retrieval: 'Retrieval',
  size: 'Size',
};

/** The parts of a total; their sum is the total. Of a size there is one. */
export function totalPartsOf(situation: Situation, figures: CandidateFigures): readonly TotalPart[] {
  if (situation.goal === 'size') return [{ id: 'size', value: figures.sizeBytes }];
  if (situation.goal === 'money') {
    const { storage, egress, compute, requests, retrieval } = costParts(situation, figures);
    return [
      { id: 'storage', value: storage },
      { id: 'downloads', value: egress },
      { id: 'computing', value: compute },
      { id: 'requests', value: requests },
      { id: 'retrieval', value: retrieval },
    ];
  }
  const { encodeMs, transferMs, waitMs, decodeMs } = timeParts(situation, figures);
  return [
    { id: 'encode', value: encodeMs },
    { id: 'transfer', value: transferMs },
    { id: 'wait', value: waitMs },
    { id: 'decode', value: decodeMs },
  ];
}
