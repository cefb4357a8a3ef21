import { afterAll, beforeAll, expect, test } from 'vitest'
import { emit } from '#server/events.ts'
import { testDatabase, type TestDatabase } from '#server/platform/database/testing.ts'
import { sql } from 'kysely'
import { eventJobs } from './event-delivery.ts'

let db: TestDatabase
beforeAll(async () => (db = await testDatabase()))
afterAll(() => db.drop())

test('a listener that fails gets the event again, and one that has acted does not', async () => {
  const { database } = db
  const acts: string[] = []
  const listeners = {
    'steady.act': async () => void acts.push('steady'),
    'failing.act': async () => {
      acts.push('failing')
      if (acts.filter((act) => act === 'failing').length === 1) throw new Error('not today')
    },
  }
  const jobs = eventJobs({ listenersOf: (kind) => (kind === 'user.erased' ? listeners : {}) }, database)
  await database.transaction((tx) => emit(tx, 'user.erased', { userId: 1 }))
  const { rows } = await sql<{ id: string }>`SELECT id FROM domain_events`.execute(database.kysely)
  const { signal } = new AbortController()
  const context = { jobId: 1, attempt: 1, maxAttempts: 25, database, signal }
  const deliver = (listener: string) =>
    jobs['events.listen']?.run({ eventId: rows[0]?.id, listener }, context)
  for (const listener of Object.keys(listeners)) {
    const first = deliver(listener)
    if (listener === 'failing.act') await expect(first).rejects.toThrow('not today')
    else await first
    await deliver(listener)
    await deliver(listener)
  }
  expect(acts).toEqual(['steady', 'failing', 'failing'])
})
