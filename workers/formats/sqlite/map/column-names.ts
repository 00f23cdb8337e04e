const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*(?:\]|$)|'(?:[^']|'')*'|[(),]|[^\s(),"'`[]+/gu;
const comment = /^(?:--|\/\*)/u;
/** What begins a constraint of the table, which follows its columns. */
const constraints = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']);

/**
 * The names of the columns that the rows of a table store, in their order, by the table's SQL. Virtual columns are computed, and no row stores them.
 * Fewer names than columns are found if the SQL is not what SQLite writes.
 */
export function storedColumnNames(sql: string): string[] {
  const tokens = (sql.match(token) ?? []).filter((each) => !comment.test(each));
  const names: string[] = [];
  let item: string[] = [];
  let depth = 0;
  for (const each of tokens.slice(Math.max(0, tokens.indexOf('(')))) {
    const isEnd = depth === 1 && (each === ',' || each === ')');
    if (isEnd) {
      const [name] = item;
      if (name === undefined || constraints.has(name.toUpperCase())) break;
      if (!isVirtual(item)) names.push(unquoted(name));
      item = [];
    }
    if (each === '(') depth += 1;
    if (each === ')') depth -= 1;
    if (depth === 0) break;
    // What is in parentheses says nothing of the column's name and of where it is stored.
    if (depth === 1 && !isEnd && each !== ')' && !(each === '(' && item.length === 0)) item.push(each);
    if (depth === 2 && each === '(') item.push(each);
  }
  return names;
}

/** GENERATED ALWAYS AS (…), or AS (…) for short, unless it is STORED. */
function isVirtual(item: readonly string[]): boolean {
  const words = item.map((each) => each.toUpperCase());
  return (
    words.some((word, index) => index > 0 && word === 'AS' && words[index + 1] === '(') && !words.includes('STORED')
  );
}

function unquoted(name: string): string {
  const first = name[0] ?? '';
  if (first === '[') return name.slice(1, -1);
  return '"`\''.includes(first) ? name.slice(1, -1).replaceAll(first + first, first) : name;
}
