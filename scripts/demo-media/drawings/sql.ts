import { bars, beside, box, code, compare, drawing, label, points, stroke, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

const sales = (rowMarks: (number[] | undefined)[] = []) =>
  table({
    head: ['outlet', 'item', 'sold'],
    rows: [
      ['Ipoh', 'kaya bun', '42'],
      ['Ipoh', 'white loaf', '18'],
      ['Muar', 'kaya bun', '35'],
      ['Melaka', 'egg tart', '60'],
    ],
    rowMarks,
    numeric: [2],
  })

export const sqlDrawings: Drawings = {
  'sql-select': [
    sales([undefined, undefined, [1]]),
    beside(
      code([
        { text: 'SELECT item, sold', at: 0, marks: [1] },
        { text: 'FROM   sales', at: 0, marks: [0] },
        { text: "WHERE  outlet = 'Ipoh'", at: 2, marks: [2] },
      ]),
      table({
        head: ['item', 'sold'],
        rows: [
          ['kaya bun', '42'],
          ['white loaf', '18'],
        ],
        rowAt: [3, 3],
        numeric: [1],
      }),
    ),
    points([
      { text: 'Which list?', sub: 'FROM', at: 0 },
      { text: 'Which rows?', sub: 'WHERE', at: 0 },
      { text: 'Which columns?', sub: 'SELECT', at: 0 },
    ]),
  ],
  'sql-where': [
    table({
      head: ['id', 'customer', 'delivered_on'],
      rows: [
        ['101', 'Kedai Lim', '2026-03-02'],
        ['102', 'Warung Siti', '2026-03-09'],
        ['103', 'Hotel Aman', { text: 'NULL', tone: 'ember', marks: [1] }],
      ],
    }),
    beside(
      code(['SELECT id', 'FROM   orders', { text: "WHERE  NOT (delivered_on = '2026-03-02')", marks: [0] }]),
      table({
        head: ['id', 'the answer is'],
        rows: [
          ['101', { text: 'no', tone: 'dim' }],
          ['102', { text: 'yes', tone: 'leaf' }],
          ['103', { text: 'not known', tone: 'ember' }],
        ],
        rowAt: [1, 1, 1],
        rowMarks: [undefined, undefined, [2]],
      }),
      60,
    ),
    code([
      'SELECT id',
      'FROM   orders',
      "WHERE  NOT (delivered_on = '2026-03-02')",
      { text: '   OR  delivered_on IS NULL', at: 0, marks: [0] },
    ]),
  ],
  'sql-join': [
    drawing(1120, 400, [
      label(190, 34, 'orders', { tone: 'dim' }),
      label(930, 34, 'customers', { tone: 'dim' }),
      box(40, 60, 300, 74, '101 · Kedai Lim'),
      box(40, 170, 300, 74, '102 · Kedai Lim'),
      box(40, 280, 300, 74, '103 · Warung Siti'),
      box(780, 90, 300, 74, 'Kedai Lim', { sub: 'Ipoh', size: 25 }),
      box(780, 240, 300, 74, 'Warung Siti', { sub: 'Muar', size: 25 }),
      stroke('M345 97C560 97 560 127 775 127', { tone: 'ice', at: 1 }),
      stroke('M345 207C560 207 560 127 775 127', { tone: 'ice', at: 1 }),
      stroke('M345 317C560 317 560 277 775 277', { tone: 'ice', at: 2 }),
    ]),
    table({
      head: ['order', 'total', 'driver'],
      rows: [
        ['101', 'RM 80', 'Kumar'],
        ['102', 'RM 50', 'Kumar'],
        ['102', { text: 'RM 50', tone: 'ember', marks: [1, 2] }, 'Salleh'],
      ],
      rowMarks: [undefined, [0], [0]],
      numeric: [1],
    }),
  ],
  'sql-group': [
    beside(
      sales([[0], [0]]),
      table({
        head: ['outlet', 'total'],
        rows: [
          ['Ipoh', '60'],
          ['Muar', '35'],
          ['Melaka', '60'],
        ],
        rowAt: [1, 2, 2],
        numeric: [1],
      }),
    ),
    code([
      'SELECT   outlet, SUM(sold) AS total',
      'FROM     sales',
      { text: 'GROUP BY outlet', marks: [0] },
      { text: 'HAVING   SUM(sold) > 40', at: 1, marks: [1] },
      { text: 'ORDER BY total', at: 2, marks: [2] },
    ]),
    bars([
      { label: 'Ipoh, 900 sales', part: 0.3, text: 'RM 6.00', at: 0 },
      { label: 'Muar, 100 sales', part: 0.6, text: 'RM 12.00', at: 0 },
      { label: 'Both, truly', part: 0.33, text: 'RM 6.60', tone: 'leaf', at: 1 },
    ]),
  ],
  'sql-window': [
    table({
      head: ['week', 'loaves', 'last week', 'change'],
      rows: [
        ['1', '210', { text: '—', tone: 'dim', at: 1 }, { text: '', at: 2 }],
        ['2', '240', { text: '210', at: 1 }, { text: '+30', tone: 'leaf', at: 2 }],
        ['3', '225', { text: '240', at: 1 }, { text: '−15', tone: 'rust', at: 2 }],
        ['4', '260', { text: '225', at: 1 }, { text: '+35', tone: 'leaf', at: 2 }],
      ],
      numeric: [1, 2, 3],
    }),
    code([
      'SELECT week, loaves,',
      { text: '       LAG(loaves) OVER (', marks: [0] },
      { text: '         PARTITION BY outlet', at: 2, marks: [2] },
      { text: '         ORDER BY week', marks: [1] },
      '       ) AS last_week',
      'FROM   weekly',
    ]),
  ],
  'sql-vanish': [
    table({
      head: ['four of the eight rows', 'day', 'sold'],
      rows: [
        ['Ipoh', '2026-03-02', '42'],
        ['Muar', '2026-03-02', '35'],
        ['Melaka', '2026-03-03', '55'],
        ['Taiping', { text: 'NULL', tone: 'ember', marks: [1] }, { text: 'NULL', tone: 'ember', marks: [1] }],
      ],
      rowMarks: [undefined, undefined, undefined, [0]],
      numeric: [2],
    }),
    beside(
      code([
        'FROM   outlets',
        'LEFT JOIN sales',
        '   ON  outlet_id = outlets.id',
        { text: "WHERE  day = '2026-03-02'", at: 0, marks: [0, 1] },
      ]),
      table({
        head: ['outlet', 'sold'],
        rows: [
          ['Ipoh', '60'],
          ['Melaka', '60'],
          ['Muar', '35'],
        ],
        rowAt: [2, 2, 2],
        numeric: [1],
      }),
    ),
    beside(
      code([
        'SELECT name,',
        { text: '  COALESCE(SUM(sold), 0)', marks: [1] },
        'FROM   outlets',
        'LEFT JOIN sales',
        '   ON  outlet_id = outlets.id',
        { text: "   AND day = '2026-03-02'", at: 0, marks: [0] },
        'GROUP BY name',
      ]),
      table({
        head: ['outlet', 'sold'],
        rows: [
          ['Ipoh', '60'],
          ['Melaka', '60'],
          ['Muar', '35'],
          [
            { text: 'Taiping', tone: 'leaf' },
            { text: '0', tone: 'leaf' },
          ],
        ],
        rowAt: [1, 1, 1, 1],
        numeric: [1],
      }),
    ),
    compare([
      { title: 'ON', lines: ['about the second table', 'which rows may pair'], tone: 'ice', at: 1 },
      { title: 'WHERE', lines: ['about the first table', 'which rows stay'], tone: 'ember', at: 2 },
    ]),
  ],
  'sql-steps': [
    points([
      { text: 'How many did each outlet sell?', sub: 'one row for each outlet', at: 0 },
      { text: 'What is the average of those?', sub: 'one figure', at: 1 },
      { text: 'Which outlets are above it?', sub: 'the answer', at: 2 },
    ]),
    beside(
      code([
        { text: 'WITH by_outlet AS (', marks: [0, 1] },
        '  SELECT name,',
        '    COALESCE(SUM(sold), 0) AS sold',
        '  FROM outlets',
        { text: '  LEFT JOIN sales', marks: [2] },
        '    ON outlet_id = outlets.id',
        '  GROUP BY name',
        ')',
      ]),
      table({
        head: ['name', 'sold'],
        rows: [
          ['Ipoh', '98'],
          ['Melaka', '135'],
          ['Muar', '35'],
          ['Taiping', '0'],
        ],
        rowAt: [1, 1, 1, 2],
        rowMarks: [undefined, undefined, undefined, [2]],
        numeric: [1],
      }),
      60,
    ),
    beside(
      code([
        'SELECT name, sold',
        { text: 'FROM   by_outlet', marks: [0] },
        'WHERE  sold > (',
        { text: '  SELECT AVG(sold)', marks: [1] },
        { text: '  FROM   by_outlet', marks: [0, 1] },
        ')',
        'ORDER BY sold DESC',
      ]),
      table({
        head: ['name', 'sold'],
        rows: [
          ['Melaka', '135'],
          ['Ipoh', '98'],
        ],
        rowAt: [2, 2],
        numeric: [1],
      }),
      60,
    ),
    points([
      { text: 'SELECT * FROM by_outlet', sub: 'four outlets, so four rows', at: 0 },
      { text: 'Check the early steps most carefully', at: 1 },
      { text: 'CREATE VIEW by_outlet AS …', sub: 'for a step that you need again', at: 2 },
    ]),
  ],
  'sql-months': [
    table({
      head: ['receipt', 'stored, UTC', 'in Malaysia', 'RM'],
      rows: [
        ['1', '28 Feb 15:30', '28 Feb 23:30', '12.50'],
        ['2', '28 Feb 16:30', { text: '1 Mar 00:30', tone: 'ember', marks: [1] }, '30.00'],
        ['3', '15 Mar 04:00', '15 Mar 12:00', '45.00'],
        ['4', '31 Mar 16:10', { text: '1 Apr 00:10', tone: 'ember' }, '8.00'],
      ],
      rowMarks: [undefined, [2], undefined, [2]],
      numeric: [3],
    }),
    beside(
      code([
        'SELECT to_char(',
        { text: '  paid_at AT TIME ZONE', marks: [0] },
        { text: "    'Asia/Kuala_Lumpur',", marks: [0] },
        { text: "  'YYYY-MM') AS month,", marks: [1] },
        '  SUM(amount) AS total',
        'FROM receipts',
        'GROUP BY month',
        'ORDER BY month',
      ]),
      table({
        head: ['month', 'total'],
        rows: [
          ['2026-02', '12.50'],
          ['2026-03', { text: '75.00', marks: [2] }],
          ['2026-04', '8.00'],
        ],
        rowAt: [2, 2, 2],
        numeric: [1],
      }),
    ),
    code([
      "SELECT strftime('%Y-%m', paid_at,",
      { text: "                '+8 hours') AS month,", marks: [0, 1] },
      '       SUM(amount) AS total',
      'FROM   receipts',
      'GROUP BY month',
      'ORDER BY month',
    ]),
    code([
      'SELECT SUM(amount) AS march',
      'FROM   receipts',
      { text: "WHERE  paid_at >= '2026-03-01 00:00+08'", at: 0, marks: [0] },
      { text: "  AND  paid_at <  '2026-04-01 00:00+08'", at: 1, marks: [1] },
      { text: '-- PostgreSQL, all times are Malaysian time', at: 2 },
    ]),
  ],
  'sql-index': [
    compare([
      {
        title: 'read every page',
        lines: ['page 1, page 2, page 3 …', 'works for any question'],
        tone: 'ember',
        at: 0,
      },
      {
        title: 'look in the index',
        lines: ['pandan: pages 41, 87', 'only for words in the index'],
        tone: 'ice',
        at: 1,
      },
    ]),
    code([
      { text: 'EXPLAIN SELECT * FROM sales', at: 0, marks: [0] },
      { text: "WHERE outlet_id = 2 AND day = '2026-03-02'", at: 0 },
      { text: '', at: 0 },
      { text: 'Seq Scan on sales           -- PostgreSQL', at: 1, marks: [1] },
      { text: 'SCAN sales                  -- SQLite', at: 2, marks: [2] },
    ]),
    code([
      { text: 'CREATE INDEX sales_outlet_day', at: 0, marks: [0] },
      { text: '  ON sales (outlet_id, day)', at: 0, marks: [0] },
      { text: '', at: 1 },
      { text: 'Bitmap Index Scan on sales_outlet_day', at: 1, marks: [1] },
      { text: 'SEARCH sales USING INDEX sales_outlet_day', at: 1 },
      { text: '         (outlet_id=? AND day=?)', at: 1 },
    ]),
    points([
      { text: 'Each index makes writing slower', sub: 'index the questions that you ask often', at: 0 },
      { text: 'A small table is read whole', sub: 'seven rows need no index', at: 1 },
      { text: 'The first column counts most', sub: '(outlet_id, day) is sorted by outlet_id', at: 2 },
    ]),
  ],
  'sql-honest': [
    code([
      'CREATE TABLE stock (',
      { text: '  outlet_id INTEGER NOT NULL REFERENCES outlets (id),', marks: [1] },
      { text: '  item_id   INTEGER NOT NULL REFERENCES items (id),', marks: [1] },
      { text: '  pieces    INTEGER NOT NULL CHECK (pieces >= 0),', marks: [2] },
      { text: '  PRIMARY KEY (outlet_id, item_id)', marks: [3] },
      ')',
    ]),
    table({
      head: ['INSERT INTO stock VALUES', 'refused by'],
      rows: [
        ['(1, 11, -5)', { text: 'CHECK', tone: 'rust' }],
        ['(9, 10, 40)', { text: 'REFERENCES', tone: 'rust' }],
        ['(1, 10, 60), a second time', { text: 'PRIMARY KEY', tone: 'rust' }],
      ],
      rowAt: [0, 0, 1],
    }),
    code([
      { text: 'BEGIN;', at: 2, marks: [2] },
      { text: 'UPDATE stock SET pieces = pieces - 20', at: 0 },
      { text: 'WHERE  outlet_id = 1 AND item_id = 10;', at: 0 },
      { text: '', at: 0, marks: [1] },
      { text: 'UPDATE stock SET pieces = pieces + 20', at: 0 },
      { text: 'WHERE  outlet_id = 2 AND item_id = 10;', at: 0 },
      { text: 'COMMIT;', at: 2, marks: [2] },
    ]),
    points([
      { text: 'SELECT with the same WHERE', sub: 'how many rows will change?', at: 0 },
      { text: 'BEGIN, then UPDATE', sub: 'the database says how many rows did', at: 1 },
      { text: 'COMMIT, or ROLLBACK', sub: 'nobody else has seen the change until COMMIT', at: 2 },
    ]),
  ],
}
