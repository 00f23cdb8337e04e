import type { EffortMode } from '../../../workers/model/plan';

export const effortLabels: Record<EffortMode, string> = {
  sizes: 'Sizes',
  quick: 'Quick',
  standard: 'Standard',
  thorough: 'Thorough',
  repeats: 'Repeats',
};
