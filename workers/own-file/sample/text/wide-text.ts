/** Whether a text begins like UTF-16, in which a byte may be half of a character. */
export async function isWide(file: { readonly slice: (from: number, to: number) => Blob }): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return hasMark || head.includes(0);
}
