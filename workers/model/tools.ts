/** The tools with which people read files. A situation can require some of them. */
export const tools = ['python', 'r', 'julia', 'java', 'duckdb', 'browser', 'commandLine'] as const;
export type Tool = (typeof tools)[number];

/** The library or program with which each tool reads a file. A tool that is missing has no known reader. */
export type Readers = Readonly<Partial<Record<Tool, string>>>;
/** As {@link Readers}, for some settings only. A reason is a sentence that says why the tool does not read such files. */
export type ReaderChanges = Readonly<Partial<Record<Tool, { readonly by: string } | { readonly reason: string }>>>;

/** The same reason for every tool. */
export const readByNone = (reason: string): ReaderChanges =>
  Object.fromEntries(tools.map((tool) => [tool, { reason }] as const));
