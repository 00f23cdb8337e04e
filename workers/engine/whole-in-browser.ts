/**
 * Waits until the browser has received all of a Blob, by reading its last bytes. Until then it is lost if the worker that made it ends.
 */
export async function wholeInBrowser(blob: Blob): Promise<void> {
  await blob.slice(Math.max(0, blob.size - 8)).arrayBuffer();
}
