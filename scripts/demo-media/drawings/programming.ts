import { beside, code, compare, drawing, flow, label, ring, statement, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

export const programmingDrawings: Drawings = {
  'ts-unions': [
    drawing(1120, 400, [
      ring(250, 200, 230, 170, { tone: 'dim' }),
      label(250, 66, 'string', { tone: 'ice', bold: true }),
      label(180, 170, "'Ipoh'"),
      label(320, 220, "'paid'"),
      label(190, 290, "''"),
      ring(830, 200, 230, 170, { tone: 'dim', at: 1 }),
      label(830, 66, 'number', { tone: 'ice', bold: true, at: 1 }),
      label(760, 170, '0', { at: 1 }),
      label(910, 220, '149', { at: 1 }),
      label(790, 290, '−2.5', { at: 1 }),
    ]),
    code([
      { text: "type State = 'open' | 'paid' | 'refunded'", marks: [0] },
      '',
      { text: "const a: State = 'paid'      // in the set", at: 1, marks: [1] },
      { text: "const b: State = 'payed'     // not in the set", at: 2, marks: [2] },
    ]),
    statement(
      '“Not assignable” means: this set is not inside that one.',
      'Ask which member is the odd one out.',
    ),
  ],
  'ts-narrowing': [
    code([
      { text: 'function toSen(price: string | number) {', marks: [0] },
      { text: "  if (typeof price === 'string') {", at: 1, marks: [1] },
      { text: '    return Math.round(parseFloat(price) * 100)', at: 2, marks: [2] },
      { text: '  }', at: 1 },
      { text: '  return Math.round(price * 100)', at: 3, marks: [3] },
      '}',
    ]),
    code([
      { text: 'type Payment =', marks: [0] },
      { text: "  | { state: 'paid',   paidOn: string }", marks: [0] },
      { text: "  | { state: 'failed', reason: string }", marks: [0] },
      '',
      { text: "if (payment.state === 'paid')", at: 1, marks: [1] },
      { text: '  show(payment.paidOn)', at: 1, marks: [1] },
    ]),
  ],
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
