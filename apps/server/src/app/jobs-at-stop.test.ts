/** Tests that long jobs end at the next safe point when their process stops, and that the next run completes the work. */
import { sql } from 'kysely'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering, gradedEventsOf, makeAssessment } from '#server/features/assessments/testing.ts'
import { invoicesOn } from '#server/features/invoices/invoices.testing.ts'
import { pdf, uploadFile } from '#server/features/media/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

const hourMs = 3_600_000
let shop: Shop
beforeEach(async () => {
  shop = await startShop()
})
afterEach(() => shop.server.stop())

function runJob(task: string, signal: AbortSignal, payload: object = {}): Promise<void> {
  const { jobTable, database } = shop.server
  const job = jobTable[task]
  if (!job) throw new Error(`no job ${task}`)
  return job.run(payload, { jobId: 1, attempt: 1, maxAttempts: 1, database, signal })
}

const never = new AbortController().signal

test('the sweep of payments reads no further payment once its process stops, and the next one reads the others', async () => {
  const payments = 8
  for (let nth = 0; nth < payments; nth += 1) await shop.buyerAtPage()
  shop.server.clock.advance(hourMs)
  const stopping = new AbortController()
  const read = new Set<string>()
  shop.between.read = async (purchase) => {
    stopping.abort()
    read.add(purchase.id)
    return purchase
  }
  await runJob('payments.sweep', stopping.signal)
  const first = read.size
  expect(first).toBeGreaterThan(0)
  // Five items are read concurrently.
  expect(first).toBeLessThanOrEqual(5)
  shop.server.clock.advance(hourMs)
  await runJob('payments.sweep', never)
  expect(read.size).toBe(payments)
})

test('accounts that are due for deletion are erased by the next run when the process stops', async () => {
  const people = [await shop.server.person(), await shop.server.person()]
  await sql`UPDATE users SET erase_after = ${new Date(shop.server.clock.now().getTime() - 1)}
             WHERE id IN (${sql.join(people.map(({ id }) => id))})`.execute(shop.server.database.kysely)
  const left = async () =>
    (
      await sql`SELECT 1 FROM users WHERE erased_at IS NULL AND id IN (${sql.join(people.map(({ id }) => id))})`.execute(
        shop.server.database.kysely,
      )
    ).rows.length
  await runJob('people.erase-due', AbortSignal.abort())
  expect(await left()).toBe(2)
  await runJob('people.erase-due', never)
  expect(await left()).toBe(0)
})

test('a comparison of the books is continued by another process when its own stops', async () => {
  const superadmin = await shop.server.person('superadmin')
  const { body } = await shop.server.call('startReconciliation', { as: superadmin })
  const runId = body.data.id
  const stageOf = async () =>
    (
      await sql<{ stage: string; finishedAt: Date | null }>`
        SELECT stage, finished_at AS "finishedAt" FROM reconciliation_runs WHERE id = ${runId}`.execute(
        shop.server.database.kysely,
      )
    ).rows[0]
  const before = await stageOf()
  await runJob('reconciliation.step', AbortSignal.abort(), { runId })
  expect(await stageOf()).toEqual(before)
  await shop.server.jobs.runDueOnce()
  expect((await stageOf())?.finishedAt).not.toBeNull()
})

test('a comparison with the provider that is stopped asks for no further payment and keeps what it has read', async () => {
  const payments = 8
  for (let nth = 0; nth < payments; nth += 1) {
    const { purchase, id } = await shop.buyerAtPage()
    await shop.pay(purchase)
    await shop.check(id)
  }
  const superadmin = await shop.server.person('superadmin')
  const { body } = await shop.server.call('startReconciliation', { as: superadmin })
  const runId = body.data.id
  const stopping = new AbortController()
  const read: string[] = []
  shop.between.read = async (purchase) => {
    stopping.abort()
    read.push(purchase.id)
    return purchase
  }
  await runJob('reconciliation.step', stopping.signal, { runId })
  // Five items are read concurrently.
  expect(read).toHaveLength(5)
  await shop.server.jobs.runDueOnce()
  expect(new Set(read).size).toBe(payments)
  expect(read).toHaveLength(payments)
  const { rows } = await sql<{ compared: number; isFinished: boolean }>`
    SELECT (compared->>'provider')::int AS compared, finished_at IS NOT NULL AS "isFinished"
      FROM reconciliation_runs WHERE id = ${runId}`.execute(shop.server.database.kysely)
  expect(rows).toEqual([{ compared: payments, isFinished: true }])
})

/** Returns a signal that aborts after it has been checked `looks` times. It simulates a stop in the middle of a loop. */
function abortedAfter(looks: number): AbortSignal {
  const { signal } = new AbortController()
  let seen = 0
  Object.defineProperty(signal, 'aborted', { get: () => (seen += 1) > looks })
  return signal
}

interface Loop {
  task: string
  /** The job checks its signal this often before the first item is done. */
  looks: number
  /** Creates two due items. Resolves to a function that counts the completed items. */
  prepare: () => Promise<() => Promise<number>>
}

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await query.execute(shop.server.database.kysely)).rows.length

const loops: Loop[] = [
  {
    task: 'invoices.remind',
    looks: 1,
    async prepare() {
      const access = invoicesOn(shop.server)
      const seller = await access.seller()
      const { today: dueOn } = access.moveTo('10:00')
      for (const contactEmail of ['a@petronia.test', 'b@petronia.test'])
        await access.issued(seller, { contactEmail, dueOn })
      shop.server.clock.advance(3 * 24 * hourMs)
      return () => count(sql`SELECT FROM mail_outbox WHERE subject LIKE 'Reminder:%'`)
    },
  },
  {
    task: 'invoices.invite',
    looks: 1,
    async prepare() {
      const access = invoicesOn(shop.server)
      for (const email of ['a@petronia.test', 'b@petronia.test']) {
        const seller = await access.seller()
        const { id, total } = await access.issued(seller)
        await access.addPeople(id, seller.courses, email, seller.admin)
        await access.pay(id, total, seller.admin)
      }
      return () => count(sql`SELECT FROM invoice_mails WHERE kind = 'seat'`)
    },
  },
  {
    task: 'sale-mails.send-digests',
    looks: 1,
    async prepare() {
      for (let nth = 0; nth < 2; nth += 1) {
        const seller = await shop.server.person('admin', { isProven: true })
        await shop.server.call('updateSaleMails', { body: { wanted: 'daily' }, as: seller })
        const { purchase, id } = await shop.buy(await shop.server.person(), await shop.course(5_000, seller))
        await shop.pay(purchase)
        await shop.check(id)
      }
      await shop.server.jobs.runDueOnce()
      shop.server.clock.advance(40 * hourMs)
      return () => count(sql`SELECT FROM mail_outbox WHERE occasion LIKE 'sales:%'`)
    },
  },
  {
    task: 'assessments.sweep',
    looks: 1,
    async prepare() {
      const id = await makeAssessment(shop.server)
      const people = [await shop.server.person(), await shop.server.person()]
      for (const person of people) await answering(shop.server, person, id, [1])
      shop.server.clock.advance(hourMs)
      return async () => {
        const graded = await Promise.all(people.map((person) => gradedEventsOf(shop.server, person.id)))
        return graded.flat().length
      }
    },
  },
  {
    task: 'media.sweep',
    looks: 2,
    async prepare() {
      for (const name of ['a.pdf', 'b.pdf']) await uploadFile(shop.server, shop.seller, pdf(), name)
      await sql`DELETE FROM media`.execute(shop.server.database.kysely)
      const files = join(shop.server.uploadsDirectory, 'files')
      const stored = async () =>
        (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      const old = new Date(Date.now() - 48 * hourMs)
      for (const { parentPath, name } of await stored()) await utimes(join(parentPath, name), old, old)
      const before = (await stored()).length
      return async () => before - (await stored()).length
    },
  },
]

test.each(loops)(
  '$task finishes the item it has begun when its process stops, and the next run does the other once',
  async ({ task, looks, prepare }) => {
    const done = await prepare()
    const before = await done()
    await runJob(task, abortedAfter(looks))
    expect((await done()) - before).toBe(1)
    await runJob(task, never)
    expect((await done()) - before).toBe(2)
    await runJob(task, never)
    expect((await done()) - before).toBe(2)
  },
)

test('the figures of lists are written by the next run when the process stops', async () => {
  const id = await shop.course(5_000)
  const { kysely } = shop.server.database
  await sql`UPDATE courses SET student_count = 7, length_due_at = now() - interval '1 minute', contents_changed_at = now() - interval '1 day'
             WHERE id = ${id}`.execute(kysely)
  const due = async () =>
    (await sql`SELECT 1 FROM courses WHERE student_count = 7 OR length_due_at <= now()`.execute(kysely)).rows
      .length
  await runJob('courses.recount', AbortSignal.abort())
  expect(await due()).toBe(1)
  await runJob('courses.recount', never)
  expect(await due()).toBe(0)
})

test('records whose time is over are deleted by the next run when the process stops', async () => {
  const { kysely } = shop.server.database
  const yearMs = 366 * 24 * hourMs
  await sql`INSERT INTO mail_outbox (recipient, subject, body, occasion, sent_at)
            VALUES ('a@apogee.test', 'Old', '', 'old', ${new Date(shop.server.clock.now().getTime() - yearMs)})`.execute(
    kysely,
  )
  const left = async () =>
    (await sql`SELECT 1 FROM mail_outbox WHERE occasion = 'old'`.execute(kysely)).rows.length
  await runJob('retention.sweep', AbortSignal.abort())
  expect(await left()).toBe(1)
  await runJob('retention.sweep', never)
  expect(await left()).toBe(0)
})
