/** The values between two neighbouring points of a scan at which the winner changes, by bisection. */
export function scannedChanges(winnerAt: (value: number) => number, min: number, max: number): number[] {
  const steps = 60;
  const changes: number[] = [];
  let before = min;
  let winner = winnerAt(min);
  for (let step = 1; step <= steps; step += 1) {
    const value = min * (max / min) ** (step / steps);
    const there = winnerAt(value);
    if (there !== winner) {
      let [low, high] = [before, value];
      for (let turn = 0; turn < 40; turn += 1) {
        const middle = Math.sqrt(low * high);
        if (winnerAt(middle) === winner) low = middle;
        else high = middle;
      }
      changes.push(high);
    }
    before = value;
    winner = there;
  }
  return changes;
}

/** The value nearest to `from`, on the way to `end`, at which another candidate wins than at `from`. */
export function firstChange(winnerAt: (value: number) => number, from: number, end: number): number | null {
  const steps = 80;
  const winner = winnerAt(from);
  let before = from;
  for (let step = 1; step <= steps; step += 1) {
    const value = from * (end / from) ** (step / steps);
    if (winnerAt(value) === winner) {
      before = value;
      continue;
    }
    let [same, other] = [before, value];
    for (let turn = 0; turn < 40; turn += 1) {
      const middle = Math.sqrt(same * other);
      if (winnerAt(middle) === winner) same = middle;
      else other = middle;
    }
    return other;
  }
  return null;
}
