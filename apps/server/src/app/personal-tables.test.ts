/**
 * Compares what the manifests and the registry say about tables with the migrated database. Every table and every column that may
 * hold personal data must be named.
 */
import { languages } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { retention, type PeriodId } from '#server/policy/personal-data/retention.ts'
import { isPersonal, type PersonalTable } from '#server/policy/personal-data/table-entry.ts'
import { impersonalColumns, impersonalTables } from '#server/policy/personal-data/tables.contents.ts'
import { topicIds, topicText, type TopicId } from '#server/policy/personal-data/topics.ts'
import { startTestApp, type TestApp } from './testing.ts'

interface Column {
  table: string
  column: string
  type: string
  isUser: boolean
}

let server: TestApp
let entries: [string, PersonalTable][]
let impersonal: string[]
let columns: readonly Column[]
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  entries = Object.entries(server.services.personalTables)
  impersonal = [
    ...Object.values(impersonalTables).flat(),
    ...Object.entries(server.features.tables()).flatMap(([table, entry]) =>
      isPersonal(entry) ? [] : [table],
    ),
  ]
  const found = await sql<Column>`
    SELECT c.relname::text AS "table", a.attname::text AS "column", format_type(a.atttypid, NULL) AS type,
           EXISTS (SELECT 1 FROM pg_constraint f
                    WHERE f.contype = 'f' AND f.conrelid = c.oid AND a.attnum = ANY (f.conkey)
                      AND f.confrelid = 'users'::regclass) AS "isUser"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
     ORDER BY 1, a.attnum`.execute(server.database.kysely)
  columns = found.rows
})
afterAll(() => server.stop())

const entryOf = (table: string): PersonalTable | undefined => server.services.personalTables[table]

const namedIn = ({ people, addresses, parent, withheld, export: given }: PersonalTable): string[] => [
  ...Object.keys(people ?? {}),
  ...Object.keys(addresses ?? {}),
  ...(parent ? [parent.column] : []),
  ...('columns' in given ? given.columns : []),
  ...('inTeam' in given && given.inTeam ? Object.values(given.inTeam) : []),
  ...Object.values(withheld ?? {}).flat(),
]

test('every table is named once: a new one in the `tables` of its feature', () => {
  const tables = new Set(columns.map(({ table }) => table))
  expect(tables.size).toBeGreaterThan(140)
  expect([...entries.map(([table]) => table), ...impersonal].toSorted()).toEqual([...tables].toSorted())
})

test('the registry names only columns that exist', () => {
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const named = [
    ...entries.flatMap(([table, entry]) => namedIn(entry).map((column) => `${table}.${column}`)),
    ...entries.flatMap(([, { parent }]) => (parent ? [`${parent.table}.${parent.key ?? 'id'}`] : [])),
    ...Object.values(retention).map(({ table, since }) => `${table}.${since}`),
    ...Object.keys(impersonalColumns),
  ]
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('an export contains no more of a course that somebody has left than of a course of their own', () => {
  const more = entries.flatMap(([table, { export: given }]) => {
    if (!('columns' in given) || !given.afterCourse) return []
    const { course, columns: left } = given.afterCourse
    return [course, ...left]
      .filter((column) => !given.columns.includes(column))
      .map((one) => `${table}.${one}`)
  })
  expect(more).toEqual([])
})

/** The pattern matches columns with account numbers that have no foreign key. */
const actor = /^(?:user|owner|author|actor|buyer|learner|teacher)_id$|_by(?:_user_id)?$/
/** The pattern matches column names that suggest personal data. */
const personal =
  /email|name|address|phone|recipient|contact|tax_number|account_number|user_agent|^bio$|(?:^|_)ip(?:_|$)/

test('every column that refers to an account is among the people of its table', () => {
  const missing = columns.filter(
    ({ table, column, type, isUser }) =>
      (isUser || (actor.test(column) && type === 'bigint')) && !(column in (entryOf(table)?.people ?? {})),
  )
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('every column of a personal table that can hold a text is exported, or left out for a reason', () => {
  const holdsText = /^(?:text|citext|jsonb|json|bytea|character varying|text\[\])/
  const missing = columns.filter(({ table, column, type }) => {
    const entry = entryOf(table)
    return entry && holdsText.test(type) && !namedIn(entry).includes(column)
  })
  // An entry that is not exported as a whole must state the reason.
  const open = missing.filter(({ table }) => !('not' in (entryOf(table)?.export ?? {})))
  expect(open.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('no impersonal table has a column that is named like personal data, unless it is explained', () => {
  const suspicious = columns
    .filter(
      ({ table, column, type }) =>
        impersonal.includes(table) && personal.test(column) && /text|bytea/.test(type),
    )
    .map(({ table, column }) => `${table}.${column}`)
  expect(suspicious.toSorted()).toEqual(Object.keys(impersonalColumns).toSorted())
})

test('whoever a row belongs to is found: through a column of its own, or through the row of another table', () => {
  const unfound = entries.filter(([table, entry]) => {
    const seen = new Set([table])
    for (let at: PersonalTable | undefined = entry; at;) {
      if (at.people || at.addresses) return false
      if (!at.parent || seen.has(at.parent.table)) return true
      seen.add(at.parent.table)
      at = entryOf(at.parent.table)
    }
    return true
  })
  expect(unfound.map(([table]) => table)).toEqual([])
})

test('every table whose data stay after an erasure gives a reason', () => {
  const unexplained = entries.filter(
    ([, { people, addresses, staying, because }]) =>
      (Object.values({ ...people, ...addresses }).includes('stays') || staying !== undefined) && !because,
  )
  expect(unexplained.map(([table]) => table)).toEqual([])
})

const periodsOf = ({ kept }: PersonalTable): PeriodId[] =>
  kept.filter((rule): rule is PeriodId => rule in retention)

test('each period of a personal table is in its entry, and the entry has no other', () => {
  const wrong = entries.filter(([table, entry]) => {
    const applied = Object.entries(retention).flatMap(([id, period]) => (period.table === table ? [id] : []))
    return periodsOf(entry).toSorted().join() !== applied.toSorted().join()
  })
  expect(wrong.map(([table]) => table)).toEqual([])
})

test('the privacy page says of each period of a day or more how long it is', () => {
  const unsaid = entries.flatMap(([table, entry]) =>
    languages.flatMap((language) => {
      const said = entry.topics.flatMap((id) => topicText(id, language).periods)
      return periodsOf(entry)
        .filter((id) => retention[id].keepMs > 0 && !said.includes(id))
        .map((id) => `${table} ${language} ${id}`)
    }),
  )
  expect(unsaid).toEqual([])
})

test('each topic of the privacy page speaks of a table, and says something else in each language', () => {
  const used = new Set<TopicId>(entries.flatMap(([, entry]) => entry.topics))
  // The privacy page mentions totals of visits, although they identify nobody.
  used.add('visits')
  const ids = topicIds('en')
  expect(topicIds('ms')).toEqual(ids)
  expect(ids.filter((id) => !used.has(id))).toEqual([])
  const repeated = ids.filter((id) => {
    const [english, malay] = [topicText(id, 'en'), topicText(id, 'ms')]
    return english.what === malay.what || english.why === malay.why || english.howLong === malay.howLong
  })
  expect(repeated).toEqual([])
})
