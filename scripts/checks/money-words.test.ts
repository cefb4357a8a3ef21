/**
 * Checks that every screen, mail and file names the sums of money alike: sales less refunds, chargebacks and fees are net, which is
 * paid to the seller or still to be paid. The names are in apps/web/src/shared/money/words. "Total Revenue" is the specification's.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bare, isNode, nameOf, nodesOf, parse, wordsIn, type Node, type Parsed } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): Parsed => parse({ path, code: readFileSync(join(root, path), 'utf8') })
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src', 'apps/server/src/texts'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => /\.(?:en|ms)\.ts$|\/texts\/(?:en|ms)\/[\w-]+\.ts$/.test(path))
const wordsFile = /shared\/money\/words\/money-words\.(?:en|ms)\.ts$/

/** Names of a sum, as a whole label. The former names and other usual ones are among them. */
const labels = {
  en: new Set(
    [
      'sales',
      'refunds',
      'chargebacks',
      'fees',
      'net',
      'paid to you',
      'still to be paid',
      'refunds and chargebacks',
    ].concat(
      ['gross', 'total sales', 'net sales', 'fee', 'fee income', 'platform fee'],
      ['balance', 'payable', 'paid out', 'owed', 'income', 'earnings', 'profit', 'takings'],
    ),
  ),
  ms: new Set(
    ['jualan', 'bayaran balik', 'caj balik', 'yuran', 'bersih', 'dibayar kepada anda', 'akan dibayar'].concat(
      ['kasar', 'jumlah jualan', 'yuran platform', 'pendapatan yuran', 'untung'],
      ['baki', 'boleh dibayar', 'dibayar keluar', 'hutang', 'pendapatan', 'bayaran balik dan caj balik'],
    ),
  ),
}

/** Words that name no sum of ours in any sentence. */
const foreign = {
  en: /\b(?:revenue|turnover|gross|earnings|fee income|net sales)\b/i,
  ms: /\b(?:kasar|pendapatan|perolehan|jualan bersih)\b/i,
}

/** Texts that are no sums: the specification's card, headings, kinds of postings, states of an order, and rates. */
const allowed = new Set([
  'insights totalRevenue',
  'refunds heading',
  'accounting sale',
  'accounting refund',
  'accounting chargeback',
  'paymentStatus charged_back',
  'roster chargedBack',
  'orders chargedBackSum',
  'ordersTrace refund_lines',
  'ordersTrace refund_chargeback',
  'sellerSignals kind_chargebacks',
  'pricing fees',
  'pricing fee',
  'notifications subject',
])

const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L} ]/gu, ' ')
    .trim()
    .replace(/ +/g, ' ')

const languageOf = (path: string) => (/\.ms\.ts$|\/texts\/ms\//.test(path) ? 'ms' : 'en')
const fileName = (path: string) => path.split('/').at(-1) ?? path

/** Returns a plain text, or the fixed parts of the template that a function returns, such as `${amount} refunded`. */
function labelIn(value: Node): string | null {
  const body = value.type === 'ArrowFunctionExpression' ? bare(value['body']) : value
  return body?.type === 'Literal' || body?.type === 'TemplateLiteral' ? wordsIn(body).join(' ') : null
}

/** Returns the texts of a file that name a sum, as `<file> <key>: <text>`. */
function namedOtherwise(file: Parsed): string[] {
  const language = languageOf(file.path)
  return [...nodesOf(file.program)].flatMap((node) => {
    const key = node.type === 'Property' ? nameOf(node['key']) : undefined
    const value = bare(node['value'])
    if (key === undefined || !isNode(value) || value.type === 'ObjectExpression') return []
    if (allowed.has(`${namespaceOf(file)} ${key}`)) return []
    const sentences = wordsIn(value).filter((text) => foreign[language].test(text))
    const label = labelIn(value)
    const found = label !== null && labels[language].has(labelOf(label)) ? [label] : sentences
    return found.map((text) => `${fileName(file.path)} ${key}: ${text}`)
  })
}

/** Returns the namespace of a dictionary, which its translation has as the name of its constant. */
const namespaceOf = (file: Parsed): string => {
  for (const node of nodesOf(file.program)) {
    if (node.type !== 'VariableDeclarator') continue
    const name = nameOf(node['id'])
    if (name !== undefined) return name.replace(/Messages$/, '')
  }
  return ''
}

test('no text names a sum of money by another word, or writes one of the words down again', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((path) => !wordsFile.test(path)).flatMap((path) => namedOtherwise(read(path)))).toEqual(
    [],
  )
})

test('the check finds a planted label, one with an amount, and a word of others in a sentence', () => {
  const planted = (path: string, code: string) => namedOtherwise(parse({ path, code }))
  const code =
    "export const shopMessages = defineMessages('shop', { a: 'Sales', b: (sum) => `${sum} paid out`, c: 'Your gross sales of May', d: 'Sales by day' })"
  expect(planted('shop.en.ts', code).map((line) => line.split(' ')[1])).toEqual(['a:', 'b:', 'c:'])
  expect(planted('shop.ms.ts', "export const shop = { a: 'Jualan', d: 'Jualan mengikut hari' }")).toEqual([
    'shop.ms.ts a: Jualan',
  ])
})

/** Columns of files with an amount that is not a sum of these. */
const otherColumns = new Set([
  'Price',
  'List Price',
  'Discount',
  'SST',
  'Without SST',
  'SST Included',
  'Amount',
  'Paid to own account',
  'Held',
  'Change',
  'Total Revenue',
  'Monthly Growth: revenue',
])

test('exported files name the sums as screens do', () => {
  const { program } = read('apps/server/src/features/operations/insights/insights.exports.ts')
  const columns = wordsIn(program).flatMap((text) => /^(.+) \(RM\)$/.exec(text)?.[1] ?? [])
  expect(columns.length).toBeGreaterThan(15)
  const names = wordsIn(read('apps/web/src/shared/money/words/money-words.en.ts').program)
  expect(columns.filter((name) => !names.includes(name) && !otherColumns.has(name))).toEqual([])
})
