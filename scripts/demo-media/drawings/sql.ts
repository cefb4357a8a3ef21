import { bars, beside, box, code, drawing, label, points, stroke, table } from '../figures.ts'
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
      head: ['order', 'customer', 'delivered_on'],
      rows: [
        ['101', 'Kedai Lim', '2026-03-02'],
        ['102', 'Warung Siti', '2026-03-09'],
        ['103', 'Hotel Aman', { text: 'NULL', tone: 'ember', marks: [1] }],
      ],
    }),
    beside(
      code([
        'SELECT order',
        'FROM   orders',
        { text: "WHERE  NOT (delivered_on = '2026-03-02')", marks: [0] },
      ]),
      table({
        head: ['order', 'the answer is'],
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
      'SELECT order',
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
}
