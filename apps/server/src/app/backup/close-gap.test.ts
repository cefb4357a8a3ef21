import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { simulatorAccount } from '#server/adapters/payments/payments.ts'
import { clusterOf } from '#server/platform/backup/backup-folder.ts'
import { PurchaseJournal } from '#server/platform/backup/purchase-journal.ts'
import { BackupKey } from '#server/platform/backup/sealed-file.ts'
import { testDatabase } from '#server/platform/database/testing.ts'
import { closeGap } from './close-gap.ts'
import { readConfig } from '../config/config.ts'
import { readRestoreMark, writeRestoreMark } from './restored.ts'
import { withServices } from '../start-server.ts'

const log = pino({ level: 'silent' })
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

test('a gap stays open until the provider was read, and numbers are skipped once however often that is tried', async () => {
  const { database, connectionString, drop } = await testDatabase()
  undo.push(drop)
  const root = await mkdtemp(join(tmpdir(), 'apogee close gap '))
  undo.push(() => rm(root, { recursive: true, force: true }))
  const secret = 'k'.repeat(32)
  const environment = {
    DATABASE_URL: connectionString,
    DATA_DIR: join(root, 'data'),
    APP_SECRET: 'a'.repeat(48),
    BACKUP_DIR: join(root, 'backups'),
    BACKUP_KEY: secret,
    DEMO_DATA: 'false',
  }
  const answering = readConfig(environment)
  const silent = readConfig({
    ...environment,
    CHIP_API_URL: 'http://127.0.0.1:1',
    CHIP_BRAND_ID: randomUUID(),
    CHIP_SECRET: 'unused',
  })
  const { secret: chipSecret, brandId: chipBrandId } = simulatorAccount
  await withServices(answering, log, ({ services }) =>
    services.businesses.connectPlatformAccount({ chipSecret, chipBrandId }),
  )
  const at = new Date().toISOString()
  const marked = { restoredAt: at, to: null, lastTransactionAt: at, baseEndedAt: at, isDrill: false }
  await writeRestoreMark(database.kysely, marked)
  const journal = new PurchaseJournal(
    join(root, 'backups', await clusterOf(database.pool)),
    new BackupKey(secret),
  )
  const account = await sql<{ id: number }>`SELECT id FROM payment_accounts`.execute(database.kysely)
  const purchaseId = randomUUID()
  await journal.note({
    at,
    purchaseId,
    accountId: account.rows[0]?.id ?? 0,
    reference: randomUUID(),
    amountCents: 4_900,
  })
  const skippedNow = async () => {
    const { rows } = await sql<{ skipped: number }>`
      SELECT DISTINCT skipped FROM receipt_series UNION SELECT DISTINCT skipped FROM invoice_series`.execute(
      database.kysely,
    )
    return rows.map(({ skipped }) => skipped)
  }
  const close = (config: typeof answering) => closeGap(config, log, { skipNumbers: 7, purchasesFile: null })

  const both = await Promise.all([close(silent), close(silent)])
  for (const tried of both)
    expect(tried).toMatchObject({ isClosed: false, unreadPurchases: [purchaseId], skippedNumbers: 7 })
  expect(await skippedNow()).toEqual([7])
  expect(await readRestoreMark(database.kysely)).toEqual({ ...marked, skippedNumbers: 7 })

  expect(await close(answering)).toMatchObject({
    isClosed: true,
    unknownPurchases: [purchaseId],
    unreadPurchases: [],
    skippedNumbers: 7,
    brokenInvariants: [],
  })
  expect(await skippedNow()).toEqual([7])
  expect((await readdir(join(root, 'data'))).some((name) => name.startsWith('restore-report-'))).toBe(true)
  await expect(close(answering)).rejects.toThrow('no open gap')
})
