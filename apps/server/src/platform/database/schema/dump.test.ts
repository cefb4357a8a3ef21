import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Jobs, enqueue } from '../../jobs/jobs.ts'
import { dumpDatabase, restoreDatabase } from './dump.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../testing.ts'

const log = pino({ level: 'silent' })
const migrationsDirectory = join(import.meta.dirname, '../../../../migrations')
let folder: string
let from: TestDatabase
let to: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-dump-'))
  from = await testDatabase()
  to = await emptyDatabase()
  await from.database.pool.query(
    `insert into users (email, name, role) values ('a@apogee.test', E'Tab\\there, line\\nbreak, \\\\N and Ünïcode', 'student')`,
  )
  await from.database.transaction((tx) => enqueue(tx, 'note', { waiting: true }))
})
afterEach(async () => {
  await Promise.all([from.drop(), to.drop()])
  await rm(folder, { recursive: true })
})

const restore = (copy: string) => restoreDatabase(to.database.pool, copy, { migrationsDirectory, log })
const userNames = async ({ database }: TestDatabase) =>
  (await database.pool.query<{ id: number; name: string }>('SELECT id, name FROM users ORDER BY id')).rows

test('a restored copy has every row, continues its ids, and dumps to the same files', async () => {
  const copy = join(folder, 'copy')
  const dumped = await dumpDatabase(from.database.pool, copy)
  expect(dumped.rows).toBeGreaterThan(1)
  expect(await restore(copy)).toEqual(dumped)
  expect(await userNames(to)).toEqual(await userNames(from))

  const again = join(folder, 'again')
  expect(await dumpDatabase(to.database.pool, again)).toEqual(dumped)
  expect(await readFile(join(again, 'manifest.json'), 'utf8')).toBe(
    await readFile(join(copy, 'manifest.json'), 'utf8'),
  )

  const { rows } = await to.database.pool.query<{ id: number }>(
    `insert into users (email, name, role) values ('b@apogee.test', 'B', 'student') returning id`,
  )
  expect(rows[0]?.id).toBeGreaterThan((await userNames(from)).at(-1)?.id ?? 0)
})

test('foreign keys and triggers are enforced after a restore', async () => {
  const copy = join(folder, 'copy')
  await dumpDatabase(from.database.pool, copy)
  await restore(copy)
  const rules = async ({ database }: TestDatabase) =>
    (
      await database.pool.query(
        `select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as rule
         from pg_constraint where connamespace = 'public'::regnamespace
         union all
         select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger where not tgisinternal
         order by 1, 2, 3`,
      )
    ).rows
  const restored = await rules(to)
  expect(restored.length).toBeGreaterThan(0)
  expect(restored).toEqual(await rules(from))
})

test('a job waiting in the copy runs after the restore', async () => {
  const copy = join(folder, 'copy')
  await dumpDatabase(from.database.pool, copy)
  await restore(copy)
  const seen: unknown[] = []
  const jobs = new Jobs({
    database: to.database,
    log,
    classes: [
      { name: 'default', concurrency: 1, tasks: { note: async (payload) => void seen.push(payload) } },
    ],
  })
  await jobs.runDueOnce()
  expect(seen).toEqual([{ waiting: true }])
})

test('a damaged copy is refused and leaves no row behind', async () => {
  const copy = join(folder, 'copy')
  await dumpDatabase(from.database.pool, copy)
  const { tables } = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))
  const users = tables.find((table: { name: string }) => table.name === 'public.users')
  await truncate(join(copy, users.file), 0)
  await expect(restore(copy)).rejects.toThrow('The copy is damaged')
  expect(await userNames(to)).toEqual([])
})

test('a database in use, a copy of other migrations and an incomplete copy are refused', async () => {
  const copy = join(folder, 'copy')
  await dumpDatabase(from.database.pool, copy)
  const options = { migrationsDirectory, log }
  await expect(restoreDatabase(from.database.pool, copy, options)).rejects.toThrow('already has tables')
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))
  manifest.migrations[0].checksum = '0'.repeat(64)
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest))
  await expect(restore(copy)).rejects.toThrow('This release cannot restore the copy')
  await rm(join(copy, 'manifest.json'))
  await expect(restore(copy)).rejects.toThrow('manifest.json')
})

test('a copy made by the last release before the baseline is restored', async () => {
  await from.database.pool.query(`INSERT INTO users (email, name) VALUES ('amir@apogee.test', 'Amir')`)
  const copy = join(folder, 'copy')
  await dumpDatabase(from.database.pool, copy)
  const baseline = await readFile(join(migrationsDirectory, '0211_baseline.sql'), 'utf8')
  const [, name, checksum] = /^-- replaces (\S+) (\w+)$/m.exec(baseline) ?? []
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))
  manifest.migrations.splice(
    0,
    1,
    { name: '0001_accounts.sql', checksum: '0'.repeat(64) },
    { name, checksum },
  )
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest))
  await restore(copy)
  expect(await userNames(to)).toEqual(await userNames(from))
})

test('an existing folder stays unchanged, and an incomplete copy is named', async () => {
  await expect(dumpDatabase(from.database.pool, folder)).rejects.toThrow('exists already')
  const copy = join(folder, 'copy')
  await expect(restore(copy)).rejects.toThrow(`${copy} is no whole copy`)
  await dumpDatabase(from.database.pool, copy)
  await rm(join(copy, 'manifest.json'))
  await expect(restore(copy)).rejects.toThrow(`${copy} is no whole copy`)
})

test('a database that Apogee never used is not dumped, because the address is wrong', async () => {
  const copy = join(folder, 'copy')
  await expect(dumpDatabase(to.database.pool, copy)).rejects.toThrow('There is nothing to copy')
  await expect(readFile(copy)).rejects.toThrow('ENOENT')
})
