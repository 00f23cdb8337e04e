import {
  type AssembledFunction,
  type AssembledModule,
  assembleModule,
  getLocal,
  i32Add,
  i32Const,
  i32LessUnsigned,
  type WasmInstructions,
  loadVector,
  loopWhile,
  setLocal,
  shiftVector,
  shuffleBytes,
  storeVector,
  teeLocal,
  xorVectors,
} from '../../file/assembled-module';

/**
 * The split encodings group the bytes of a page's elements by significance: all first bytes, then all second bytes and so on (planes). Signed integers are zigzag-encoded first: x becomes 2x,
 * or −2x − 1 if x is negative. Sixteen elements at a time fill as many vectors as an element has bytes. Taking the even and the odd bytes of pairs of vectors, log2(width) times, splits them.
 */
type Width = 2 | 4 | 8;
const widths: readonly Width[] = [2, 4, 8];
type Name = `${'split' | 'join'}${'Zigzag' | ''}${Width}`;

/** Elements per call: as many as fit a WASM memory page in both forms, with the elements at 0 and the planes after them. */
const pieceElements = 4_096;
const planesAt = 8 * pieceElements;
const vectorBytes = 16;

const range = (length: number) => Array.from({ length }, (_, index) => index);
const evenBytes = range(vectorBytes).map((index) => index * 2);
const oddBytes = range(vectorBytes).map((index) => index * 2 + 1);
const firstHalves = range(vectorBytes).map((index) => (index >> 1) + (index % 2) * vectorBytes);
const secondHalves = firstHalves.map((place) => place + vectorBytes / 2);

/** Generates the code of one function. Every vector has a local, which is identified by its number. */
class Code {
  /** The function's parameter is the number of elements; its locals are the current element and the address of the elements' bytes. */
  static readonly count = 0;
  static readonly element = 1;
  static readonly place = 2;
  readonly body: number[] = [];
  vectors = 0;

  keep(...instructions: readonly WasmInstructions[]): number {
    const local = 3 + this.vectors;
    this.vectors += 1;
    this.body.push(...instructions.flat(), ...setLocal(local));
    return local;
  }

  shuffled(a: number, b: number, places: readonly number[]): number {
    return this.keep(getLocal(a), getLocal(b), shuffleBytes(places));
  }

  /** WasmInstructions that turn vectors of elements into vectors of planes. */
  split(vectors: readonly number[]): number[] {
    if (vectors.length === 1) return [...vectors];
    const pairs = range(vectors.length / 2).map(
      (index) => [vectors[index * 2] as number, vectors[index * 2 + 1] as number] as const,
    );
    const even = this.split(pairs.map(([a, b]) => this.shuffled(a, b, evenBytes)));
    const odd = this.split(pairs.map(([a, b]) => this.shuffled(a, b, oddBytes)));
    return even.flatMap((plane, index) => [plane, odd[index] as number]);
  }

  /** WasmInstructions that turn vectors of planes into vectors of elements. */
  join(planes: readonly number[]): number[] {
    if (planes.length === 1) return [...planes];
    const even = this.join(planes.filter((_, index) => index % 2 === 0));
    const odd = this.join(planes.filter((_, index) => index % 2 === 1));
    return even.flatMap((plane, index) => [
      this.shuffled(plane, odd[index] as number, firstHalves),
      this.shuffled(plane, odd[index] as number, secondHalves),
    ]);
  }

  zigzag(value: number, width: Width): number {
    return this.keep(
      getLocal(value),
      i32Const(1),
      shiftVector(width, 'left'),
      getLocal(value),
      i32Const(width * 8 - 1),
      shiftVector(width, 'rightSigned'),
      xorVectors,
    );
  }

  unzigzag(value: number, width: Width): number {
    // Moves the lowest bit to the highest position, and copies it from there to all bits.
    const sign = [
      ...getLocal(value),
      ...i32Const(width * 8 - 1),
      ...shiftVector(width, 'left'),
      ...i32Const(width * 8 - 1),
      ...shiftVector(width, 'rightSigned'),
    ];
    return this.keep(getLocal(value), i32Const(1), shiftVector(width, 'rightUnsigned'), sign, xorVectors);
  }

  store(at: number, vector: number, offset: number): void {
    this.body.push(...getLocal(at), ...getLocal(vector), ...storeVector(offset));
  }

  /** A loop over the elements, sixteen at a time. */
  function(name: Name, width: Width): AssembledFunction & { readonly name: Name } {
    const { count, element, place } = Code;
    const next = [
      ...[...getLocal(place), ...i32Const(vectorBytes * width), ...i32Add, ...setLocal(place)],
      ...[
        ...getLocal(element),
        ...i32Const(vectorBytes),
        ...i32Add,
        ...teeLocal(element),
        ...getLocal(count),
        ...i32LessUnsigned,
      ],
    ];
    return { name, i32Locals: 2, v128Locals: this.vectors, body: loopWhile([...this.body, ...next]) };
  }
}

function splitFunction(width: Width, isZigzag: boolean) {
  const code = new Code();
  const loaded = range(width).map((index) => code.keep(getLocal(Code.place), loadVector(index * vectorBytes)));
  const planes = code.split(isZigzag ? loaded.map((vector) => code.zigzag(vector, width)) : loaded);
  for (const [plane, vector] of planes.entries()) code.store(Code.element, vector, planesAt + plane * pieceElements);
  return code.function(`split${isZigzag ? 'Zigzag' : ''}${width}`, width);
}

function joinFunction(width: Width, isZigzag: boolean) {
  const code = new Code();
  const planes = range(width).map((plane) =>
    code.keep(getLocal(Code.element), loadVector(planesAt + plane * pieceElements)),
  );
  for (const [index, vector] of code.join(planes).entries())
    code.store(Code.place, isZigzag ? code.unzigzag(vector, width) : vector, index * vectorBytes);
  return code.function(`join${isZigzag ? 'Zigzag' : ''}${width}`, width);
}

let assembled: AssembledModule<Name> | null = null;
const splitter = () =>
  (assembled ??= assembleModule(
    1,
    widths.flatMap((width) =>
      [false, true].flatMap((isZigzag) => [splitFunction(width, isZigzag), joinFunction(width, isZigzag)]),
    ),
  ));

/** Splits elements of `width` bytes from `source` into `target`, which has the same length. Neither must be aligned. */
export function splitBytes(source: Uint8Array, target: Uint8Array, width: Width, isZigzag: boolean): void {
  const { memory, call } = splitter();
  const work = call[`split${isZigzag ? 'Zigzag' : ''}${width}`];
  const count = source.length / width;
  for (let from = 0; from < count; from += pieceElements) {
    const elements = Math.min(pieceElements, count - from);
    memory.set(source.subarray(from * width, (from + elements) * width));
    work(elements);
    for (let plane = 0, at = planesAt; plane < width; plane += 1, at += pieceElements)
      target.set(memory.subarray(at, at + elements), plane * count + from);
  }
}

/** The inverse of {@link splitBytes}. */
export function joinBytes(source: Uint8Array, target: Uint8Array, width: Width, isZigzag: boolean): void {
  const { memory, call } = splitter();
  const work = call[`join${isZigzag ? 'Zigzag' : ''}${width}`];
  const count = source.length / width;
  for (let from = 0; from < count; from += pieceElements) {
    const elements = Math.min(pieceElements, count - from);
    for (let plane = 0, at = planesAt; plane < width; plane += 1, at += pieceElements)
      memory.set(source.subarray(plane * count + from, plane * count + from + elements), at);
    work(elements);
    target.set(memory.subarray(0, elements * width), from * width);
  }
}
