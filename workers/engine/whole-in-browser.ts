import { isFileSet, type UserData } from '../model/user-data';

/**
 * Waits until the browser has received all of a Blob, by reading its last bytes. Until then it is lost if the worker that made it ends.
 */
export async function wholeInBrowser(data: UserData): Promise<void> {
  if (isFileSet(data)) await Promise.all(data.files.map(({ file }) => wholeInBrowser(file)));
  else await data.slice(Math.max(0, data.size - 8)).arrayBuffer();
}
