import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { LastSeal } from './last-seal.ts'

const protectedTables = ['security_log', 'security_log_blocks', 'security_log_sweeps']

let server: TestApp
let superadmin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  superadmin = await server.person('superadmin', { isProven: true })
})
afterAll(() => server.stop())

/** Deletes rows like the owner of the database, who can disable the triggers. */
const removeAfterBlock = (number: number) =>
  server.database.transaction(async (tx) => {
    for (const table of protectedTables)
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(tx)
    await sql`
      DELETE FROM security_log WHERE id > coalesce(
        (SELECT b.through_id FROM security_log_blocks b WHERE b.number = ${number}), 0)`.execute(tx)
    await sql`DELETE FROM security_log_blocks WHERE number > ${number}`.execute(tx)
    for (const table of protectedTables)
      await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(tx)
  })

/** Returns the service as another process, or this process after a restart, would have it. */
const process = () => new LastSeal({ ...server.dependencies, ...server.services })

/** Writes entries, seals them and runs the job that stores the newest block. */
async function sealAndKeep(kept: LastSeal, entries = 1): Promise<void> {
  for (let place = 0; place < entries; place += 1)
    await server.services.securityLog.recordActivity(server.database.kysely, {
      kind: 'signIn.succeeded',
      actor: null,
      details: { place },
    })
  await server.services.securityLogChain.seal()
  await kept.keep()
}

const falls = async () =>
  (
    await sql<{ details: unknown }>`
      SELECT details FROM security_log WHERE kind = 'securityLog.fellBack' ORDER BY id`.execute(
      server.database.kysely,
    )
  ).rows.map(({ details }) => details)

const state = async () => (await server.call('readSecurityLogState', { as: superadmin })).body

beforeEach(async () => {
  await removeAfterBlock(0)
  await server.dependencies.storage.writeNote(
    'security-log-head',
    JSON.stringify({ block: 0, hash: '', sealedAt: server.clock.now().toISOString() }),
  )
})

test('a log that only grows is no fall, also for a process that has just started', async () => {
  const kept = process()
  await sealAndKeep(kept)
  await sealAndKeep(kept)
  await sealAndKeep(process())
  await kept.keep()
  expect(await falls()).toEqual([])
  expect(await state()).toMatchObject({ data: { fall: null } })
})

test('removed newest entries are reported once, to superadmins, by the process that saw them', async () => {
  const kept = process()
  for (const entries of [1, 2, 3]) await sealAndKeep(kept, entries)
  const { head } = await server.services.securityLogChain.state()
  await removeAfterBlock(1)
  await sealAndKeep(kept)
  const fall = { block: 2, kept: 3, keptAt: head?.sealedAt }
  expect(await falls()).toEqual([fall])
  await sealAndKeep(kept)
  await kept.keep()
  expect(await falls()).toHaveLength(1)
  expect(await state()).toMatchObject({ data: { fall, check: null } })
  await server.jobs.runDueOnce()
  const mails = server.mails.filter(({ subject }) => subject.includes('security log'))
  expect(mails.map(({ to }) => to)).toEqual([superadmin.email])
  expect(mails[0]?.body).toContain('ends with block 2, but had block 3 before')
})

test('a restored older copy is seen by a process that starts then, and by one process only', async () => {
  const before = process()
  for (const entries of [1, 2]) await sealAndKeep(before, entries)
  await removeAfterBlock(1)
  const [first, second] = [process(), process()]
  await first.keep()
  await second.keep()
  await sealAndKeep(second)
  await sealAndKeep(first)
  expect(await falls()).toEqual([expect.objectContaining({ block: 1, kept: 2 })])
})

test('a block that was removed and sealed anew is reported as one with other contents', async () => {
  const kept = process()
  for (const entries of [1, 2]) await sealAndKeep(kept, entries)
  await removeAfterBlock(1)
  server.mails.length = 0
  await sealAndKeep(kept, 3)
  expect(await falls()).toEqual([expect.objectContaining({ block: 2, kept: 2 })])
  await server.jobs.runDueOnce()
  const mail = server.mails.find(({ subject }) =>
    subject.includes('a block of the security log was replaced'),
  )
  expect(mail?.body).toContain('Block 2 of the security log was sealed again with other contents.')
  expect(mail?.body).not.toContain('ends with block')
})

test('a log that ends between the blocks that two processes have seen is a fall, for the process that saw less, too', async () => {
  const [early, late] = [process(), process()]
  await sealAndKeep(early)
  for (const entries of [2, 3]) await sealAndKeep(late, entries)
  await removeAfterBlock(2)
  await sealAndKeep(early)
  expect(await falls()).toEqual([expect.objectContaining({ block: 3, kept: 3 })])
  await late.keep()
  expect(await falls()).toHaveLength(1)
})

test('a log that lost everything is a fall', async () => {
  const kept = process()
  await sealAndKeep(kept)
  await removeAfterBlock(0)
  await kept.keep()
  await server.services.securityLogChain.seal()
  await kept.keep()
  await process().keep()
  expect(await falls()).toEqual([expect.objectContaining({ block: 0, kept: 1 })])
})

test('a storage that does not take the newer block causes no second report', async () => {
  const kept = process()
  for (const entries of [1, 2]) await sealAndKeep(kept, entries)
  await removeAfterBlock(1)
  const failing = new LastSeal({
    ...server.dependencies,
    ...server.services,
    storage: {
      ...server.dependencies.storage,
      writeNote: async () => Promise.reject(new Error('the storage does not answer')),
    },
  })
  await expect(failing.keep()).rejects.toThrow('does not answer')
  await expect(failing.keep()).rejects.toThrow('does not answer')
  expect(await falls()).toHaveLength(1)
})

test('a note that cannot be read is replaced', async () => {
  await server.dependencies.storage.writeNote('security-log-head', '{"block":')
  await sealAndKeep(process())
  expect(await server.dependencies.storage.readNote('security-log-head')).toContain('"block":1')
  expect(await falls()).toEqual([])
})
