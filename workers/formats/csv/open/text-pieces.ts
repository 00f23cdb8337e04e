/** Decodes UTF-8 piece by piece. A byte order mark stays. */
export async function* textPieces(utf8: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = utf8.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}
