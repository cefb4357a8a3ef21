/**
 * A job, a mail and an event are queued in the transaction that causes them. In a transaction of its own, the work is lost when the
 * process stops before it, or done although the cause was rolled back.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node, type Parsed } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

const queueing = new Set(['enqueue', '#enqueue', 'insertJobs', 'queueMail', 'queueMails', 'emit'])

const argumentsOf = (call: Node): Node[] =>
  (Array.isArray(call['arguments']) ? call['arguments'] : []).filter(isNode)

/** Returns `transaction` for `this.#deps.database.transaction(…)`, and `#enqueue` for `this.#enqueue(…)`. */
function calledIn(call: Node): string {
  const callee = isNode(call['callee']) ? call['callee'] : undefined
  const property = callee?.type === 'MemberExpression' ? callee['property'] : callee
  if (isNode(property) && property.type === 'PrivateIdentifier') return `#${String(property['name'])}`
  return nameOf(property) ?? ''
}

const callsIn = (node: Node): Node[] => [...nodesOf(node)].filter(({ type }) => type === 'CallExpression')

interface Transaction {
  at: string
  /** The names of the functions that get the transaction. */
  uses: string[]
  isNested: boolean
}

function transactionsIn({ path, program }: Parsed): Transaction[] {
  return callsIn(program).flatMap((call) => {
    const [work] = argumentsOf(call)
    if (calledIn(call) !== 'transaction' || !work || !Array.isArray(work['params'])) return []
    const tx = nameOf(work['params'][0])
    const inner = isNode(work['body']) ? callsIn(work['body']) : []
    const uses = inner.filter((one) => argumentsOf(one).some((given) => nameOf(given) === tx)).map(calledIn)
    return [{ at: path, uses, isNested: inner.some((one) => calledIn(one) === 'transaction') }]
  })
}

const transactions = globSync('apps/server/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|testing/.test(path))
  .flatMap((path) => transactionsIn(parse({ path, code: readFileSync(join(root, path), 'utf8') })))

const onlyQueues = ({ uses }: Transaction): boolean =>
  uses.length > 0 && uses.every((name) => queueing.has(name))

/** Nothing is written here besides the job or the mails, so they have no other transaction. */
const causedByNoWrite = [
  'apps/server/src/app/start-server.ts',
  'apps/server/src/features/accounts/passwords/passwords.service.ts',
  'apps/server/src/features/accounts/second-factor/second-factor-requirement.ts',
  'apps/server/src/features/achievements/achievements.service.ts',
  'apps/server/src/features/security-log/chain.ts',
]

test('a job, a mail or an event has no transaction of its own beside the one that causes it', () => {
  expect(transactions.length).toBeGreaterThan(200)
  expect(
    transactions
      .filter(onlyQueues)
      .map(({ at }) => at)
      .toSorted(),
  ).toEqual(causedByNoWrite)
})

test('no transaction begins inside another one, because each would commit without the other', () => {
  expect(transactions.filter(({ isNested }) => isNested).map(({ at }) => at)).toEqual([])
})

test('the checks find a planted transaction that only queues, and one inside another', () => {
  const found = transactionsIn(
    parse({
      path: 'planted.ts',
      code: `
        await database.transaction(async (tx) => {
          await store.insert(tx, row)
          await database.transaction((own) => queueMail(own, mail))
        })
        await this.#deps.database.transaction(async (tx) => {
          const at = clock.now()
          await this.#enqueue(tx, at)
        })
        await database.transaction(async (tx) => {
          await store.insert(tx, row)
          await enqueue(tx, task, {})
        })`,
    }),
  )
  expect(found.map((one) => [one.uses, onlyQueues(one), one.isNested])).toEqual([
    [['insert'], false, true],
    [['queueMail'], true, false],
    [['#enqueue'], true, false],
    [['insert', 'enqueue'], false, false],
  ])
})
