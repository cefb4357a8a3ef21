import { beside, code, compare, flow, statement, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

export const programmingDrawings: Drawings = {
  'py-rows': [
    beside(
      table({
        head: ['item', 'count'],
        rows: [
          ['soap', '12'],
          ['rice 5 kg', '0'],
          ['batteries', '40'],
        ],
        rowMarks: [[1], [2], [3]],
        numeric: [1],
      }),
      code([
        { text: 'import csv', marks: [0] },
        { text: "stock = open('stock.csv')", marks: [0] },
        { text: 'for row in csv.DictReader(stock):', at: 0, marks: [1, 2, 3] },
        { text: "    if row['count'] == '0':", at: 1, marks: [1, 2, 3] },
        { text: "        print(row['item'])", at: 2, marks: [2] },
      ]),
      40,
    ),
    compare([
      { title: "row['count'] == 0", lines: ['never true', 'a file holds text'], tone: 'rust', at: 0 },
      {
        title: "int(row['count']) == 0",
        lines: ['true for rice', 'text made into a number'],
        tone: 'leaf',
        at: 1,
      },
    ]),
  ],
  'py-matching': [
    beside(
      table({
        head: ['as typed', 'cleaned'],
        rows: [
          ['Seremban', { text: 'seremban', tone: 'leaf', at: 1 }],
          ['SEREMBAN ', { text: 'seremban', tone: 'leaf', at: 1 }],
          ['  seremban', { text: 'seremban', tone: 'leaf', at: 1 }],
          ['S’ban', { text: 's’ban', tone: 'ember', at: 1, marks: [2] }],
        ],
      }),
      code([
        { text: 'def clean(town):', at: 1 },
        { text: '    return town.strip().lower()', at: 1, marks: [1] },
      ]),
    ),
    code([
      { text: "known = {'s’ban': 'seremban', 'kl': 'kuala lumpur'}", at: 0, marks: [0] },
      '',
      { text: 'town = known.get(clean(raw), clean(raw))', at: 0 },
      { text: 'if town not in towns:', at: 1, marks: [1] },
      { text: '    unsure.append(raw)      # ask a person', at: 1, marks: [1] },
    ]),
  ],
  'api-status': [
    table({
      head: ['code', 'says', 'who acts'],
      rows: [
        ['2xx', 'done', 'nobody'],
        ['4xx', 'your request cannot work', { text: 'the sender', tone: 'ice' }],
        ['5xx', 'we failed', { text: 'the server’s people', tone: 'ember' }],
      ],
      rowAt: [0, 1, 2],
    }),
    compare([
      {
        title: '200 OK',
        lines: ['{ "error": "sold out" }', 'alarms stay silent', 'the app shows a ticket'],
        tone: 'rust',
        at: 0,
        marks: [1],
      },
      {
        title: '409 Conflict',
        lines: ['{ "error": "Sold out",', '  "code": "SOLD_OUT" }', 'the app knows what to say'],
        tone: 'leaf',
        at: 2,
      },
    ]),
  ],
  'api-idempotent': [
    flow([
      { text: 'phone', sub: 'pay RM 40', at: 0 },
      { text: 'server', sub: 'takes RM 40', at: 0 },
      { text: 'answer', sub: 'lost', at: 1, tone: 'rust' },
      { text: 'phone', sub: 'pay RM 40 again', at: 2, tone: 'ember' },
    ]),
    code([
      'POST /payments',
      { text: 'Idempotency-Key: 8f2c-41', at: 0, marks: [0] },
      '',
      { text: '# first time:  pay, remember the answer', at: 1, marks: [1] },
      { text: '# second time: give the same answer', at: 2, marks: [2] },
    ]),
    statement(
      'One unique column is worth a page of careful code.',
      'Two requests at the same instant: one insert wins, the other waits.',
    ),
  ],
}
