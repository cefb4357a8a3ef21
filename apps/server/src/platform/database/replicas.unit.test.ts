import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Db } from './database.ts'
import { DatabaseLost } from './connections/lost-connections.ts'
import { Replicas } from './replicas.ts'
import { ForeignDatabase, StandbyUnfit, type Position } from './standby.ts'

/** No test takes as long as these pauses. */
const forEver = { usedMs: 600_000, firstMs: 600_000, longestMs: 600_000 }
const soon = { usedMs: 1, firstMs: 1, longestMs: 1 }

const dbOf = () =>
  new Kysely<never>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) }) as unknown as Db
const primary = dbOf()

/** This standby answers reads, or fails with `failure`. */
class FakeStandby {
  readonly db = dbOf()
  readonly address: string
  readonly positions: Position[] = []
  examinations = 0
  failure: unknown = null
  /** If true, a read fails after its work. */
  isFailingLate = false
  isClosed = false

  constructor(address = 'standby:5432') {
    this.address = address
  }

  async read<T>(position: Position, work: (db: Db) => Promise<T>): Promise<T> {
    this.positions.push(position)
    if (this.failure !== null && !this.isFailingLate) throw this.failure
    const result = await work(this.db)
    if (this.failure !== null) throw this.failure
    return result
  }

  async examine(): Promise<void> {
    this.examinations += 1
    if (this.failure !== null) throw this.failure
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

let opened: Replicas | undefined
afterEach(() => opened?.close())

async function replicasOf(
  standbys: FakeStandby[],
  { pauses = forEver, position = async () => ({ lsn: '0/1', timeline: 1 }) } = {},
): Promise<Replicas> {
  opened = new Replicas({
    standbys,
    position,
    pauses,
    identity: async () => ({ system: '7', database: 5 }),
    log: pino({ level: 'silent' }),
  })
  await opened.start()
  return opened
}

const whereRead = async (replicas: Replicas) =>
  (await replicas.read(async (db) => db, primary)) === primary ? 'primary' : 'standby'

const conflict = () =>
  Object.assign(new pg.DatabaseError('conflict', 8, 'error'), { code: '40001', severity: 'ERROR' })
const refusedConnection = () =>
  Object.assign(new pg.DatabaseError('starting up', 11, 'error'), { code: '57P03', severity: 'FATAL' })

test('a public read goes to the standby, with a position of the primary that was read after the call', async () => {
  const standby = new FakeStandby()
  let flushed = 0
  const replicas = await replicasOf([standby], {
    position: async () => ({ lsn: `0/${(flushed += 1)}`, timeline: 1 }),
  })
  const before = flushed
  expect(await whereRead(replicas)).toBe('standby')
  expect(standby.positions).toEqual([{ lsn: `0/${before + 1}`, timeline: 1 }])
  expect(replicas.record()).toEqual({
    reads: { standby: 1, primary: 0 },
    standbys: [{ address: 'standby:5432', isUsed: true, behindSeconds: 0 }],
  })
})

test('reads that arrive while a position is asked share the next one, never the one under way', async () => {
  const standby = new FakeStandby()
  const asked: ((position: Position) => void)[] = []
  let isHeld = false
  const replicas = await replicasOf([standby], {
    position: () =>
      isHeld
        ? new Promise<Position>((resolve) => asked.push(resolve))
        : Promise.resolve({ lsn: '0/1', timeline: 1 }),
  })
  isHeld = true
  const first = whereRead(replicas)
  await expect.poll(() => asked.length).toBe(1)
  const later = [whereRead(replicas), whereRead(replicas)]
  asked[0]?.({ lsn: '0/2', timeline: 1 })
  await first
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.({ lsn: '0/3', timeline: 1 })
  await Promise.all(later)
  expect(standby.positions.map(({ lsn }) => lsn)).toEqual(['0/2', '0/3', '0/3'])
})

test('several standbys take turns', async () => {
  const both = [new FakeStandby('one'), new FakeStandby('two')]
  const replicas = await replicasOf(both)
  for (let times = 0; times < 4; times += 1) await whereRead(replicas)
  expect(both.map(({ positions }) => positions.length)).toEqual([2, 2])
})

test.each([
  ['is late', new StandbyUnfit('late')],
  ['was promoted', new StandbyUnfit('not a standby')],
  ['follows another timeline', new StandbyUnfit('another timeline')],
  ['is gone', new DatabaseLost(new Error('gone'))],
  ['refuses connections', refusedConnection()],
  ['shows an expired certificate', new Error('certificate has expired')],
])('a standby that %s is not asked again by reads, which the primary answers', async (_, failure) => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby])
  standby.failure = failure
  for (let times = 0; times < 3; times += 1) expect(await whereRead(replicas)).toBe('primary')
  expect(standby.positions).toHaveLength(1)
  const { reads, standbys } = replicas.record()
  expect(reads).toEqual({ standby: 0, primary: 3 })
  expect(standbys[0]).toMatchObject({ isUsed: false })
})

test('a standby that failed is used again after a check that it passes', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby], { pauses: soon })
  standby.failure = new DatabaseLost(new Error('gone'))
  expect(await whereRead(replicas)).toBe('primary')
  const { examinations } = standby
  await expect.poll(() => standby.examinations).toBeGreaterThan(examinations + 2)
  expect(await whereRead(replicas)).toBe('primary')
  standby.failure = null
  await expect.poll(() => whereRead(replicas)).toBe('standby')
})

test('a standby in use is withheld when a check of its own fails', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby], { pauses: { ...forEver, usedMs: 1 } })
  standby.failure = new StandbyUnfit('late')
  await expect.poll(() => replicas.record().standbys[0]?.isUsed).toBe(false)
})

test('a standby that is lost within a read fails nobody', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby])
  standby.isFailingLate = true
  standby.failure = new DatabaseLost(new Error('gone'))
  expect(await whereRead(replicas)).toBe('primary')
  expect(replicas.record()).toMatchObject({
    reads: { standby: 0, primary: 1 },
    standbys: [{ isUsed: false }],
  })
})

test('a statement cancelled for the replay is answered by the primary, and the next one by the standby', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby])
  standby.failure = conflict()
  expect(await whereRead(replicas)).toBe('primary')
  standby.failure = null
  expect(await whereRead(replicas)).toBe('standby')
})

test('an error thrown by the work itself causes no retry and does not count against the standby', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby])
  let runs = 0
  const work = async () => {
    runs += 1
    throw new Error('no such course')
  }
  await expect(replicas.read(work, primary)).rejects.toThrow('no such course')
  expect(runs).toBe(1)
  expect(await whereRead(replicas)).toBe('standby')
})

test('a write in a public read fails instead of being done on the primary', async () => {
  const standby = new FakeStandby()
  const replicas = await replicasOf([standby])
  standby.isFailingLate = true
  standby.failure = Object.assign(new pg.DatabaseError('read-only', 9, 'error'), { code: '25006' })
  await expect(whereRead(replicas)).rejects.toThrow('read-only')
})

test('a primary that does not tell its position answers the read itself, and the standby stays in use', async () => {
  const standby = new FakeStandby()
  let isAway = false
  const replicas = await replicasOf([standby], {
    position: async () => {
      if (isAway) throw new DatabaseLost(new Error('gone'))
      return { lsn: '0/1', timeline: 1 }
    },
  })
  isAway = true
  expect(await whereRead(replicas)).toBe('primary')
  isAway = false
  expect(await whereRead(replicas)).toBe('standby')
})

test('the start goes on without a standby that is away, and ends for one of another database', async () => {
  const standby = new FakeStandby()
  standby.failure = new DatabaseLost(new Error('gone'))
  const replicas = await replicasOf([standby], { pauses: soon })
  expect(await whereRead(replicas)).toBe('primary')
  standby.failure = null
  await expect.poll(() => whereRead(replicas)).toBe('standby')
  await replicas.close()
  expect(standby.isClosed).toBe(true)

  const foreign = new FakeStandby()
  foreign.failure = new ForeignDatabase('standby:5432')
  await expect(replicasOf([foreign])).rejects.toThrow('another database')
})
