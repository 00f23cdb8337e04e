import { FormatlabError } from '../model/errors';

/** Larger writes gain nothing, 64 KiB and smaller ones are far slower (measured in Chromium 156: 1.5 GB/s at 1 MiB). */
const pieceBytes = 1024 * 1024;
const folderName = 'formatlab-scratch';
/** Scratch files of tabs that were closed in the middle are swept after this long. */
const staleMs = 10 * 60_000;

/** A scratch file in the origin's private file system, held open by one worker. */
export interface PrivateFile {
  /** Replaces what is there, in 1 MiB writes, and waits until the browser says that it is on its way to the disk. */
  write(bytes: Uint8Array): void;
  /** All of it, in a buffer of its own, or in the room that is given for so many bytes. */
  read(roomFor?: (sizeBytes: number) => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  close(): Promise<void>;
}

/** Why there is no private file system to measure with, or null where there is one. */
export function privateFilesUnsupported(): string | null {
  if (typeof navigator === 'undefined' || typeof navigator.storage?.getDirectory !== 'function')
    return "This browser has no private file system for the page's origin, so storing and loading can't be measured.";
  if (typeof FileSystemFileHandle === 'undefined' || !('createSyncAccessHandle' in FileSystemFileHandle.prototype))
    return 'This browser has no synchronous access to private files, so storing and loading can’t be measured.';
  return null;
}

/** The part of FileSystemSyncAccessHandle used here. Windows have no such handles, and so their type library has not either. */
interface SyncAccessHandle {
  truncate(sizeBytes: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  read(bytes: Uint8Array, options: { at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}

function hasSyncAccess(
  handle: FileSystemFileHandle,
): handle is FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> } {
  return 'createSyncAccessHandle' in handle;
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
}

/** Opens a new file. Throws `storageFailed` where the browser refuses (private browsing, no space). `name` must be nobody else's, in this tab or another. */
export async function openPrivateFile(name: string): Promise<PrivateFile> {
  try {
    const directory = await folder();
    const entry = await directory.getFileHandle(name, { create: true });
    if (!hasSyncAccess(entry)) throw new Error('it has no synchronous access');
    const handle = await entry.createSyncAccessHandle();
    return {
      write(bytes) {
        handle.truncate(0);
        for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
          const piece = bytes.subarray(offset, offset + pieceBytes);
          const written = handle.write(piece, { at: offset });
          if (written !== piece.length)
            throw storageFailed(
              `${written} of ${piece.length} bytes were written at ${offset}: the browser's quota is used up.`,
            );
        }
        handle.flush();
      },
      read(roomFor = (sizeBytes) => new Uint8Array(sizeBytes)) {
        const bytes = roomFor(handle.getSize());
        for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
          const piece = bytes.subarray(offset, offset + pieceBytes);
          const read = handle.read(piece, { at: offset });
          if (read !== piece.length) throw storageFailed(`${read} of ${piece.length} bytes were read at ${offset}.`);
        }
        return bytes;
      },
      async close() {
        handle.close();
        await directory.removeEntry(name);
      },
    };
  } catch (thrown) {
    throw storageFailed(
      `The browser refused a private file: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      thrown,
    );
  }
}

function storageFailed(message: string, cause?: unknown): FormatlabError {
  return new FormatlabError({ tag: 'storageFailed', stage: 'store', message }, { cause });
}

/** Removes the scratch file of a worker that was ended before it could; its lock goes with the worker, but not at once. */
export async function removePrivateFile(name: string): Promise<void> {
  if (privateFilesUnsupported() !== null) return;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      await (await folder()).removeEntry(name);
      return;
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return;
      await new Promise((resolve) => setTimeout(resolve, 50 * (attempt + 1)));
    }
  }
}

/** Removes scratch files that no worker holds and that are older than ten minutes. A file that another tab holds stays: the browser refuses. */
export async function sweepPrivateFiles(now: number): Promise<void> {
  if (privateFilesUnsupported() !== null) return;
  try {
    const directory = await folder();
    for await (const [name, handle] of directory.entries()) {
      if (handle.kind !== 'file' || now - (await handle.getFile()).lastModified < staleMs) continue;
      // One that another tab holds does not keep the rest.
      await directory.removeEntry(name).catch(() => undefined);
    }
  } catch {
    // There is no storage: `store` says so if it is asked for.
  }
}
