import { expect, test } from 'vitest';
import { storedColumnNames } from './column-names';

test.each([
  ['CREATE TABLE t (id INTEGER PRIMARY KEY, value REAL, word TEXT)', ['id', 'value', 'word']],
  ['CREATE TABLE t(a,b)', ['a', 'b']],
  [
    `CREATE TABLE "a (b" ("one, (two" DECIMAL(10, 2) DEFAULT (1 + (2)), [three] TEXT CHECK (three <> ')'), \`fo\`\`ur\`, 'five' AS (one))`,
    ['one, (two', 'three', 'fo`ur'],
  ],
  ['CREATE TABLE t (a, b INT GENERATED ALWAYS AS (a * 2) VIRTUAL, c INT AS (a) STORED, d)', ['a', 'c', 'd']],
  [
    'CREATE TABLE t (a, -- the first, (of two)\n b /* the second, */ NOT NULL, PRIMARY KEY (a, b), FOREIGN KEY (a) REFERENCES u (x))',
    ['a', 'b'],
  ],
  ['CREATE TABLE t (a, "primary" TEXT, CONSTRAINT unique_a UNIQUE (a))', ['a', 'primary']],
  ['', []],
  ['CREATE TABLE t (a, "b', ['a']],
  ['CREATE TABLE t (a, [b', ['a']],
])('the columns that rows store by %s', (sql, names) => {
  expect(storedColumnNames(sql)).toEqual(names);
});
