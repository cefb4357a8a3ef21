import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { S3Config } from '#server/adapters/storage/s3-client.ts'
import { startS3Server } from '#server/adapters/storage/s3-server.testing.ts'
import { BackupFolder } from '#server/platform/backup/backup-folder.ts'
import { BackupKey, writeSealed } from '#server/platform/backup/sealed-file.ts'
import { inspectBackups } from './inspect-backups.ts'

const secret = 'k'.repeat(32)
const firstWal = '000000010000000000000005'
const cluster = '7412345678901234567'
const taken = new Date('2026-11-22T02:00:00Z')
const later = (hours: number) => new Date(taken.getTime() + hours * 3_600_000)

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'apogee backups '))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const inspect = (now: Date, given = secret, bucket: S3Config | null = null) =>
  inspectBackups({ directory, secret: given, everyHours: 24, keepDays: 14, bucket }, cluster, now)

async function takeBase(folder: BackupFolder): Promise<void> {
  await folder.writeBase(taken, async (target) => {
    await writeSealed(target.path, target, Readable.from(['files']))
    const endedAt = taken.toISOString()
    return { firstWal, segmentBytes: 16 * 1024 * 1024, major: 18, label: null, endedAt }
  })
}

async function archive(folder: BackupFolder, name: string, at: Date): Promise<void> {
  const { path, ...as } = folder.wal(name)
  await writeSealed(path, as, Readable.from(['log']))
  await utimes(path, at, at)
}

test('the doctor says that backups are off, or that there is none yet', async () => {
  expect(await inspectBackups(null, cluster, taken)).toEqual({
    state: 'note',
    remark: 'off: BACKUP_DIR is not set',
  })
  const none = { state: 'note', remark: `${directory}: none yet; the server takes the first one` }
  expect(await inspect(taken)).toEqual(none)
  await mkdir(join(directory, cluster, 'wal'), { recursive: true })
  expect(await inspect(taken)).toEqual(none)
})

test('the doctor names the ages, and finds backups that are late, of another key, or with a hole', async () => {
  const folder = new BackupFolder(join(directory, cluster), new BackupKey(secret))
  await takeBase(folder)
  await archive(folder, firstWal, later(0.5))
  expect(await inspect(later(1))).toEqual({
    state: 'ok',
    remark: `${directory}: base backup 60 min old, log 30 min old`,
  })
  expect(await inspect(later(49))).toMatchObject({
    state: 'FAIL',
    remark: expect.stringContaining('49 h old'),
  })
  expect(await inspect(later(1), 'o'.repeat(32))).toMatchObject({
    state: 'FAIL',
    remark: expect.stringContaining('BACKUP_KEY does not open it'),
  })
  await archive(folder, '000000010000000000000007', later(1))
  expect(await inspect(later(2))).toMatchObject({
    state: 'FAIL',
    remark: expect.stringContaining('missing before 000000010000000000000007'),
  })
})

test('the doctor asks the bucket for its newest base backup, and finds one that is missing, late or out of reach', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  await takeBase(new BackupFolder(join(directory, cluster), new BackupKey(secret)))
  const ask = (hours: number) => inspect(later(hours), secret, server.config)
  expect(await ask(1)).toMatchObject({
    state: 'FAIL',
    remark: expect.stringContaining("the bucket 'files' has no base backup"),
  })
  const content = Buffer.from('sealed')
  const key = `files/backups/${cluster}/base/20261122T020000Z/manifest.json.gz.sealed`
  server.objects.set(key, { content, digest: undefined, modifiedAt: taken })
  expect(await ask(1)).toMatchObject({
    state: 'ok',
    remark: expect.stringContaining("; the bucket 'files': base backup 60 min old"),
  })
  expect(await ask(60)).toMatchObject({ state: 'FAIL' })
  await server.stop()
  expect(await ask(1)).toMatchObject({
    state: 'FAIL',
    remark: expect.stringContaining('S3 cannot be reached'),
  })
})
