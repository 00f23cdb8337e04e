/** What the tests use of jsroot's modules, which carry no types of their own. Objects of a file are as its streamer information says. */

declare module 'jsroot/io' {
  interface RootFile {
    readonly fKeys: readonly { readonly fName: string; readonly fClassName: string }[];
    readObject(name: string): Promise<object>;
  }
  export function openFile(bytes: ArrayBuffer): Promise<RootFile>;
}

declare module 'jsroot/tree' {
  export class TSelector {
    /** The entry that was read, by the branches' names. */
    tgtobj: Record<string, unknown>;
    addBranch(branch: string | object, name?: string): void;
    Process(this: TSelector): void;
  }
  export function treeProcess(tree: object, selector: TSelector): Promise<TSelector>;
}

declare module 'jsroot/rntuple' {
  import type { TSelector } from 'jsroot/tree';

  export function readHeaderFooter(
    ntuple: object,
  ): Promise<{ readonly fieldDescriptors: readonly { readonly fieldName: string; readonly parentFieldId: number }[] }>;
  export function rntupleProcess(ntuple: object, selector: TSelector): Promise<TSelector>;
}
