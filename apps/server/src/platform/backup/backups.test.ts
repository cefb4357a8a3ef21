import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** Backups of a made-up cluster whose log is at `position`. */
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
      return { firstWal: walAt(position), major: 18, label: 'label', endedAt: clock.now().toISOString() }
    },
    finishLog: async () => undefined,
    stop: async () => undefined,
  }
  const backups = await Backups.start({
    ...{ source, folder, key, clock, log },
    ...{ everyHours: 24, keepDays: 3 },
  })
  undo.push(() => backups.stop())
  return {
    backups,
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

test('what no moment of the kept days needs is removed: older base backups, and the log before them', async () => {
  const { backups, folder, arrive, pass } = await start()
  for (let day = 0; day < 6; day += 1) {
    await arrive()
    await backups.takeDue(never)
    pass(1)
  }
  // Taken on days 0 to 5. Three days before day 5 is day 2, whose backup still reaches every moment since.
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
  expect(await backups.ages()).toEqual({ baseSeconds: null, walSeconds: null })
  await backups.takeDue(never)
  await arrive()
  await backups.ship()
  pass(0.5)
  const ages = await backups.ages()
  expect(ages.baseSeconds).toBe(12 * 3_600)
  expect(ages.walSeconds).not.toBeNull()
})
