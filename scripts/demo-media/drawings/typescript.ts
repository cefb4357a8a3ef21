import { beside, code, drawing, flow, label, ring, statement, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

const unionDrawings: Drawings = {
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
}

const valueDrawings: Drawings = {
  'ts-first': [
    code([
      { text: "const price = '40.00'      // from a form", marks: [1] },
      'const postage = 12.5',
      { text: 'const total = price + postage', marks: [0] },
      '',
      { text: 'console.log(total)', at: 1 },
      { text: '// 40.0012.5', at: 1, marks: [1, 2] },
    ]),
    code([
      { text: 'const total: number = price + postage', marks: [0] },
      { text: "// Type 'string' is not assignable to type 'number'.", at: 1, marks: [1] },
      '',
      { text: 'const totalSen: number =', at: 2 },
      { text: '  Math.round(Number(price) * 100)', at: 2, marks: [2] },
      { text: '  + Math.round(postage * 100)', at: 2, marks: [2] },
      { text: '// 5250', at: 2 },
    ]),
    code([
      { text: 'let copies = 3           // copies: number', marks: [0] },
      '',
      { text: "copies = 'three'", at: 1, marks: [1] },
      { text: "// Type 'string' is not assignable to type 'number'.", at: 1 },
      '',
      { text: 'function lineSen(priceSen: number) {', at: 2, marks: [2] },
      { text: '  return priceSen * copies', at: 2 },
      { text: '}', at: 2 },
    ]),
  ],
  'ts-shapes': [
    code([
      'type Book = {',
      { text: '  isbn: string', marks: [0] },
      { text: '  title: string', marks: [0] },
      { text: '  priceSen: number', marks: [0] },
      { text: '  subtitle?: string', at: 1, marks: [1, 2] },
      '}',
    ]),
    code([
      'const book: Book = {',
      "  isbn: '0-00-000000-0',",
      "  title: 'Kota Lama',",
      { text: '  pricesen: 4000,', marks: [0] },
      '}',
      { text: '// Object literal may only specify known properties,', at: 1, marks: [1] },
      { text: "// but 'pricesen' does not exist in type 'Book'.", at: 1, marks: [1] },
      { text: "// Did you mean to write 'priceSen'?", at: 1, marks: [1] },
    ]),
    code([
      { text: 'type Labelled = { title: string; priceSen: number }', marks: [0] },
      '',
      { text: 'function labelOf(item: Labelled): string {', marks: [0] },
      '  return `${item.title}: ${item.priceSen} sen`',
      '}',
      '',
      { text: 'labelOf(book)', at: 1, marks: [1] },
      { text: "labelOf({ title: 'Pen', priceSen: 350 })", at: 2, marks: [2] },
    ]),
  ],
  'ts-functions': [
    code([
      { text: 'function postageSen(grams: number, east: boolean)', marks: [0] },
      { text: '  : number {', marks: [1] },
      '  if (east) return 1200',
      { text: '  if (grams <= 1000) return 600', marks: [2] },
      '}',
      { text: '// Function lacks ending return statement and return', at: 2, marks: [2] },
      { text: "// type does not include 'undefined'.", at: 2, marks: [2] },
    ]),
    code([
      { text: 'function lineSen(priceSen: number, copies = 1) {', marks: [0, 1] },
      '  return priceSen * copies',
      '}',
      'lineSen(4000)        // 4000',
      'lineSen(4000, 3)     // 12000',
      { text: "lineSen('40')", at: 2, marks: [2] },
      { text: "// Argument of type 'string' is not assignable", at: 2, marks: [2] },
      { text: "// to parameter of type 'number'.", at: 2, marks: [2] },
    ]),
    code([
      { text: 'type Rule = (totalSen: number) => number', marks: [0] },
      '',
      { text: 'const members: Rule = (sen) => Math.round(sen * 0.9)', at: 1, marks: [1] },
      { text: 'const voucher: Rule = (sen) => Math.max(0, sen - 500)', at: 1, marks: [1] },
      '',
      { text: 'const rules: Rule[] = [members, voucher]', at: 2, marks: [2] },
    ]),
  ],
}

const setDrawings: Drawings = {
  'ts-exhaustive': [
    code([
      'type Payment =',
      { text: "  | { state: 'open' }", marks: [0] },
      { text: "  | { state: 'paid'; paidOn: string }", marks: [0, 1] },
      { text: "  | { state: 'refunded'; refundSen: number }", marks: [0, 1] },
    ]),
    code([
      { text: 'switch (payment.state) {', marks: [0] },
      { text: "  case 'open': return 'Please pay'", marks: [0] },
      { text: "  case 'paid': return payment.paidOn", marks: [0] },
      { text: '  default: {', at: 1 },
      { text: '    const left: never = payment', at: 1, marks: [1, 2] },
      { text: '    return left', at: 1 },
      { text: '  }', at: 1 },
      '}',
    ]),
    code([
      { text: '// Type \'{ state: "refunded"; refundSen: number; }\'', marks: [0] },
      { text: "// is not assignable to type 'never'.", marks: [0] },
      '',
      { text: "case 'refunded':", at: 1, marks: [1] },
      { text: '  return `${payment.refundSen} sen back`', at: 1, marks: [1] },
    ]),
  ],
  'ts-generics': [
    code([
      { text: 'function first(list: any[]): any {', marks: [0] },
      { text: '  return list[0]', marks: [0] },
      '}',
      '',
      { text: 'first(books).titel      // no complaint', at: 1, marks: [1] },
    ]),
    beside(
      code([
        { text: 'function first<T>(list: T[])', marks: [0] },
        { text: '  : T | undefined {', marks: [2] },
        '  return list[0]',
        '}',
      ]),
      table({
        head: ['list', 'T', 'returned'],
        rows: [
          ['Book[]', 'Book', 'Book | undefined'],
          ['number[]', 'number', 'number | undefined'],
        ],
        rowAt: [1, 1],
        rowMarks: [[1], [1]],
      }),
      40,
    ),
    code([
      { text: 'type Priced = { priceSen: number }', marks: [0] },
      '',
      { text: 'function cheapest<T extends Priced>(list: T[]) {', at: 1, marks: [1] },
      { text: '  return list.toSorted(', at: 1 },
      { text: '    (a, b) => a.priceSen - b.priceSen)[0]', at: 1, marks: [1] },
      { text: '}', at: 1 },
      { text: 'cheapest(books)?.title', at: 2, marks: [2] },
    ]),
  ],
  'ts-border': [
    code([
      { text: 'const order = JSON.parse(text)      // order: any', marks: [0, 1] },
      '',
      { text: 'order.totalSen.toFixed(0)           // compiles', at: 1, marks: [1] },
      '',
      { text: '// TypeError: Cannot read properties of undefined', at: 2, marks: [2] },
      { text: "// (reading 'toFixed')", at: 2, marks: [2] },
    ]),
    code([
      { text: 'function isOrder(value: unknown): value is Order {', marks: [0, 2] },
      { text: "  return typeof value === 'object'", at: 1, marks: [1] },
      { text: '    && value !== null', at: 1, marks: [1] },
      { text: "    && 'number' in value", at: 1 },
      { text: "    && typeof value.number === 'string'", at: 1 },
      { text: "    && 'totalSen' in value", at: 1 },
      { text: "    && typeof value.totalSen === 'number'", at: 1 },
      '}',
    ]),
    flow([
      { text: 'text', sub: 'from outside' },
      { text: 'unknown', sub: 'JSON.parse', tone: 'ember' },
      { text: 'isOrder?', sub: 'asked once', tone: 'ice' },
      { text: 'Order', sub: 'or a message', tone: 'leaf', at: 1 },
    ]) +
      code([
        { text: 'type Result =', at: 1, marks: [1] },
        { text: '  | { ok: true; order: Order }', at: 1, marks: [1] },
        { text: '  | { ok: false; message: string }', at: 1, marks: [1] },
      ]),
  ],
}

export const typescriptDrawings: Drawings = { ...unionDrawings, ...valueDrawings, ...setDrawings }
