/** The beginning of a text. */
interface TextHead {
  /** Without a byte order mark and white space before it. */
  readonly text: string;
  /** Its complete lines that are not blank. */
  readonly lines: readonly string[];
  /** True if it is the complete file. */
  readonly whole: boolean;
}

/** How `detect.ts` of a format's folder tells its types of file where no signature does. */
export interface ContentLooks {
  /** By the first bytes. */
  readonly head?: readonly {
    readonly type: string;
    /** What the file is called; absent for its type's phrase. */
    readonly phrase?: string;
    readonly finds: (head: Uint8Array, isText: boolean) => boolean;
  }[];
  /** By a text. Of all formats' looks, the one with the smallest `order` that finds something holds. */
  readonly text?: readonly {
    readonly type: string;
    readonly order: number;
    /** Whether the text can be of no other type, or only seems to be of this one; null if it is not. */
    readonly finds: (head: TextHead) => 'certain' | 'likely' | null;
  }[];
  /** By the names in a Zip archive. */
  readonly zip?: readonly { readonly type: string; readonly finds: (names: readonly string[]) => boolean }[];
}
