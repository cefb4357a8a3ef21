import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'
import { createKeys } from '#server/platform/secrets/keys.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'
import { SecurityLogChain } from './chain.ts'

const day = 86_400_000

let server: TestApp
let chain: SecurityLogChain
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  chain = server.services.securityLogChain
})
afterAll(() => server.stop())

const protectedTables = ['security_log', 'security_log_blocks', 'security_log_sweeps']

/** Changes rows like the owner of the database, who can disable the triggers. */
const tamper = (change: (tx: typeof server.database.kysely) => Promise<unknown>) =>
  server.database.transaction(async (tx) => {
    for (const table of protectedTables)
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(tx)
    await change(tx)
    for (const table of protectedTables)
      await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(tx)
  })

async function addEntries(count: number): Promise<void> {
  await server.database.transaction(async (tx) => {
    for (let place = 0; place < count; place++)
      await server.services.securityLog.recordActivity(tx, {
        kind: 'signIn.succeeded',
        actor: null,
        address: `192.0.2.${place % 250}`,
        details: { place },
      })
  })
}

async function check() {
  while (!(await chain.checkPart()));
  return (await chain.state()).check
}
const problems = async () => (await check())?.breaks.map(({ problem }) => problem)

async function ids(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM security_log ORDER BY id`.execute(
    server.database.kysely,
  )
  return rows.map(({ id }) => id)
}
const blocks = async () =>
  (
    await sql<{ number: number; entries: number }>`
      SELECT number, entries FROM security_log_blocks ORDER BY number`.execute(server.database.kysely)
  ).rows

beforeEach(async () => {
  await tamper(async (tx) => {
    for (const table of [...protectedTables, 'security_log_checks', 'security_log_keys'])
      await sql`DELETE FROM ${sql.table(table)}`.execute(tx)
  })
})

describe('a log of three blocks', () => {
  let entries: number[]
  beforeEach(async () => {
    for (const count of [3, 1005, 2]) {
      await addEntries(count)
      await chain.seal()
    }
    entries = await ids()
  })

  test('sealing puts up to 1,000 entries in a block and each entry in one block', async () => {
    expect((await blocks()).map((block) => block.entries)).toEqual([3, 1000, 5, 2])
    await chain.seal()
    expect(await blocks()).toHaveLength(4)
  })

  test('an untouched log is as it was sealed', async () => {
    expect(await check()).toMatchObject({ breakCount: 0, breaks: [], entries: 1010 })
  })

  test('a changed entry is found, in its block', async () => {
    await tamper((tx) =>
      sql`UPDATE security_log SET details = '{"place": 77}' WHERE id = ${entries[1]}`.execute(tx),
    )
    expect(await check()).toMatchObject({
      breakCount: 1,
      breaks: [{ block: 1, throughId: entries[2], problem: 'changed' }],
    })
  })

  test.each([
    "kind = 'other.kind'",
    "at = at + interval '1 microsecond'",
    'actor_id = 1',
    'is_activity = false',
  ])('a change of %s is found', async (change) => {
    await server.person()
    await tamper((tx) => sql`UPDATE security_log SET ${sql.raw(change)} WHERE id = ${entries[0]}`.execute(tx))
    expect(await problems()).toContain('changed')
  })

  test('a changed address, and one that was deleted too early, are found', async () => {
    await tamper((tx) =>
      sql`UPDATE security_log SET address = '198.51.100.1' WHERE id = ${entries[0]}`.execute(tx),
    )
    expect(await problems()).toEqual(['addresses'])
    await tamper((tx) => sql`UPDATE security_log_blocks SET address_salt = NULL WHERE number = 1`.execute(tx))
    expect(await problems()).toEqual(['addresses'])
  })

  test('a removed entry is found', async () => {
    await tamper((tx) => sql`DELETE FROM security_log WHERE id = ${entries[500]}`.execute(tx))
    expect(await check()).toMatchObject({ breaks: [{ block: 2, problem: 'missing' }] })
  })

  test('an inserted entry is found, also when another one is removed for it', async () => {
    await tamper(async (tx) => {
      await sql`DELETE FROM security_log WHERE id = ${entries[4]}`.execute(tx)
      await sql`
        INSERT INTO security_log (id, at, kind) OVERRIDING SYSTEM VALUE
        VALUES (${entries[4]}, ${server.clock.now()}, 'role.changed')`.execute(tx)
    })
    expect(await problems()).toEqual(['changed'])
  })

  test('the database refuses an entry below 1, and one that is there is found', async () => {
    const insert = (tx: typeof server.database.kysely) =>
      sql`
      INSERT INTO security_log (id, at, kind) OVERRIDING SYSTEM VALUE
      VALUES (-5, ${server.clock.now()}, 'role.changed')`.execute(tx)
    await expect(insert(server.database.kysely)).rejects.toThrow('security_log_id_positive')
    await tamper(async (tx) => {
      await sql`ALTER TABLE security_log DROP CONSTRAINT security_log_id_positive`.execute(tx)
      await insert(tx)
      await sql`ALTER TABLE security_log ADD CONSTRAINT security_log_id_positive CHECK (id > 0) NOT VALID`.execute(
        tx,
      )
    })
    expect(await problems()).toEqual(['added'])
  })

  test('reordered entries are found', async () => {
    await tamper(async (tx) => {
      const [first, second] = entries
      await sql`
        UPDATE security_log l SET details = o.details, address = o.address FROM security_log o
         WHERE l.id IN (${first}, ${second}) AND o.id IN (${first}, ${second}) AND o.id <> l.id`.execute(tx)
    })
    expect(await problems()).toEqual(['changed'])
  })

  test('a removed block and its entries are found', async () => {
    await tamper(async (tx) => {
      await sql`DELETE FROM security_log_blocks WHERE number = 3`.execute(tx)
      await sql`DELETE FROM security_log WHERE id > ${entries[1002]} AND id <= ${entries[1007]}`.execute(tx)
    })
    expect(await problems()).toEqual(['block'])
  })

  test('somebody without the secret of the application cannot seal a changed log again', async () => {
    await tamper(async (tx) => {
      await sql`UPDATE security_log SET kind = 'other.kind' WHERE id = ${entries[0]}`.execute(tx)
      await sql`DELETE FROM security_log_blocks`.execute(tx)
    })
    const forger = new SecurityLogChain({
      ...server.dependencies,
      keys: createKeys('a secret that the forger made up'),
    })
    await forger.seal()
    expect(new Set(await problems())).toEqual(new Set(['key']))
  })

  test('an interrupted check goes on where it ended', async () => {
    expect(await chain.checkPart()).toBe(false)
    const again = new SecurityLogChain(server.dependencies)
    while (!(await again.checkPart()));
    expect(await again.state()).toMatchObject({ check: { entries: 1010, breakCount: 0 } })
    const { rows } = await sql`SELECT 1 FROM security_log_checks`.execute(server.database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('progress that somebody made up is not continued', async () => {
    await tamper((tx) =>
      sql`UPDATE security_log SET kind = 'other.kind' WHERE id = ${entries[0]}`.execute(tx),
    )
    await sql`INSERT INTO security_log_checks (started_at, through_block) VALUES (now(), 4)`.execute(
      server.database.kysely,
    )
    expect(await problems()).toEqual(['changed'])
  })

  test('progress that was changed, or put back a day later, is not continued', async () => {
    expect(await chain.checkPart()).toBe(false)
    await tamper((tx) =>
      sql`UPDATE security_log SET kind = 'other.kind' WHERE id = ${entries[0]}`.execute(tx),
    )
    server.clock.advance(day + 1)
    expect(await problems()).toEqual(['changed'])
    expect(await chain.checkPart()).toBe(false)
    await sql`UPDATE security_log_checks SET break_count = 0, breaks = '[]' WHERE finished_at IS NULL`.execute(
      server.database.kysely,
    )
    expect(await problems()).toEqual(['changed'])
  })

  test('a result that somebody wrote is not shown', async () => {
    await check()
    await sql`
      INSERT INTO security_log_checks (started_at, finished_at, through_block, entries, key_id, signature)
      SELECT now(), now() + interval '1 day', 9, 7, key_id, signature FROM security_log_checks`.execute(
      server.database.kysely,
    )
    expect((await chain.state()).check).toMatchObject({ entries: 1010 })
    await sql`UPDATE security_log_checks SET entries = 5`.execute(server.database.kysely)
    expect((await chain.state()).check).toBeNull()
  })

  test('a whole check does not go by the stored runs', async () => {
    await tamper(async (tx) => {
      await sql`UPDATE security_log SET kind = 'other.kind' WHERE id = ${entries[0]}`.execute(tx)
      await sql`INSERT INTO security_log_checks (started_at, through_block) VALUES (now(), 4)`.execute(tx)
    })
    expect(await chain.checkWhole()).toMatchObject({
      entries: 1010,
      breakCount: 1,
      breaks: [{ block: 1, problem: 'changed' }],
    })
  })

  test('the job checks the whole log, and an aborted one leaves the rest to the next', async () => {
    await chain.checkSlice(AbortSignal.abort())
    expect((await chain.state()).check).toBeNull()
    await chain.checkSlice()
    expect((await chain.state()).check).toMatchObject({ entries: 1010, breakCount: 0 })
    expect(await chain.figures()).toMatchObject({ breaks: 0, unsealedSeconds: 0, headBlock: 4 })
  })

  test('a block that left the database with a log line is compared with the one that is there', async () => {
    const { head } = await chain.state()
    expect(head?.block).toBe(4)
    expect(await chain.hasBlock(4, head?.hash ?? '')).toBe('yes')
    expect(await chain.hasBlock(4, '00'.repeat(32))).toBe('no')
    await tamper((tx) => sql`DELETE FROM security_log_blocks WHERE number = 4`.execute(tx))
    expect(await chain.hasBlock(4, head?.hash ?? '')).toBe('no')
  })

  test('the database refuses to change or delete blocks and entries', async () => {
    const { kysely } = server.database
    const attempts = [
      sql`UPDATE security_log SET kind = 'other.kind'`,
      sql`DELETE FROM security_log`,
      sql`TRUNCATE security_log`,
      sql`UPDATE security_log_blocks SET hash = address_hash`,
      sql`DELETE FROM security_log_blocks`,
      sql`TRUNCATE security_log_blocks`,
    ]
    for (const attempt of attempts) await expect(attempt.execute(kysely)).rejects.toThrow('append-only')
  })
})

const before = (ageMs: number) => new Date(server.clock.now().getTime() - ageMs)

describe('the sweep', () => {
  test('whole blocks are deleted after seven years, and the rest stays checkable', async () => {
    await addEntries(3)
    await chain.seal()
    server.clock.advance(100 * day)
    await addEntries(2)
    await chain.seal()
    const { head: first } = await chain.state()
    await chain.deleteBefore(before(keepMsOf('security-log.entries')))
    expect(await ids()).toHaveLength(5)
    await chain.deleteBefore(before(50 * day))
    expect(await ids()).toHaveLength(2)
    expect(await blocks()).toEqual([{ number: 2, entries: 2 }])
    await server.services.securityLog.forgetAddresses(before(keepMsOf('security-log.addresses')))
    expect(await check()).toMatchObject({ breakCount: 0, entries: 2 })
    await addEntries(1)
    await chain.seal()
    expect((await check())?.breakCount).toBe(0)
    const head = (await chain.state()).head
    expect(head?.block).toBe(3)
    expect(await chain.hasBlock(1, '00'.repeat(32))).toBe('no')
    expect(await chain.hasBlock(2, first?.hash ?? '')).toBe('yes')
    await chain.deleteBefore(new Date(server.clock.now().getTime() + day))
    expect(await chain.hasBlock(1, '00'.repeat(32))).toBe('swept')
    expect(await chain.hasBlock(3, head?.hash ?? '')).toBe('yes')
    expect(await chain.hasBlock(3, '00'.repeat(32))).toBe('no')
    await expect(sql`DELETE FROM security_log_sweeps`.execute(server.database.kysely)).rejects.toThrow(
      'append-only',
    )
  })

  test('an entry dated far in the future stops neither the sweep nor the end of addresses', async () => {
    await addEntries(2)
    const future = new Date(server.clock.now().getTime() + 100 * 365 * day)
    await sql`
      INSERT INTO security_log (at, kind, is_activity, details, address)
      VALUES (${future}, 'signIn.succeeded', true, '{}', '192.0.2.77')`.execute(server.database.kysely)
    await chain.seal()
    server.clock.advance(95 * day)
    await addEntries(1)
    await chain.seal()
    await server.services.securityLog.forgetAddresses(before(keepMsOf('security-log.addresses')))
    const kept = await sql<{ address: string }>`
      SELECT address FROM security_log WHERE address IS NOT NULL`.execute(server.database.kysely)
    expect(kept.rows).toEqual([{ address: '192.0.2.0' }])
    expect((await check())?.breakCount).toBe(0)
    await chain.deleteBefore(before(96 * day))
    expect(await ids()).toHaveLength(4)
    await chain.deleteBefore(before(50 * day))
    expect(await ids()).toHaveLength(1)
    expect((await check())?.breakCount).toBe(0)
  })

  test('a sweep that somebody made up is found', async () => {
    await addEntries(3)
    await chain.seal()
    await addEntries(1)
    await chain.seal()
    await sql`
      INSERT INTO security_log_sweeps (through_block, through_id, hash, key_id, signature, swept_at)
      SELECT number, through_id, hash, key_id, hash, now() FROM security_log_blocks WHERE number = 1`.execute(
      server.database.kysely,
    )
    await sql`DELETE FROM security_log WHERE id <= (SELECT max(through_id) FROM security_log_sweeps)`.execute(
      server.database.kysely,
    )
    expect(await problems()).toContain('sweep')
  })
})

test('after 90 days addresses and the salts of their blocks are deleted, and the chain stays whole', async () => {
  await addEntries(3)
  await chain.seal()
  server.clock.advance(91 * day)
  await addEntries(2)
  await chain.seal()
  await server.services.securityLog.forgetAddresses(before(keepMsOf('security-log.addresses')))
  const { rows } = await sql<{ addresses: number; salts: number }>`
    SELECT (SELECT count(address)::int FROM security_log) AS addresses,
           (SELECT count(address_salt)::int FROM security_log_blocks) AS salts`.execute(
    server.database.kysely,
  )
  expect(rows).toEqual([{ addresses: 2, salts: 1 }])
  expect(await check()).toMatchObject({ breakCount: 0 })
})

test('an entry that is not committed yet keeps later ones from being sealed', async () => {
  let goOn = () => {}
  const mayCommit = new Promise<void>((resolve) => (goOn = resolve))
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => (written = resolve))
  const slow = server.database.transaction(async (tx) => {
    await server.services.securityLog.recordActivity(tx, { kind: 'signIn.succeeded', actor: null })
    written()
    await mayCommit
  })
  await isWritten
  await addEntries(1)
  const aborted = AbortSignal.abort()
  await chain.seal(aborted)
  expect(await blocks()).toEqual([])
  goOn()
  await slow
  await chain.seal()
  expect(await blocks()).toEqual([expect.objectContaining({ entries: 2 })])
  expect((await check())?.breakCount).toBe(0)
})

test('concurrent sealing makes one chain', async () => {
  await addEntries(20)
  await Promise.all([chain.seal(), chain.seal(), new SecurityLogChain(server.dependencies).seal()])
  expect(await blocks()).toEqual([expect.objectContaining({ entries: 20 })])
  expect((await check())?.breakCount).toBe(0)
})

test('after the secret is replaced, old blocks stay checkable and new ones have another key', async () => {
  const [old, next] = [
    createKeys('the former secret, long enough'),
    createKeys('the next secret, long enough'),
  ]
  const changing = createKeys('the next secret, long enough', 'the former secret, long enough')
  const withKeys = (keys: typeof old) => new SecurityLogChain({ ...server.dependencies, keys })
  await addEntries(2)
  await withKeys(old).seal()
  await withKeys(changing).resealSecrets()(new AbortController().signal)
  await addEntries(2)
  const after = withKeys(next)
  await after.seal()
  while (!(await after.checkPart()));
  expect((await after.state()).check).toMatchObject({ breakCount: 0, entries: 4 })
  const { rows } = await sql<{ keys: number }>`
    SELECT count(DISTINCT key_id)::int AS keys FROM security_log_blocks`.execute(server.database.kysely)
  expect(rows).toEqual([{ keys: 2 }])
})
