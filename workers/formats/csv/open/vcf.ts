/** The Variant Call Format: lines of metadata, which begin with `##`, then a header and rows separated by tabs (samtools.github.io/hts-specs). */

export const isVcf = (head: string): boolean => head.startsWith('##fileformat=VCF');

/** The number of lines of metadata, which are thousands where a genome has many contigs. */
export async function countMetaLines(utf8: Blob): Promise<number> {
  let count = 0;
  let rest = '';
  const reader = utf8.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const lines = `${rest}${value ?? ''}`.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    const end = lines.findIndex((line) => !line.startsWith('##'));
    count += end < 0 ? lines.length : end;
    if (end < 0 && !done) continue;
    await reader.cancel();
    return count;
  }
}
