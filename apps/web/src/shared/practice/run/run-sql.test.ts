import { expect, test } from 'vitest'
import { readTables, runSql } from './run-sql.ts'

const setup = `CREATE TABLE sales (outlet TEXT, item TEXT, sold INTEGER);
INSERT INTO sales VALUES ('Muar', 'kaya bun', 35), ('Muar', 'egg tart', 12), ('Batu Pahat', 'kaya bun', 20);`
const solution = 'SELECT outlet, sum(sold) FROM sales GROUP BY outlet ORDER BY 2 DESC'
const run = (code: string, isOrdered = true) => runSql({ code, setup, solution, isOrdered })

test('the last result is shown, and a right one is told', async () => {
  const code = `-- first a look; then the answer
    SELECT * FROM sales; SELECT outlet, sum(sold) AS total FROM sales GROUP BY 1 ORDER BY total DESC;`
  expect(await run(code)).toEqual({
    table: {
      columns: ['outlet', 'total'],
      rows: [
        ['Muar', 47],
        ['Batu Pahat', 20],
      ],
      total: 2,
    },
    failure: null,
    verdict: { kind: 'right' },
  })
})

test.each([
  ['SELECT outlet FROM sales', { kind: 'columns', got: 1, wanted: 2 }],
  ['SELECT outlet, sold FROM sales', { kind: 'rows', got: 3, wanted: 2 }],
  ['SELECT outlet, sum(sold) FROM sales GROUP BY outlet ORDER BY 2', { kind: 'order' }],
  [
    "SELECT outlet, sum(sold) + (outlet = 'Muar') FROM sales GROUP BY outlet ORDER BY 2 DESC",
    { kind: 'row', row: 1 },
  ],
  ["UPDATE sales SET sold = 0 WHERE item = ';'", { kind: 'no-result' }],
])('%s is told how it differs', async (code, verdict) => {
  expect((await run(code)).verdict).toEqual(verdict)
})

test('the order of rows counts only where the author says so', async () => {
  expect(
    (await run('SELECT outlet, sum(sold) FROM sales GROUP BY outlet ORDER BY 2', false)).verdict,
  ).toEqual({
    kind: 'right',
  })
})

test('errors are in the words of SQLite, and each run begins with the same tables', async () => {
  expect((await run('SELECT price FROM sales')).failure).toEqual({
    kind: 'threw',
    message: 'no such column: price',
    line: 1,
  })
  await run('DROP TABLE sales')
  expect((await run(solution)).verdict).toEqual({ kind: 'right' })
})

test.each([
  ['SELECT outlet\nFROM   sales\nWHERE  price > 3', 3],
  ['SELECT outlet\nFORM   sales', 2],
  ["SELECT 'telur ayam, puyuh – dan itik';\n\n-- the next one\nSELECT item,\nFROM sales", 5],
  ["SELECT '日本語' AS name,\n  nothing", 2],
])('an error of %j names its line', async (code, line) => {
  expect((await run(code)).failure).toMatchObject({ kind: 'threw', line })
})

test('an error while rows are written names no line, because the engine names no place', async () => {
  const failure = (await run('CREATE TABLE one (id INTEGER PRIMARY KEY);\nINSERT INTO one VALUES (1), (1)'))
    .failure
  expect(failure).toMatchObject({ kind: 'threw', line: null })
})

test('a query without end is stopped, and so is one with too many rows', async () => {
  const endless = (columns: string) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ${columns} FROM n`
  expect((await run(endless('count(*)'))).failure).toEqual({ kind: 'time' })
  expect((await run(endless('i, i'))).failure).toEqual({ kind: 'too-many-rows' })
})

test('a solution that fails is a fault of the author', async () => {
  await expect(
    runSql({ code: 'SELECT 1', setup, solution: 'SELECT oops', isOrdered: false }),
  ).rejects.toThrow('oops')
})

test('a scratchpad shows the result and compares it with nothing', async () => {
  const result = await runSql({ code: 'SELECT 1 AS one', setup: '', solution: null, isOrdered: false })
  expect(result).toEqual({ table: { columns: ['one'], rows: [[1]], total: 1 }, failure: null, verdict: null })
})

test('the tables of an exercise are read with their rows, in the order in which they are made', async () => {
  const tables = await readTables(`CREATE TABLE outlets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
    INSERT INTO outlets (name) VALUES ('Ipoh'), ('Muar');
    CREATE TABLE "daily ""sales""" (outlet INTEGER, sold INTEGER);`)
  expect(tables).toEqual([
    {
      name: 'outlets',
      columns: ['id', 'name'],
      rows: [
        [1, 'Ipoh'],
        [2, 'Muar'],
      ],
      total: 2,
    },
    { name: 'daily "sales"', columns: ['outlet', 'sold'], rows: [], total: 0 },
  ])
  await expect(readTables('CREATE TABLE (')).rejects.toThrow('syntax error')
})
