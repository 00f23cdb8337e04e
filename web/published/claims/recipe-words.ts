import type { Quantity } from '../../../workers/model/quantity';
import { workloads } from '../../../workers/registry/metadata';
import { formatCount, formatMs } from '../../figures/figures';
import type { Recipe } from './recipe';

/** How long a test takes, and how many items it measures. */
export function recipeWords({ parts, estimateMs }: Recipe): string {
  const itemsFor = (of: Quantity) =>
    parts.flatMap(({ quantity, plan: { datasets } }) => {
      const [first] = datasets;
      return quantity !== of || first?.source !== 'workload'
        ? []
        : [`${formatCount(first.size)} ${workloads.get(first.workload)?.sizeUnit ?? 'items'}`];
    });
  const partTexts = (['size', 'time'] as const).flatMap((quantity) => {
    const items = itemsFor(quantity);
    return items.length === 0
      ? []
      : [`${quantity}s of ${items.join(' and ')}${quantity === 'time' ? ' in 8 rounds' : ''}`];
  });
  return `About ${formatMs(Math.max(1_000, estimateMs), 2)} on this machine: ${partTexts.join(', ')}.`;
}
