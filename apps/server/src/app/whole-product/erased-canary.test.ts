/**
 * A person has a marker in every text of every table. After the person's erasure, exactly the data that the registry lists remains.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import type { AtErasure } from '#server/policy/personal-data/table-entry.ts'
import { MarkedRows } from './marked-rows.testing.ts'
import { TableRows, type Row } from './table-rows.testing.ts'
import { startTestApp, testPassword, type TestApp } from '../testing.ts'

const mark = 'Zebrafinch'
const email = 'zebrafinch@apogee.test'
/** No other row of the test has this number, so the number can be searched in any column. */
const canaryId = 7_700_000_000_001

let server: TestApp
let rows: TableRows
let canary: MarkedRows
let other: { id: number }
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  other = await server.person()
  await server.database.pool.query(`ALTER TABLE users ALTER COLUMN id RESTART WITH ${canaryId}`)
  const body = { name: `${mark} Person`, email, password: testPassword }
  const registered = await server.call('register', { body })
  expect(registered.body.data.user.id).toBe(canaryId)
  await server.jobs.runDueOnce()
  rows = await TableRows.on(server.database.pool)
  rows.setUsual('users', { id: other.id })
  canary = new MarkedRows(rows, server.services.personalTables, { id: canaryId, email, mark })
})
afterAll(() => server.stop())

/** Sends others notifications that contain the title of the person's discussion, or the person's name. */
async function tellOthers(): Promise<void> {
  const discussion = await canary.rowOf('discussions')
  const entry = await canary.addFor('security_log', 'subject_id')
  const told = (kind: string, occasion: unknown, data: object) =>
    rows.add('notifications', {
      text: 'usual',
      values: {
        user_id: other.id,
        actor_id: other.id,
        kind,
        occasion: String(occasion),
        data: JSON.stringify(data),
      },
    })
  await told('post.mentioned', 1, { discussionId: discussion['id'], discussionTitle: mark })
  await told('security.changed', entry['id'], { change: 'role.changed', subjectName: mark, details: {} })
}

interface Left {
  /** These columns still contain the person's number. */
  numbers: string[]
  /** These columns still contain a marked text. */
  texts: string[]
  /** The rows with these texts were created with the person in these columns. */
  roles: string[]
}

async function whatIsLeft(): Promise<Left> {
  const left: Left = { numbers: [], texts: [], roles: [] }
  for (const table of rows.tables) {
    const found = await server.database.pool.query<{ row: Row }>(`
      SELECT to_jsonb(t) AS row FROM ${table} t
       WHERE to_jsonb(t)::text ILIKE '%${mark}%' OR to_jsonb(t)::text LIKE '%${canaryId}%'
          OR to_jsonb(t)::text LIKE '%${Buffer.from(mark).toString('hex')}%'`)
    for (const [column, value] of found.rows.flatMap(({ row }) => Object.entries(row))) {
      const text = readable(value)
      // An erasure writes an address that contains the number, which is no trace of the person.
      const isAddress = `${table}.${column}` === 'users.email'
      if (text.includes(String(canaryId)) && !isAddress) left.numbers.push(`${table}.${column}`)
      if (new RegExp(mark, 'i').test(text)) left.texts.push(`${table}.${column}`)
      left.roles.push(
        ...Array.from(text.matchAll(new RegExp(`${mark} (\\w+\\.\\w+)`, 'g')), ([, role = '']) => role),
      )
    }
  }
  const once = (names: string[]) => [...new Set(names)].toSorted()
  return { numbers: once(left.numbers), texts: once(left.texts), roles: once(left.roles) }
}

function readable(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8'))
}

test('after an erasure the database has the number and texts of the person only where the registry says so', async () => {
  const superadmin = await server.person('superadmin')
  await server.database.pool.query(
    `UPDATE users SET email_verified_at = now(), bio = '${mark}', avatar_url = '/media/${mark}' WHERE id = ${canaryId}`,
  )
  const filled = await canary.fill()
  await tellOthers()
  expect(filled.length).toBeGreaterThan(100)
  const before = await whatIsLeft()
  expect(before.numbers.length).toBeGreaterThan(80)

  const gone = await server.call('deleteUser', { params: { id: canaryId }, as: superadmin })
  expect(gone.body.data).toEqual({ outcome: 'erased' })
  await server.jobs.runDueOnce()

  const left = await whatIsLeft()
  const entries = Object.entries(server.services.personalTables)
  const listed = (kind: 'people' | 'addresses', ...ends: AtErasure[]) =>
    entries.flatMap(([table, entry]) =>
      Object.entries(entry[kind] ?? {}).flatMap(([column, end]) =>
        ends.includes(end) ? [`${table}.${column}`] : [],
      ),
    )
  expect(left.numbers).toEqual(listed('people', 'stays').toSorted())
  const staying = entries.flatMap(([table, entry]) =>
    (entry.staying ?? []).map((column) => `${table}.${column}`),
  )
  expect(left.texts).toEqual(staying.toSorted())
  const ended = [...listed('people', 'deleted', 'cleared'), ...listed('addresses', 'deleted', 'cleared')]
  expect(left.roles.filter((role) => ended.includes(role))).toEqual([])
})
