/**
 * The payment provider's words must decide nothing outside of its adapter. The port answers in our own words (`ProviderState`); the
 * provider's word is only recorded, shown and logged. The payment simulator also uses the provider's words.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateOfStatus } from '../../apps/server/src/adapters/payments/chip-format.ts'
import { childrenOf, nameOf, parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (path) =>
      /\/src\/.*\.tsx?$/.test(path) &&
      !/\.test\.|testing/.test(path) &&
      !/^(?:apps\/server\/src\/adapters\/payments|packages\/chip-simulator)\//.test(path),
  )
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

/** Lists CHIP's statuses that are also our own words, for payments, orders, refunds or invoices, or words of JavaScript. */
const sharedWords = new Set([
  'created',
  'sent',
  'viewed',
  'error',
  'cancelled',
  'overdue',
  'expired',
  'blocked',
  'hold',
  'released',
  'paid',
  'cleared',
  'settled',
  'chargeback',
  'refunded',
])
const wireFields = [
  'status_history',
  'updated_on',
  'refundable_amount',
  'refund_availability',
  'marked_as_paid',
]

const isChipWord = new RegExp(
  String.raw`\b(?:${Object.keys(stateOfStatus)
    .filter((status) => !sharedWords.has(status))
    .join('|')})\b`,
)
/** `marked_as_paid` is also the name of a stored reason why a payment is held. */
const readsWireField = new RegExp(String.raw`\braw(?:\.|\[['"])(?:${wireFields.join('|')})\b`)
const isChipEvent = /['"`](?:purchase|payment)\.[a-z_]+['"`]/
const comparesColumn =
  /\bprovider_status\s*(?:(?:=|<>|!=|~)|(?:NOT\s+)?(?:IN|LIKE|ILIKE)\b|IS\s+(?:NOT\s+)?DISTINCT\s+FROM)\s*(?:\(|'|ANY)/i

const isTheWord = (node: unknown) => nameOf(node) === 'providerStatus'

/**
 * Yields each use of `providerStatus` except those that only pass it on: into an object, into a template, or as the name of a
 * field.
 */
function* otherUses(node: Node, parent?: Node): Generator<Node> {
  const isPassedOn =
    parent?.type === 'TemplateLiteral' || (parent?.type === 'Property' && parent['value'] === node)
  if (node.type === 'MemberExpression' && isTheWord(node['property']) && !isPassedOn) yield node
  const isFieldName =
    parent?.type === 'MemberExpression' ||
    parent?.type === 'TSPropertySignature' ||
    (parent?.type === 'Property' && parent['value'] !== node)
  if (isTheWord(node) && !isFieldName) yield node
  const fields = node.type === 'ObjectPattern' ? childrenOf(node) : []
  if (fields.some((field) => isTheWord(field['key']))) yield node
  for (const child of childrenOf(node)) yield* otherUses(child, node)
}

const usesOtherwise = (source: { path: string; code: string }) =>
  source.code.includes('providerStatus') && !otherUses(parse(source).program).next().done

test("the rule finds decisions by the provider's word, and lets it be recorded", () => {
  const isFound = (code: string) => usesOtherwise({ path: 'a.ts', code })
  for (const decision of [
    "const is = purchase.providerStatus === 'refunded'",
    'const { providerStatus } = purchase',
    'const { providerStatus: word } = purchase',
    "words.has(purchase['providerStatus'])",
    'const state = table[purchase.providerStatus]',
    'const states = { [purchase.providerStatus]: 1 }',
    'switch (purchase.providerStatus) {}',
    "type Fact = Pick<ProviderPurchase, 'providerStatus'>",
  ])
    expect([decision, isFound(decision)]).toEqual([decision, true])
  for (const record of [
    'log({ status: purchase.providerStatus })',
    'save({ providerStatus: purchase.providerStatus })',
    'sql`SET provider_status = ${snapshot.providerStatus}`',
    'interface Snapshot { providerStatus: string }',
  ])
    expect([record, isFound(record)]).toEqual([record, false])
  expect(comparesColumn.test("r.provider_status IN ('error')")).toBe(true)
  expect(comparesColumn.test('provider_status = ${word}')).toBe(false)
})

test("no source outside of the payment provider's adapter names a status, event or field of the provider", () => {
  expect(files.length).toBeGreaterThan(500)
  const naming = files.filter(({ code }) =>
    [isChipWord, readsWireField, isChipEvent, comparesColumn].some((words) => words.test(code)),
  )
  expect(naming.map(({ path }) => path)).toEqual([])
})

test("no source outside of the payment provider's adapter decides by the provider's own status", () => {
  expect(files.filter(usesOtherwise).map(({ path }) => path)).toEqual([])
})
