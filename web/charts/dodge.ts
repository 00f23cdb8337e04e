/**
 * Moves marks with the same x sideways so that they don't overlap. Returns a column for each mark, counted from 0: the
 * first column whose marks are all at least `spacing` away from it.
 */
export function dodgeColumns(ys: readonly number[], spacing: number): number[] {
  const order = ys.map((_, index) => index).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0));
  const lastInColumn: number[] = [];
  const columns = ys.map(() => 0);
  for (const index of order) {
    const y = ys[index] ?? 0;
    const free = lastInColumn.findIndex((last) => y - last >= spacing);
    const column = free < 0 ? lastInColumn.length : free;
    lastInColumn[column] = y;
    columns[index] = column;
  }
  return columns;
}

/**
 * Stacks labels in one column without overlap: each centre is as near to its position as `spacing` and the bounds
 * allow. The order from top to bottom is that of the positions.
 */
export function stackLabels(positions: readonly number[], spacing: number, top: number, bottom: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0) || a - b);
  // Labels that touch form a block. Its centre is the mean of its members' positions (pool-adjacent violators).
  const blocks: { sum: number; members: number[] }[] = [];
  const centre = ({ sum, members }: { sum: number; members: number[] }) => sum / members.length;
  for (const index of order) {
    blocks.push({ sum: positions[index] ?? 0, members: [index] });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (last === undefined || before === undefined) break;
      if (centre(last) - centre(before) >= ((last.members.length + before.members.length) / 2) * spacing) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, members: [...before.members, ...last.members] });
    }
  }
  const placed = [...positions];
  let floor = top;
  let remaining = order.length;
  for (const block of blocks) {
    const ceiling = bottom - remaining * spacing;
    const start = Math.max(floor, Math.min(centre(block) - (block.members.length * spacing) / 2, ceiling));
    block.members.forEach((index, place) => {
      placed[index] = start + (place + 0.5) * spacing;
    });
    floor = start + block.members.length * spacing;
    remaining -= block.members.length;
  }
  return placed;
}
