import type { Tool } from '../../workers/model/tools';

export const toolNames: Readonly<Record<Tool, string>> = {
  python: 'Python',
  r: 'R',
  julia: 'Julia',
  java: 'Java or Spark',
  duckdb: 'DuckDB',
  browser: 'A browser',
  commandLine: 'The command line',
};
