import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '#server/platform/database/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { countWorkingProcesses } from '#server/platform/jobs/worker-heartbeat.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { createLocalStorage } from '#server/adapters/storage/local.ts'
import { readConfig } from '../config/config.ts'
import { writeRestoreMark, type RestoreMark } from './restored.ts'
import { startServer } from '../start-server.ts'
import { bindUploads } from '../http/upload-owner.ts'

const log = pino({ level: 'silent' })
const never = new AbortController().signal
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const mark: RestoreMark = {
  restoredAt: '2026-11-22T10:00:00.000Z',
  to: null,
  lastTransactionAt: '2026-11-22T09:58:00.000Z',
  baseEndedAt: '2026-11-22T01:00:00.000Z',
  isDrill: false,
}

async function restoredDatabase(given: Partial<RestoreMark>) {
  const { database, connectionString, drop } = await testDatabase()
  undo.push(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-restored-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  await writeRestoreMark(database.kysely, { ...mark, ...given })
  return { database, connectionString, dataDir }
}

/** Starts a server outside of the product that counts connections and answers none. */
async function outside() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(async () => server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { port: address.port, connections: () => connections }
}

test('a restored database is not served before its gap is closed', async () => {
  const { connectionString, dataDir } = await restoredDatabase({})
  const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: dataDir, PORT: '0' })
  await expect(startServer(config, log, 'built', never)).rejects.toThrow(
    'This database was restored to 2026-11-22T09:58:00.000Z, and what happened since is not known to it. Read it from the payment provider first, with the environment of the server: npm run backup:close-gap (in a release: bin/apogee backup:close-gap)',
  )
})

test('a database restored for a drill runs no jobs, connects to no mail server and no payment provider, and writes no backups', async () => {
  const { database, connectionString, dataDir } = await restoredDatabase({ isDrill: true })
  const { port, connections } = await outside()
  const backups = join(dataDir, 'backups')
  const config = readConfig({
    APOGEE_ROLE: 'worker',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    PORT: '0',
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    CHIP_API_URL: `http://127.0.0.1:${port}`,
    CHIP_SECRET: 'secret',
    CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
    BACKUP_DIR: backups,
    BACKUP_KEY: 'k'.repeat(32),
  })
  await database.transaction(async (tx) => {
    await queueMail(tx, {
      to: 'student@apogee.test',
      subject: 'Drill',
      body: 'Text',
      occasion: 'drill:1',
      seller: null,
    })
    await enqueue(tx, 'payments.sweep', {})
  })
  const waiting = async () =>
    (await database.pool.query('SELECT id FROM graphile_worker.jobs ORDER BY id')).rows
  const before = await waiting()
  const server = await startServer(config, log, 'built', never)
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  expect(await countWorkingProcesses(database.pool)).toBe(0)
  await server.stop({ urged: AbortSignal.abort() })
  expect(await waiting()).toEqual(before)
  const { rows: accounts } = await database.pool.query('SELECT 1 FROM payment_accounts')
  expect(accounts).toEqual([])
  expect(connections()).toBe(0)
  expect(await readdir(dataDir)).not.toContain('backups')
  expect(await readdir(dataDir)).not.toContain('mail')
})

test('uploads stay with the database that had them first', async () => {
  const { database } = await restoredDatabase({})
  const other = await restoredDatabase({})
  const uploads = await mkdtemp(join(tmpdir(), 'apogee-uploads-'))
  undo.push(() => rm(uploads, { recursive: true, force: true }))
  const files = createLocalStorage(uploads)
  await Promise.all([bindUploads(database.kysely, files), bindUploads(database.kysely, files)])
  await bindUploads(database.kysely, files)
  expect(await readdir(uploads)).toEqual(['database-id'])
  await expect(bindUploads(other.database.kysely, files)).rejects.toThrow(
    `${uploads} holds the uploads of another database`,
  )
  await writeFile(join(uploads, 'database-id'), '')
  await expect(bindUploads(database.kysely, files)).rejects.toThrow('of another database')
})
