/** A person whose mark is in every text of every table is erased: what is left is exactly what the registry lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { personalTables } from '#server/policy/personal-data/registry.ts'
import { internal, secret, type AtErasure } from '#server/policy/personal-data/table-entry.ts'
import { TableRows, type Row } from './table-rows.testing.ts'
import { startTestApp, testPassword, type TestApp } from './testing.ts'

const mark = 'Zebrafinch'
const email = 'zebrafinch@apogee.test'
/** Found wherever it stands: no other number of a test is like it. */
const canaryId = 7_700_000_000_001

let server: TestApp
let rows: TableRows
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
})
afterAll(() => server.stop())

const isDocument = (table: string, column: string): boolean =>
  rows.columnsOf(table).find(({ name }) => name === column)?.type === 'jsonb'

/** Texts that our code writes: names of states and kinds, and numbers. */
const ours =
  /^(?:public_id|reference|provider_status|provider_id|content_type|kind|events|state|topic|stage)$/

/** The columns that hold texts of a person. */
function textsOf(table: string): readonly string[] {
  const { [internal]: inside = [], [secret]: secrets = [] } = personalTables[table]?.withheld ?? {}
  const names = rows.columnsOf(table).map(({ name }) => name)
  return names.filter((name) => !inside.includes(name) && !secrets.includes(name) && !ours.test(name))
}

/** What the person of a column wrote: all of a row about them, nothing where they only acted. */
function textsBy(table: string, column: string): readonly string[] {
  const entry = personalTables[table]
  if (!entry || isDocument(table, column)) return []
  const { people = {}, wrote, export: given } = entry
  const subjects = ('by' in given && given.by) || Object.keys(people)
  return wrote?.[column] ?? (subjects.includes(column) ? textsOf(table) : [])
}

/** By table: the row that belongs to the canary. */
const owned = new Map<string, Row>()

async function rowOfCanary(table: string): Promise<Row> {
  const known = owned.get(table)
  if (known) return known
  const [column] = Object.keys(personalTables[table]?.people ?? {})
  const row = column ? await addFor(table, column) : await addBelow(table)
  owned.set(table, row)
  return row
}

function addFor(table: string, column: string): Promise<Row> {
  const value = isDocument(table, column) ? JSON.stringify({ userId: canaryId }) : canaryId
  const text = `${mark} ${table}.${column}`
  return rows.add(table, { text, only: textsBy(table, column), values: { [column]: value } })
}

/** A row that belongs to the canary through its parent. Others may have written texts of it. */
async function addBelow(table: string): Promise<Row> {
  const { parent, wrote = {} } = personalTables[table] ?? {}
  if (!parent) throw new Error(`${table} belongs to nobody`)
  const above = await rowOfCanary(parent.table)
  const ofOthers = Object.values(wrote).flat()
  return rows.add(table, {
    text: `${mark} ${table}.${parent.column}`,
    only: textsOf(table).filter((column) => !ofOthers.includes(column)),
    values: { [parent.column]: above[parent.key ?? 'id'] },
  })
}

async function fill(): Promise<string[]> {
  const filled: string[] = []
  for (const [table, { people = {}, addresses = {}, parent }] of Object.entries(personalTables)) {
    if (table === 'users') continue
    for (const column of Object.keys(people)) {
      const row = await addFor(table, column)
      if (!owned.has(table)) owned.set(table, row)
      filled.push(`${table}.${column}`)
    }
    for (const column of Object.keys(addresses)) {
      await rows.add(table, {
        text: `${mark} ${table}.${column}`,
        only: textsOf(table),
        values: { [column]: email },
      })
      filled.push(`${table}.${column}`)
    }
    if (parent && parent.table !== 'users') {
      if (Object.keys(people).length > 0) await addBelow(table)
      else await rowOfCanary(table)
    }
  }
  return filled
}

/** What others were told of the person: the title of their discussion, and their name. */
async function tellOthers(): Promise<void> {
  const discussion = await rowOfCanary('discussions')
  const entry = await addFor('security_log', 'subject_id')
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
  /** Columns that have the number. */
  numbers: string[]
  /** Columns that have a marked text. */
  texts: string[]
  /** The columns that named the canary in the rows with these texts. */
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
      // The address that an erasure writes has the number in it.
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
  const filled = await fill()
  await tellOthers()
  expect(filled.length).toBeGreaterThan(100)
  const before = await whatIsLeft()
  expect(before.numbers.length).toBeGreaterThan(80)

  const gone = await server.call('deleteUser', { params: { id: canaryId }, as: superadmin })
  expect(gone.body.data).toEqual({ outcome: 'erased' })
  await server.jobs.runDueOnce()

  const left = await whatIsLeft()
  const entries = Object.entries(personalTables)
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
