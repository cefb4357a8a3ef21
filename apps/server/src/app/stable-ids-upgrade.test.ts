/** The migration that renames persisted ids converts the previous release's rows in the queue and in tables. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#server/platform/database/testing.ts'
import { Jobs, enqueue, migrateJobs, type TaskHandler } from '#server/platform/jobs/jobs.ts'
import { createKeys } from '#server/platform/keys.ts'
import { buildApp } from './build-app.ts'
import { holdsDemoSchool } from './demo/seed-demo.ts'
import { jobClasses, periodicTasks } from './jobs.ts'
import { isSecretOfDatabase } from './secret.ts'
import { migrationsDirectory } from './start-server.ts'
import { startTestApp, type TestApp } from './testing.ts'

const renaming = '0056_stable_ids.sql'
const log = pino({ level: 'silent' })

/** The record contains each task of the previous release that still exists, with its current id. */
const tasks = {
  'accounts.password-forgotten': 'accounts.password-forgotten',
  'accounts.sweep': 'accounts.sweep',
  'achievements.reviewLearners': 'achievements.review-learners',
  'accounting.mailReceipt': 'receipts.mail',
  'assessments.sweep': 'assessments.sweep',
  'checkout.cancelPurchase': 'payments.cancel-purchase',
  'checkout.refunding.carryOn': 'refunds.sweep',
  'checkout.readPayment': 'payments.apply-callback',
  'checkout.sweep': 'payments.sweep',
  'checkout.watchPayment': 'payments.watch',
  'courses.recount': 'courses.recount',
  'invoices.invite': 'invoices.invite',
  'invoices.remind': 'invoices.remind',
  'mail.send': 'mail.send',
  'media.probe': 'media.probe',
  'media.sweep': 'media.sweep',
  'notifications.mailSales': 'sale-mails.send-digests',
  'people.eraseDue': 'people.erase-due',
  'reconciliation.keep': 'reconciliation.run-due',
  'reconciliation.step': 'reconciliation.step',
  'retention.sweep': 'retention.sweep',
} as const

let former: string
let server: TestApp
const open: TestDatabase[] = []

/** Creates a database of the previous release, including the job queue. */
async function formerDatabase(): Promise<TestDatabase> {
  const db = await emptyDatabase()
  open.push(db)
  await migrate(db.database.pool, former)
  await migrateJobs(db.database.pool, log)
  return db
}

beforeAll(async () => {
  former = await mkdtemp(join(tmpdir(), 'apogee-migrations-'))
  for (const name of await readdir(migrationsDirectory))
    if (name < renaming) await cp(join(migrationsDirectory, name), join(former, name))
  server = await startTestApp({ payments: { ...unusedPayments } })
})
afterAll(async () => {
  for (const db of open) await db.drop()
  await server.stop()
  await rm(former, { recursive: true })
})

test("a waiting job of each task runs once under this release's id", async () => {
  const { database } = await formerDatabase()
  await database.transaction(async (tx) => {
    for (const task of Object.keys(tasks)) await enqueue(tx, task, { task })
  })
  await migrate(database.pool, migrationsDirectory)
  const done: string[] = []
  const record =
    (id: string): TaskHandler =>
    async (payload) =>
      void done.push(`${id} ${JSON.stringify(payload)}`)
  const known = Object.keys(server.jobTable)
  const jobs = new Jobs({
    database,
    log,
    classes: [
      { name: 'all', concurrency: 2, tasks: Object.fromEntries(known.map((id) => [id, record(id)])) },
    ],
  })
  expect(await jobs.runDueOnce()).toEqual({ succeeded: Object.keys(tasks).length, failed: 0 })
  const expected = Object.entries(tasks).map(([task, id]) => `${id} ${JSON.stringify({ task })}`)
  expect(done.toSorted()).toEqual(expected.toSorted())
  expect(await jobs.runDueOnce()).toEqual({ succeeded: 0, failed: 0 })
})

test('a waiting job whose task is gone is removed', async () => {
  const { database } = await formerDatabase()
  await database.transaction((tx) => enqueue(tx, 'checkout.writePastBooks', {}))
  await migrate(database.pool, migrationsDirectory)
  const { rows } = await database.pool.query('SELECT task_identifier FROM graphile_worker.jobs')
  expect(rows).toEqual([])
})

describe('a row of the previous release', () => {
  const keys = createKeys('the secret of the previous release, long enough')
  let db: TestDatabase
  const column = async (statement: string) =>
    (await db.database.pool.query<{ value: string }>(statement)).rows.map(({ value }) => value)

  /** Each row contains the task, its key in the previous release, and its current key. */
  const keyed = [
    ['checkout.cancelPurchase', 'checkout.cancelPurchase:7', 'payments.cancel-purchase:7'],
    ['checkout.watchPayment', 'checkout.watchPayment:7', 'payments.watch:7'],
    ['achievements.reviewLearners', 'review:7', 'achievements.review-learners:7'],
    ['achievements.reviewLearners', 'review:7/200', 'achievements.review-learners:7/200'],
    ['media.probe', 'media.probe:7', 'media.probe:7'],
    ['reconciliation.step', 'reconciliation.step:7', 'reconciliation.step:7'],
  ] as const

  beforeAll(async () => {
    db = await formerDatabase()
    const { database } = db
    await database.transaction(async (tx) => {
      for (const [task, jobKey] of keyed) await enqueue(tx, task, {}, { jobKey })
      const jobKey = 'every:checkout.sweep'
      await enqueue(tx, 'checkout.sweep', {}, { jobKey, queueName: jobKey })
    })
    const secret = JSON.stringify(keys.sign('which secret', 'apogee'))
    await database.pool.query(`
      INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      VALUES ('checkout.sweep', '2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z');
      INSERT INTO server_facts (key, value) VALUES ('demo school', '{}'), ('secret', '${secret}');
      INSERT INTO failed_attempts (kind, subject) VALUES ('sign-in pair', 'a'), ('uploads', 'b');
      INSERT INTO users (email) VALUES ('learner@apogee.test');
      INSERT INTO mail_outbox (recipient, subject, body, occasion) VALUES
        ('a@apogee.test', 'A', '', 'receipt r-1'), ('a@apogee.test', 'B', '', 'sale:1:2');
      INSERT INTO notifications (user_id, kind, occasion, data, created_at)
      SELECT id, 'course.enrolled', 'order 12/3', '{}', now() FROM users`)
    await migrate(database.pool, migrationsDirectory)
  })

  test('a waiting job with a key is replaced by the same job of this release, not doubled', async () => {
    await db.database.transaction(async (tx) => {
      for (const [task, , jobKey] of keyed) await enqueue(tx, tasks[task], {}, { jobKey })
    })
    const jobs = await column(
      `SELECT task_identifier || ' ' || key AS value FROM graphile_worker.jobs WHERE queue_name IS NULL`,
    )
    expect(jobs.toSorted()).toEqual(keyed.map(([task, , key]) => `${tasks[task]} ${key}`).toSorted())
  })

  test('a schedule continues from the last run of the previous release', async () => {
    const job = `SELECT concat_ws(' ', task_identifier, key, queue_name) AS value FROM graphile_worker.jobs`
    expect(await column(`${job} WHERE queue_name IS NOT NULL`)).toEqual([
      'payments.sweep every:payments.sweep every:payments.sweep',
    ])
    const known = `SELECT identifier AS value FROM graphile_worker._private_known_crontabs
                    WHERE last_execution = '2026-11-21T00:00:00Z'`
    expect(await column(known)).toEqual(['payments.sweep'])
    expect(periodicTasks(server.jobTable).map(({ task }) => task)).toContain('payments.sweep')
  })

  test('facts, counted attempts and the keys of mails and notifications keep their meaning', async () => {
    const { kysely } = db.database
    expect(await holdsDemoSchool(kysely)).toBe(true)
    expect(await isSecretOfDatabase(kysely, keys)).toBe(true)
    expect(await isSecretOfDatabase(kysely, createKeys('another secret, long enough to be one'))).toBe(false)
    const kinds = 'SELECT kind AS value FROM failed_attempts ORDER BY 1'
    expect(await column(kinds)).toEqual(['media.upload', 'sign-in.pair'])
    const occasions = 'SELECT occasion AS value FROM mail_outbox ORDER BY 1'
    expect(await column(occasions)).toEqual(['receipt:r-1', 'sale:1:2'])
    expect(await column('SELECT occasion AS value FROM notifications')).toEqual(['order:12/3'])
  })
})

describe('an event of the previous release', () => {
  let db: TestDatabase
  let outcome: { succeeded: number; failed: number }
  const events = new Map<string, { id: string; courseId: number }>()

  /** Adds the event of a course granted to a person. */
  async function granted(name: string): Promise<string> {
    const { rows } = await db.database.pool.query<{ id: string; courseId: number }>(
      `WITH course AS (
         INSERT INTO courses (seller_id, created_by, instructor_id, title, description)
         SELECT s.id, s.user_id, s.user_id, $1, 'How things go round' FROM sellers s WHERE s.user_id IS NOT NULL
         RETURNING id, created_by)
       INSERT INTO domain_events (kind, payload)
       SELECT 'enrolment.granted', json_build_object('userId', created_by, 'courseId', id, 'source', 'free') FROM course
       RETURNING id, (payload->>'courseId')::int AS "courseId"`,
      [name],
    )
    const [event] = rows
    if (!event) throw new Error('no event was written')
    events.set(name, event)
    return event.id
  }

  const enqueueJob = (task: string, payload: object) =>
    db.database.transaction((tx) => enqueue(tx, task, payload))
  const mark = (eventId: string, listener: string) =>
    db.database.pool.query('INSERT INTO event_deliveries (event_id, listener) VALUES ($1, $2)', [
      eventId,
      listener,
    ])

  beforeAll(async () => {
    db = await formerDatabase()
    const { pool } = db.database
    await pool.query(`
      INSERT INTO users (email, role) VALUES ('teacher@apogee.test', 'instructor');
      INSERT INTO sellers (user_id) SELECT id FROM users`)
    await enqueueJob('events.deliver', { eventId: await granted('waits') })
    await enqueueJob('events.listen', { eventId: await granted('half'), listener: 'tell the learner' })
    const done = await granted('done')
    await mark(done, 'tell the learner')
    await mark(done, 'certify who is done')
    // The state equals that after a crash between the delivery and the end of its jobs.
    await enqueueJob('events.deliver', { eventId: done })
    await enqueueJob('events.listen', { eventId: done, listener: 'tell the learner' })
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO domain_events (kind, payload)
       SELECT 'account.emailVerified', json_build_object('userId', id) FROM users RETURNING id`,
    )
    events.set('verified', { id: rows[0]?.id ?? '', courseId: 0 })
    await enqueueJob('events.deliver', { eventId: rows[0]?.id })
    await migrate(pool, migrationsDirectory)

    const dependencies = { ...server.dependencies, database: db.database }
    const { app, jobs } = await buildApp(dependencies)
    await app.ready()
    const classes = jobClasses(jobs)
    outcome = await new Jobs({ database: db.database, log, classes, clock: server.clock }).runDueOnce()
    await app.close()
  })

  async function heardOf(name: string): Promise<{ notifications: number; marks: string[] }> {
    const event = events.get(name)
    const { rows: response } = await db.database.pool.query(
      `SELECT FROM notifications WHERE kind = 'course.enrolled' AND (data->>'courseId')::int = $1`,
      [event?.courseId],
    )
    const { rows: marks } = await db.database.pool.query<{ listener: string }>(
      'SELECT listener FROM event_deliveries WHERE event_id = $1 ORDER BY listener',
      [event?.id],
    )
    return { notifications: response.length, marks: marks.map(({ listener }) => listener) }
  }

  test('a waiting event of the previous release reaches each listener once', async () => {
    expect(outcome.failed).toBe(0)
    expect(await heardOf('waits')).toEqual({
      notifications: 1,
      marks: ['certificates.review', 'learner.notify', 'webhooks.send'],
    })
  })

  test('a job for one listener under its old name reaches that listener once', async () => {
    expect(await heardOf('half')).toEqual({ notifications: 1, marks: ['learner.notify'] })
  })

  test('an event delivered under the old listener names is not delivered again', async () => {
    expect(await heardOf('done')).toEqual({
      notifications: 0,
      marks: ['certificates.review', 'learner.notify', 'webhooks.send'],
    })
  })

  test('an event of a renamed kind reaches each listener once', async () => {
    expect((await heardOf('verified')).marks).toEqual(['invitations.claim', 'seats.claim'])
  })
})
