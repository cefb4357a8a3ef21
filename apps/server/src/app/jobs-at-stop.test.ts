/** Jobs that take long end at the next safe point when their process stops, and the next run does the rest. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  // Five are read at the same time.
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
