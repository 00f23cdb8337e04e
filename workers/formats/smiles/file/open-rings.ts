/** Means that the SMILES states no order for a bond. */
export const bondOrderUnstated = -1;

/** The ring numbers, from 0 to 99, that are open while a SMILES is read. */
export class OpenRings {
  openCount = 0;
  /** The ring that was closed last: the atom that opened it, the order ({@link bondOrderUnstated} without a symbol), the mark as seen from that atom, and the position of the first number. */
  partner = 0;
  order = bondOrderUnstated;
  mark = 0;
  place = 0;
  readonly #atoms = new Int32Array(100).fill(-1);
  readonly #orders = new Int32Array(100);
  readonly #marks = new Int32Array(100);
  readonly #places = new Int32Array(100);

  isOpen(number: number): boolean {
    return (this.#atoms[number] as number) >= 0;
  }

  open(number: number, atom: number, order: number, mark: number, place: number): void {
    this.#atoms[number] = atom;
    this.#orders[number] = order;
    this.#marks[number] = mark;
    this.#places[number] = place;
    this.openCount += 1;
  }

  /** Why the ring number is invalid; null if it is valid. */
  close(number: number, atom: number, order: number, mark: number): string | null {
    this.partner = this.#atoms[number] as number;
    this.#atoms[number] = -1;
    this.openCount -= 1;
    if (this.partner === atom) return `ring ${number} bonds an atom to itself`;
    const opened = this.#orders[number] as number;
    if (opened !== bondOrderUnstated && order !== bondOrderUnstated && opened !== order)
      return `ring ${number} opens with another bond symbol than it closes with`;
    this.order = opened === bondOrderUnstated ? order : opened;
    const openedMark = this.#marks[number] as number;
    // At its second number, the bond is seen from the other end.
    const closedMark = mark === 0 ? 0 : 3 - mark;
    if (openedMark !== 0 && closedMark !== 0 && openedMark !== closedMark)
      return `ring ${number} opens and closes with directions that contradict each other`;
    this.mark = openedMark | closedMark;
    this.place = this.#places[number] as number;
    return null;
  }

  /** The lowest open number. */
  firstOpen(): number {
    return this.#atoms.findIndex((atom) => atom >= 0);
  }

  placeOf(number: number): number {
    return this.#places[number] as number;
  }

  clear(): void {
    this.#atoms.fill(-1);
    this.openCount = 0;
  }
}
