import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createS3Objects } from '#server/adapters/storage/s3-objects.ts'
import { startS3Server } from '#server/adapters/storage/s3-server.testing.ts'
import { BackupFolder } from '#server/platform/backup/backup-folder.ts'
import { Backups } from '#server/platform/backup/backups.ts'
import { fetchBackups } from '#server/platform/backup/fetch-backups.ts'
import { BackupKey, writeSealed } from '#server/platform/backup/sealed-file.ts'
import type { BackupSource } from '#server/platform/backup/source.ts'

const cluster = '7412345678901234567'
const key = new BackupKey('k'.repeat(32))
const log = pino({ level: 'silent' })
const dayMs = 24 * 3_600_000
const never = new AbortController().signal
const walAt = (number: number) => `00000001000000000000000${number}`

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function start() {
  const root = await mkdtemp(join(tmpdir(), 'apogee-bucket-'))
  undo.push(() => rm(root, { recursive: true, force: true }))
  const server = await startS3Server()
  undo.push(() => server.stop())
  const spool = join(root, 'spool')
  await mkdir(spool)
  const store = createS3Objects(server.config, 'backups/', { repeatAfterMs: 1 })
  let time = Date.parse('2026-11-01T00:00:00Z')
  let position = 1
  const clock = { now: () => new Date(time) }
  const source: BackupSource = {
    spool,
    async copyFiles(target) {
      await writeSealed(target.path, target, Readable.from([`files of ${position}`]))
      const endedAt = clock.now().toISOString()
      return { firstWal: walAt(position), segmentBytes: 2 ** 24, major: 18, label: null, endedAt }
    },
    finishLog: async () => undefined,
    stop: async () => undefined,
  }
  const open = async (name: string) => {
    const backups = await Backups.start({
      source,
      key,
      clock,
      log,
      everyHours: 24,
      keepDays: 3,
      folder: join(root, name, cluster),
      bucket: { store, cluster },
    })
    undo.push(() => backups.stop())
    return backups
  }
  const inBucket = (kind: string) =>
    [...server.objects.keys()]
      .map((name) => name.slice(`files/backups/${cluster}/`.length))
      .filter((name) => name.startsWith(kind))
      .toSorted()
  return {
    root,
    server,
    store,
    spool,
    inBucket,
    open,
    backups: await open('backups'),
    day: async (backups: Backups) => {
      await writeFile(join(spool, walAt(position)), `the log of ${position}`)
      await backups.takeDue(never).finally(() => {
        time += dayMs
        position += 1
      })
    },
  }
}

test('base backups, log and notes of purchases reach the bucket as they are in the folder, sealed', async () => {
  const { backups, day, root, server, inBucket } = await start()
  await backups.purchases.note({
    at: '2026-11-01T00:00:00.000Z',
    accountId: 1,
    purchaseId: 'one',
    reference: 'order',
    amountCents: 1,
  })
  await day(backups)
  expect(inBucket('base/')).toEqual([
    'base/20261101T000000Z/base.tar.gz.sealed',
    'base/20261101T000000Z/manifest.json.gz.sealed',
  ])
  expect(inBucket('wal/')).toEqual([`wal/${walAt(1)}.gz.sealed`])
  expect(inBucket('purchases/')).toHaveLength(1)
  for (const name of [...inBucket('base/'), ...inBucket('wal/')]) {
    const own = await readFile(join(root, 'backups', cluster, name))
    expect(server.objects.get(`files/backups/${cluster}/${name}`)?.content.equals(own)).toBe(true)
    expect(own.subarray(0, 8).toString()).toBe('APOGEEB1')
  }
})

test('the end of the log and the last notes are in the bucket when the process has stopped', async () => {
  const { backups, spool, inBucket } = await start()
  await writeFile(join(spool, `${walAt(1)}.partial`), 'the end')
  await backups.purchases.note({
    at: '2026-11-01T00:00:00.000Z',
    accountId: 1,
    purchaseId: 'one',
    reference: 'order',
    amountCents: 1,
  })
  await backups.stop()
  expect(inBucket('wal/')).toEqual([`wal/${walAt(1)}.partial.gz.sealed`])
  expect(inBucket('purchases/')).toHaveLength(1)
})

test('a note of a purchase is copied at once, and a file of notes ends after a hundred', async () => {
  const { backups, root, inBucket } = await start()
  for (let nth = 0; nth < 101; nth += 1)
    await backups.purchases.note({
      at: '2026-11-01T00:00:00.000Z',
      accountId: 1,
      purchaseId: `${nth}`,
      reference: 'order',
      amountCents: 1,
    })
  await vi.waitFor(() => expect(inBucket('purchases/')).toHaveLength(2))
  const own = await readdir(join(root, 'backups', cluster, 'purchases'))
  expect(inBucket('purchases/')).toEqual(own.map((name) => `purchases/${name}`).toSorted())
  expect(await backups.purchases.since(new Date('2026-11-01T00:00:00Z'))).toHaveLength(101)
})

test('the ages of the bucket are those of what reached it, and grow while it does not answer', async () => {
  const { backups, day, server } = await start()
  expect(await backups.ages()).toMatchObject({ bucketBaseSeconds: null, bucketWalSeconds: null })
  await day(backups)
  expect(await backups.ages()).toMatchObject({ baseSeconds: 86_400, bucketBaseSeconds: 86_400 })
  server.intercept = (_request, response) => response.writeHead(503).end() !== undefined
  await expect(day(backups)).rejects.toThrow('S3 answered 503')
  expect(await backups.ages()).toMatchObject({ baseSeconds: 86_400, bucketBaseSeconds: 2 * 86_400 })
})

test('files that were missed while the bucket did not answer are copied by the next job', async () => {
  const { backups, day, server, inBucket } = await start()
  server.intercept = (_request, response) => response.writeHead(503).end() !== undefined
  await expect(day(backups)).rejects.toThrow('S3 answered 503')
  server.intercept = null
  await day(backups)
  expect(inBucket('base/').filter((name) => name.includes('manifest'))).toHaveLength(2)
  expect(inBucket('wal/')).toHaveLength(2)
})

test('a file that has grown since it was copied is copied again', async () => {
  const { backups, root, spool, server } = await start()
  const partial = join(spool, `${walAt(1)}.partial`)
  await writeFile(partial, 'some')
  await backups.takeDue(never)
  const name = `wal/${walAt(1)}.partial.gz.sealed`
  const stored = () => server.objects.get(`files/backups/${cluster}/${name}`)
  const before = stored()?.content
  await writeFile(partial, 'some more')
  await backups.ship()
  const later = new Date(Date.now() + 1_000)
  await utimes(join(root, 'backups', cluster, name), later, later)
  await backups.takeDue(never)
  expect(stored()?.content).not.toEqual(before)
})

test('the bucket loses what no moment of the kept days needs', async () => {
  const { backups, day, root, inBucket } = await start()
  for (let nth = 0; nth < 6; nth += 1) await day(backups)
  const folder = new BackupFolder(join(root, 'backups', cluster), key)
  const kept = await folder.baseNames()
  expect(kept[0]).toBe('20261103T000000Z')
  expect(inBucket('base/').map((name) => name.split('/')[1])).toEqual(kept.flatMap((name) => [name, name]))
  expect(inBucket('wal/')).toEqual([3, 4, 5, 6].map((number) => `wal/${walAt(number)}.gz.sealed`))
})

test('a bucket that refuses to delete keeps the copies, and backups go on', async () => {
  const { backups, day, server, inBucket } = await start()
  server.intercept = ({ method }, response) =>
    method === 'DELETE' && response.writeHead(403).end() !== undefined
  for (let nth = 0; nth < 6; nth += 1) await day(backups)
  expect(inBucket('wal/')).toHaveLength(6)
  expect((await backups.ages()).bucketBaseSeconds).toBe(86_400)
})

test('a folder that was lost and begins anew removes nothing from the bucket', async () => {
  const { backups, day, open, inBucket } = await start()
  for (let nth = 0; nth < 3; nth += 1) await day(backups)
  await backups.stop()
  const anew = await open('new-disk')
  for (let nth = 0; nth < 3; nth += 1) await day(anew)
  expect(inBucket('wal/')).toHaveLength(6)
  // With this day, the files in the new folder alone reach back three days.
  await day(anew)
  expect(inBucket('wal/')).toEqual([4, 5, 6, 7].map((number) => `wal/${walAt(number)}.gz.sealed`))
})

test('a restore fetches the base backup of its moment and the log behind it from the bucket', async () => {
  const { backups, day, root, store, server } = await start()
  for (let nth = 0; nth < 3; nth += 1) await day(backups)
  server.objects.set(`files/backups/${cluster}/wal/../../../stray`, {
    content: Buffer.from('x'),
    digest: undefined,
    modifiedAt: new Date(),
  })
  const fetchInto = (name: string, to: Date | null, cluster: string | null = null) =>
    fetchBackups({ store, where: 'the bucket', directory: join(root, name), key, cluster, to })
  const { base } = await fetchInto('fetched', new Date('2026-11-02T12:00:00Z'))
  expect(base.name).toBe('20261102T000000Z')
  const folder = new BackupFolder(join(root, 'fetched', cluster), key)
  expect(await folder.baseNames()).toEqual(['20261102T000000Z'])
  expect(await folder.walNames()).toEqual([2, 3].map(walAt))
  expect(await readdir(join(root, 'fetched'))).toEqual([cluster])
  await expect(fetchInto('fetched', null)).rejects.toThrow('already has backups')
  await expect(fetchInto('other', null, '1234567890')).rejects.toThrow('no backups of a cluster 1234567890')
  await expect(fetchInto('other', new Date('2020-01-01'))).rejects.toThrow(
    'no earlier moment can be restored',
  )
})

test('a file that is longer than a part is sent in parts and is whole; a part that fails leaves no upload', async () => {
  const { root, server } = await start()
  const store = createS3Objects(server.config, 'backups/', { partBytes: 5 * 1024 ** 2, repeatAfterMs: 1 })
  const path = join(root, 'large')
  const content = Buffer.alloc(12 * 1024 ** 2, 'some of it ')
  await writeFile(path, content)
  await store.put('large', path)
  expect(server.objects.get('files/backups/large')?.content.equals(content)).toBe(true)
  server.intercept = ({ url }, response) =>
    url?.includes('partNumber=2') === true && response.writeHead(403).end() !== undefined
  await expect(store.put('again', path)).rejects.toThrow('S3 answered 403')
  expect([...server.objects.keys()]).not.toContain('files/backups/again')
  expect(server.uploads.size).toBe(0)
})
