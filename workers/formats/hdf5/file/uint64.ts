/** Sets a whole number below 2⁵³ in 8 bytes. A BigInt for each of thousands of numbers costs more than the rest of an index. */
export function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}
