/** Tests public reads from a real streaming standby. `npm run test:replicas` runs these tests. */
import { findPostmaster } from '@apogee/local-postgres/postmaster.ts'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { openReplicas, type Replicas } from '#server/platform/database/replicas.ts'
import { currentPosition, Standby } from '#server/platform/database/standby.ts'
import { startTestApp, type TestApp, type TestPerson } from './testing.ts'

const log = pino({ level: 'silent' })
let server: TestApp
/** `other` is another process of the product with the same database and standby. */
let other: Awaited<ReturnType<TestApp['startAgain']>>
let replicas: Replicas
let teacher: TestPerson
let courseId: number

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, limitsOn: false })
  other = await server.startAgain()
  teacher = await server.person('instructor')
  const created = await server.call('createCourse', {
    body: { title: 'Tides', description: 'Sea' },
    as: teacher,
  })
  courseId = created.body.data.id
  await server.call('changeCourseState', {
    params: { id: courseId },
    body: { state: 'published' },
    as: teacher,
  })
  replicas = await openReplicas(server.database, { connectionStrings: [standbyAddress()], poolSize: 6, log })
})
afterAll(async () => {
  server.database.replicas = null
  await replicas.close()
  await other.app.close()
  await server.stop()
})

/** Returns the address of the tests' database on the standby. */
function standbyAddress(): string {
  const address = new URL(inject('testStandby').connectionString)
  address.pathname = new URL(server.connectionString).pathname
  return address.href
}

async function onStandby(statement: string): Promise<void> {
  const client = new pg.Client(inject('testStandby').connectionString)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function inUse(): Promise<void> {
  await expect.poll(() => replicas.record().standbys[0]?.isUsed).toBe(true)
}

async function rename(title: string): Promise<void> {
  const { status } = await server.call('updateCourse', {
    params: { id: courseId },
    body: { title },
    as: teacher,
  })
  expect(status).toBe(200)
}

/**
 * Returns the course's title as another process shows it to an anonymous visitor: in the course, on the sales page and in the list.
 */
async function titles(): Promise<unknown[]> {
  other.services.catalogue.forgetLists()
  const read = async (path: string) => {
    const answer = await other.app.inject({ url: `/api${path}` })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ data: unknown }>().data
  }
  const [course, sales, list] = await Promise.all([
    read(`/courses/${courseId}`),
    read(`/courses/sales/${courseId}`),
    read('/courses'),
  ])
  return [
    (course as { title: string }).title,
    (sales as { course: { title: string } }).course.title,
    (list as { id: number; title: string }[]).find(({ id }) => id === courseId)?.title,
  ]
}

const whereRead = () =>
  server.database.publicRead(async (db) => {
    const { rows } = await sql<{ isStandby: boolean }>`SELECT pg_is_in_recovery() AS "isStandby"`.execute(db)
    return rows[0]?.isStandby ? 'standby' : 'primary'
  })

test('another client of another process sees every change at once, and most reads run on the standby', async () => {
  await inUse()
  const { reads: before } = replicas.record()
  for (let round = 0; round < 20; round += 1) {
    const title = `Tides ${round}`
    await rename(title)
    expect(await titles()).toEqual([title, title, title])
    await inUse()
  }
  const { reads } = replicas.record()
  expect(reads.standby - before.standby).toBeGreaterThan(reads.primary - before.primary)
})

test('while the standby replays nothing, changes are read from the primary, and then from the standby again', async () => {
  await onStandby('SELECT pg_wal_replay_pause()')
  await rename('Held')
  expect(await titles()).toEqual(['Held', 'Held', 'Held'])
  expect(replicas.record().standbys[0]?.isUsed).toBe(false)
  expect(await whereRead()).toBe('primary')

  await onStandby('SELECT pg_wal_replay_resume()')
  await expect.poll(whereRead).toBe('standby')
  const { reads: before } = replicas.record()
  expect(await titles()).toEqual(['Held', 'Held', 'Held'])
  expect(replicas.record().reads).toEqual({ ...before, standby: before.standby + 3 })
})

test('the statements of a read see what was replayed meanwhile, whatever the default isolation of the database', async () => {
  const name = new URL(server.connectionString).pathname.slice(1)
  await server.database.pool.query(
    `ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`,
  )
  // The setting was replayed once a read uses the standby.
  await expect.poll(whereRead).toBe('standby')
  const fresh = new Standby({
    connectionString: standbyAddress(),
    poolSize: 2,
    applicationName: 'tests',
    log,
  })
  try {
    const position = await currentPosition(server.database.kysely)
    const { rows } = await fresh.read(position, (db) => sql`SHOW transaction_isolation`.execute(db))
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
  } finally {
    await fresh.close()
    await server.database.pool.query(`ALTER DATABASE ${name} RESET default_transaction_isolation`)
  }
})

test('a read that the replay interrupts is answered by the primary', async () => {
  await server.database.pool.query('CREATE TABLE interrupted (id int); INSERT INTO interrupted VALUES (1)')
  await expect.poll(whereRead).toBe('standby')
  let runs = 0
  const rows = await server.database.publicRead(async (db) => {
    runs += 1
    await sql`SELECT id FROM interrupted`.execute(db)
    // This statement needs a lock that the read holds.
    if (runs === 1) {
      await server.database.pool.query('ALTER TABLE interrupted ADD COLUMN name text')
      await expect
        .poll(async () => {
          const { rows: locks } = await sql<{ waits: number }>`
            SELECT count(*)::int AS waits FROM pg_stat_activity
             WHERE backend_type = 'startup' AND wait_event_type = 'Lock'`.execute(db)
          return locks[0]?.waits
        })
        .toBe(1)
    }
    return (await sql`SELECT name FROM interrupted`.execute(db)).rows
  })
  expect([rows, runs]).toEqual([[{ name: null }], 2])
  await expect.poll(whereRead).toBe('standby')
})

test('a standby that is killed while visitors read fails no read, and is used again after its start', async () => {
  let isOver = false
  const statuses = new Map<number, number>()
  const visitor = async () => {
    while (!isOver) {
      const { statusCode } = await other.app.inject({ url: `/api/courses/sales/${courseId}` })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  const visitors = [visitor(), visitor(), visitor()]
  const { reads: before } = replicas.record()
  await expect.poll(() => replicas.record().reads.standby).toBeGreaterThan(before.standby + 10)
  const running = await findPostmaster(inject('testStandby').cluster, log)
  if (running) process.kill(running.pid, 'SIGQUIT')
  await expect.poll(() => replicas.record().reads.primary).toBeGreaterThan(before.primary)
  await inUse()
  const { reads: back } = replicas.record()
  await expect.poll(() => replicas.record().reads.standby).toBeGreaterThan(back.standby + 10)
  isOver = true
  await Promise.all(visitors)
  expect([...statuses.keys()]).toEqual([200])
})

test('a standby that is promoted answers no read any more', async () => {
  await expect.poll(whereRead).toBe('standby')
  await onStandby('SELECT pg_promote()')
  await rename('After the promotion')
  expect(await titles()).toEqual(Array(3).fill('After the promotion'))
  expect(await whereRead()).toBe('primary')
  expect(replicas.record().standbys[0]).toMatchObject({ isUsed: false })
})
