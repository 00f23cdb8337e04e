/**
 * 65,536 ranks, of which a uniform draw follows Zipf's law: the rank r (from 0) has weight 1 / (r + offset). Sums and quotients of doubles
 * in this order are the same in every programming language.
 */
export function zipfPicks(count: number, offset: number): Uint16Array {
  let total = 0;
  for (let rank = 0; rank < count; rank += 1) total += 1 / (rank + offset);
  const picks = new Uint16Array(65_536);
  let sum = 0;
  let start = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + offset);
    const end = rank === count - 1 ? 65_536 : Math.floor((sum / total) * 65_536);
    picks.fill(rank, start, end);
    start = end;
  }
  return picks;
}
