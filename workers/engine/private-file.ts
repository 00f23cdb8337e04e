import { FormatlabError } from '../model/errors';

/** Larger writes are no faster; writes of 64 KiB and less are far slower (measured in Chromium 156: 1.5 GB/s at 1 MiB). */
const pieceBytes = 1024 * 1024;
const folderName = 'formatlab-scratch';
/** Scratch files left by closed tabs are removed after this long. */
const staleMs = 10 * 60_000;

/** A scratch file in the origin's private file system, which one worker holds open. */
interface PrivateFile {
  /** Replaces the content in writes of 1 MiB, then flushes it to the disk. */
  write(bytes: Uint8Array): void;
  /** Reads the whole file, into a new buffer or into the one that `roomFor` returns for its size. */
  read(roomFor?: (sizeBytes: number) => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  close(): Promise<void>;
}

/** Why this browser has no private file system to measure; null if it has one. */
export function privateFilesUnsupported(): string | null {
  if (typeof navigator === 'undefined' || typeof navigator.storage?.getDirectory !== 'function')
    return "This browser has no private file system for the page's origin, so storing and loading can't be measured.";
  if (typeof FileSystemFileHandle === 'undefined' || !('createSyncAccessHandle' in FileSystemFileHandle.prototype))
    return 'This browser has no synchronous access to private files, so storing and loading can’t be measured.';
  return null;
}

/**
 * The part of FileSystemSyncAccessHandle that this file uses. TypeScript's library for windows does not declare it, since only workers have
 * it.
 */
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

/**
 * Opens a new file. `name` must be unique, across tabs as well.
 * @throws `storageFailed` if the browser refuses (private browsing, no space).
 */
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

/** Removes the scratch file of a worker that was terminated before it could do so. The worker's lock is released with a delay. */
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

/**
 * Removes scratch files that are older than ten minutes and that no worker holds. The browser refuses to remove a file that another tab
 * holds.
 */
export async function sweepPrivateFiles(now: number): Promise<void> {
  if (privateFilesUnsupported() !== null) return;
  try {
    const directory = await folder();
    for await (const [name, handle] of directory.entries()) {
      if (handle.kind !== 'file' || now - (await handle.getFile()).lastModified < staleMs) continue;
      // If another tab holds one file, still remove the others.
      await directory.removeEntry(name).catch(() => undefined);
    }
  } catch {
    // There is no storage. An operation `store` reports that itself.
  }
}
