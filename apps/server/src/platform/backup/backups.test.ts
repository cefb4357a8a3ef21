import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { BackupFolder } from './backup-folder.ts'
import { Backups } from './backups.ts'
import { BackupKey, writeSealed } from './sealed-file.ts'
import type { BackupSource } from './source.ts'

const log = pino({ level: 'silent' })
const key = new BackupKey('k'.repeat(32))
const dayMs = 24 * 3_600_000
const never = new AbortController().signal

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const walAt = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`

/** Starts backups of a simulated cluster whose log is at `position`. */
async function start() {
  const root = await mkdtemp(join(tmpdir(), 'apogee-backups-'))
  undo.push(() => rm(root, { recursive: true, force: true }))
  const spool = join(root, 'spool')
  const folder = join(root, 'backups')
  await mkdir(spool)
  let time = Date.parse('2026-11-01T00:00:00Z')
  let position = 1
  const clock = { now: () => new Date(time) }
  const source: BackupSource = {
    spool,
    async copyFiles(target) {
      await writeSealed(target.path, target, Readable.from(['files']))
      const segmentBytes = 16 * 1024 * 1024
      return {
        firstWal: walAt(position),
        segmentBytes,
        major: 18,
        label: 'label',
        endedAt: clock.now().toISOString(),
      }
    },
    finishLog: async () => undefined,
    stop: async () => undefined,
  }
  const backups = await Backups.start({
    source,
    folder,
    key,
    clock,
    log,
    everyHours: 24,
    keepDays: 3,
  })
  undo.push(() => backups.stop())
  const withKey = async (secret: string) => {
    const other = await Backups.start({
      source,
      folder,
      key: new BackupKey(secret),
      clock,
      log,
      everyHours: 24,
      keepDays: 3,
    })
    undo.push(() => other.stop())
    return other
  }
  return {
    backups,
    withKey,
    spool,
    folder: new BackupFolder(folder, key),
    arrive: async (name = walAt(position)) => writeFile(join(spool, name), `the log of ${name}`),
    pass: (days: number) => {
      time += days * dayMs
      position += 1
    },
  }
}

test('a file of the log leaves the spool sealed, and one that is not whole stays', async () => {
  const { backups, spool, folder, arrive } = await start()
  await arrive()
  await arrive(`.${walAt(2)}`)
  await backups.ship()
  expect(await readdir(spool)).toEqual([`.${walAt(2)}`])
  expect(await folder.walNames()).toEqual([walAt(1)])
  const sealed = await readFile(folder.wal(walAt(1)).path)
  expect(sealed.subarray(0, 8).toString()).toBe('APOGEEB1')
  expect(sealed.toString('latin1')).not.toContain('the log')
})

test('an unfinished file of the log is sent again when it has grown, and stays in the spool', async () => {
  const { backups, spool, folder, arrive } = await start()
  const partial = `${walAt(1)}.partial`
  await arrive(partial)
  await backups.ship()
  await writeFile(join(spool, partial), 'more')
  await backups.ship()
  expect(await readdir(spool)).toEqual([partial])
  expect(await folder.walNames()).toEqual([partial])
})

test('a base backup is taken when the newest one is old enough, and not before', async () => {
  const { backups, folder, pass } = await start()
  await backups.takeDue(never)
  await backups.takeDue(never)
  expect(await folder.baseNames()).toEqual(['20261101T000000Z'])
  pass(1)
  await backups.takeDue(never)
  expect(await folder.baseNames()).toEqual(['20261101T000000Z', '20261102T000000Z'])
})

test('older base backups and the log before them are removed when no moment of the kept days needs them', async () => {
  const { backups, folder, arrive, pass } = await start()
  for (let day = 0; day < 6; day += 1) {
    await arrive()
    await backups.takeDue(never)
    pass(1)
  }
  // The backups are from days 0 to 5. Three days before day 5 is day 2, whose backup still reaches every moment since.
  expect(await folder.baseNames()).toEqual([
    '20261103T000000Z',
    '20261104T000000Z',
    '20261105T000000Z',
    '20261106T000000Z',
  ])
  expect(await folder.walNames()).toEqual([3, 4, 5, 6].map(walAt))
})

test('a base backup that fails leaves nothing that looks like one', async () => {
  const { backups, folder } = await start()
  const failing = new BackupFolder(folder.path, key).writeBase(new Date(), async (target) => {
    await writeSealed(target.path, target, Readable.from(['half']))
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await folder.baseNames()).toEqual([])
  expect(await readdir(join(folder.path, 'base'))).toEqual([])
  await backups.take(never)
  expect(await folder.baseNames()).toHaveLength(1)
})

test('the ages are those of the newest base backup and of the newest file of the log', async () => {
  const { backups, arrive, pass } = await start()
  expect(await backups.ages()).toEqual({ baseSeconds: null, walSeconds: null, missingFiles: 0 })
  await backups.takeDue(never)
  await arrive()
  await backups.ship()
  pass(0.5)
  const ages = await backups.ages()
  expect(ages.baseSeconds).toBe(12 * 3_600)
  expect(ages.walSeconds).not.toBeNull()
})

test('a hole in the log is counted when it is certain, and the next base backup is taken at once', async () => {
  const { backups, folder, arrive, pass } = await start()
  const archivedAt = async (name: string, time: string) => {
    await arrive(name)
    await backups.ship()
    await utimes(folder.wal(name).path, new Date(time), new Date(time))
  }
  await backups.takeDue(never)
  await archivedAt(walAt(1), '2026-11-01T00:00:10Z')
  pass(0.1)
  await archivedAt(walAt(4), '2026-11-01T02:23:30Z')
  await backups.takeDue(never)
  expect((await backups.ages()).missingFiles).toBe(0)
  expect(await folder.baseNames()).toHaveLength(1)
  pass(0.1)
  expect((await backups.ages()).missingFiles).toBe(2)
  await archivedAt(walAt(3), '2026-11-01T04:00:00Z')
  await backups.takeDue(never)
  expect(await folder.baseNames()).toEqual(['20261101T000000Z', '20261101T044800Z'])
  expect((await backups.ages()).missingFiles).toBe(0)
  pass(0.1)
  await backups.takeDue(never)
  expect(await folder.baseNames()).toHaveLength(2)
})

test('a base backup is taken at once when the database went on beside the log after a restore', async () => {
  const { backups, folder, arrive, pass } = await start()
  await backups.takeDue(never)
  await arrive('00000002.history')
  await backups.ship()
  pass(0.1)
  await backups.takeDue(never)
  expect(await folder.baseNames()).toHaveLength(2)
})

test('with another key a base backup is taken at once, and older ones are removed when their days are over', async () => {
  const { backups, withKey, folder, arrive, pass } = await start()
  await arrive()
  await backups.takeDue(never)
  pass(0.1)
  const other = await withKey('o'.repeat(32))
  await other.takeDue(never)
  await other.takeDue(never)
  expect(await folder.baseNames()).toEqual(['20261101T000000Z', '20261101T022400Z'])
  for (let day = 0; day < 5; day += 1) {
    pass(1)
    await arrive()
    await other.takeDue(never)
  }
  expect((await folder.baseNames())[0]).toBe('20261103T022400Z')
  expect((await folder.walNames())[0]).toBe(walAt(4))
})

test('unfinished files of a killed process are removed two days later', async () => {
  const { backups, folder } = await start()
  const old = new Date(Date.now() - 3 * dayMs)
  for (const name of ['base/.new-20261001T000000Z', 'wal/.new-1', 'wal/.new-2'])
    await mkdir(join(folder.path, name), { recursive: true })
  for (const name of ['base/.new-20261001T000000Z', 'wal/.new-1'])
    await utimes(join(folder.path, name), old, old)
  await backups.take(never)
  expect(await readdir(join(folder.path, 'base'))).toEqual(['20261101T000000Z'])
  expect(await readdir(join(folder.path, 'wal'))).toEqual(['.new-2'])
})

test('base backups of a time that a restore left out are told apart from those before it', async () => {
  const { folder } = await start()
  const { path, ...as } = folder.wal('00000003.history')
  const history = '1\t0/5000098\tbefore 2026-11-22\n2\t0/8000000\tno recovery target specified\n'
  await writeSealed(path, as, Readable.from([history]))
  const isLeft = await folder.leftBranches()
  const began = (firstWal: string) => {
    const manifest = { format: 1 as const, startedAt: '', endedAt: '', major: 18, label: null }
    return { name: '', endedAt: new Date(0), manifest: { ...manifest, firstWal, segmentBytes: 2 ** 24 } }
  }
  const names = [walAt(4), walAt(5), walAt(6)]
  expect(names.map((name) => isLeft(began(name)))).toEqual([false, false, true])
  expect(isLeft(began('000000020000000000000007'))).toBe(false)
  expect(isLeft(began('000000020000000000000009'))).toBe(true)
  expect(isLeft(began('000000030000000000000009'))).toBe(false)
})

test('a note of a purchase that failed half way does not hide later ones', async () => {
  const { backups, folder } = await start()
  const note = (purchaseId: string) =>
    backups.purchases.note({
      at: '2026-11-22T01:00:00.000Z',
      accountId: 1,
      purchaseId,
      reference: 'order',
      amountCents: 1,
    })
  await note('first')
  const [name = ''] = await readdir(join(folder.path, 'purchases'))
  const file = join(folder.path, 'purchases', name)
  await writeFile(file, `${await readFile(file, 'utf8')}cut`)
  await rename(file, `${file}.kept`)
  await mkdir(file)
  await expect(note('second')).rejects.toThrow('EISDIR')
  await rmdir(file)
  await rename(`${file}.kept`, file)
  await note('third')
  const noted = await backups.purchases.since(new Date('2026-11-01T00:00:00Z'))
  expect(noted.map(({ purchaseId }) => purchaseId).toSorted()).toEqual(['first', 'third'])
})
