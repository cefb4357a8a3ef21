/** Tests those parts of the comparison with other servers that need neither a database nor a registry. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedFolder, NotAvailable } from '../../lab/bench/peers/installed.ts'
import type { Statement } from '../../lab/harness/recorded-statements.ts'
import {
  beginReplay,
  compileReplay,
  sendReplayed,
  type ReplayPool,
} from '../../lab/harness/replayed-statements.ts'

/** Returns a pool that answers each statement with the rows of `answers` and records the statements. */
function poolThatAnswers(answers: Readonly<Record<string, Record<string, unknown>[]>>) {
  const sent: unknown[] = []
  const released: unknown[] = []
  const query: ReplayPool['query'] = async ({ text, values }) => {
    sent.push([text, ...values])
    const rows = answers[text]
    if (!rows) throw new Error(`refused: ${text}`)
    return { rows }
  }
  const connect = async () => ({
    query,
    release(isBroken?: boolean) {
      released.push(isBroken)
    },
  })
  const pool: ReplayPool = { query, connect }
  return { pool, sent, released }
}

const statement = (text: string, values: unknown[] = [], row: Statement['row'] = null): Statement => ({
  text,
  values,
  row,
})

test('a replay sends the values of its own person, new random ids, and what the database has just answered', async () => {
  const uuid = '0b87d6a4-8e0f-4d1b-9a3e-111111111111'
  const replay = compileReplay(
    [
      [statement('find', ['1000001'], { id: 5_000_001, title: 'Orbits' })],
      [
        statement('begin'),
        statement('insert', [5_000_001, { name: uuid, of: 1_000_001 }, 'kept', null]),
        statement('commit'),
      ],
    ],
    ['1000001'],
  )
  const { pool, sent, released } = poolThatAnswers({
    find: [{ id: 5_000_777, title: 'Orbits' }],
    begin: [],
    insert: [],
    commit: [],
  })
  const replacements = beginReplay(replay, [['1000001', '1000042']])
  for (const request of replay.requests) await sendReplayed(pool, request, replacements)
  const fresh = replacements.get(uuid)
  expect(fresh).toMatch(/^[0-9a-f-]{36}$/)
  expect(fresh).not.toBe(uuid)
  expect(sent).toEqual([
    ['find', '1000042'],
    ['begin'],
    ['insert', '5000777', `{"name":"${fresh}","of":1000042}`, 'kept', null],
    ['commit'],
  ])
  expect(released).toEqual([undefined])
})

test('a replay that the database refuses fails and gives its broken connection back', async () => {
  const replay = compileReplay([[statement('begin'), statement('insert', [1])]], [])
  const { pool, released } = poolThatAnswers({ begin: [] })
  const replacements = beginReplay(replay, [])
  await expect(sendReplayed(pool, replay.requests[0] ?? [], replacements)).rejects.toThrow('refused: insert')
  expect(released).toEqual([true])
})

test('a shop that is not installed is named as missing where nothing may be installed', async () => {
  const shop = { name: 'No shop', version: '0.0.0', packages: {} }
  const missing = installedFolder(shop, false)
  await expect(missing).rejects.toThrow(NotAvailable)
  expect(existsSync('node_modules/.cache/bench-peers/no shop-0.0.0')).toBe(false)
})
