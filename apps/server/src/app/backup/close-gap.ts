/** Closes the gap of a restored database for `npm run backup:close-gap`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import type {
  GapReport,
  KnownPurchase,
} from '#server/features/operations/reconciliation/restore-gap.service.ts'
import { clusterOf } from '#server/platform/backup/backup-folder.ts'
import { PurchaseJournal } from '#server/platform/backup/purchase-journal.ts'
import { BackupKey } from '#server/platform/backup/sealed-file.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteFact, lockFact } from '#server/platform/server-facts.ts'
import type { Config } from '../config/config.ts'
import type { Services } from '../features.ts'
import { readRestoreMark, restoreFact, restoredTo, writeRestoreMark, type RestoreMark } from './restored.ts'
import { withServices } from '../start-server.ts'

export interface GapOptions {
  /** Receipts and invoices of each series skip this many numbers. */
  skipNumbers: number
  /** The file contains further purchase ids, such as an export of the provider's portal. */
  purchasesFile: string | null
}

export interface ClosedGap extends GapReport {
  since: string
  skippedNumbers: number
  brokenInvariants: { broken: string; ids: number[] }[]
  /** This is false if something could not be read, and the command must be run again. */
  isClosed: boolean
  /** The report was written to this path. */
  file: string
}

/**
 * The comparison starts this much earlier, because the clocks of machines differ, and a purchase is noted before the statements
 * that store it.
 */
const marginMs = 10 * 60_000

/** @throws a sentence when no gap exists. */
export function closeGap(config: Config, log: Logger, options: GapOptions): Promise<ClosedGap> {
  return withServices(config, log, async ({ services, database }) => {
    const mark = await readRestoreMark(database.kysely)
    if (!mark)
      throw new Error('This database has no open gap: it was not restored, or the gap was closed before.')
    if (mark.isDrill) throw new Error('This database was restored for a drill: it asks no payment provider.')
    const skippedNumbers = await skipOnce(services, database, mark, options.skipNumbers)
    const known = [
      ...(await notedPurchases(config, database, restoredTo(mark))),
      ...(await purchasesIn(options.purchasesFile)),
    ]
    const report = await services.restoreGap.read(known)
    const isClosed =
      report.unread === 0 && report.unreadPurchases.length === 0 && report.comparison.unread === 0
    const file = join(config.dataDir, `restore-report-${new Date().toISOString().replaceAll(':', '-')}.json`)
    const closed: ClosedGap = {
      ...report,
      since: restoredTo(mark).toISOString(),
      skippedNumbers,
      isClosed,
      file,
      brokenInvariants: await brokenInvariants(database),
    }
    await writeFile(file, JSON.stringify(closed, null, 2), { mode: 0o600, flush: true })
    if (isClosed) await deleteFact(database.kysely, restoreFact)
    return closed
  })
}

/** Skips the numbers once, even if the command is repeated or runs twice concurrently. */
async function skipOnce(
  { restoreGap }: Services,
  database: Database,
  mark: RestoreMark,
  count: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    await lockFact(tx, restoreFact)
    const { skippedNumbers } = (await readRestoreMark(tx)) ?? mark
    if (skippedNumbers !== undefined) return skippedNumbers
    if (count > 0) await restoreGap.skipNumbers(tx, { since: restoredTo(mark), count })
    await writeRestoreMark(tx, { ...mark, skippedNumbers: count })
    return count
  })
}

async function notedPurchases({ backup }: Config, { pool }: Database, since: Date): Promise<KnownPurchase[]> {
  if (!backup)
    throw new Error('BACKUP_DIR is not set: it holds the purchases that were noted before the loss.')
  const key = new BackupKey(backup.secret)
  const journal = new PurchaseJournal(join(backup.directory, await clusterOf(pool)), key)
  return journal.since(new Date(since.getTime() - marginMs))
}

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** Returns every purchase id in the file. Ids are found by their form, because exports have other columns, too. */
async function purchasesIn(file: string | null): Promise<KnownPurchase[]> {
  if (file === null) return []
  const ids = new Set((await readFile(file, 'utf8')).toLowerCase().match(uuid))
  return [...ids].map((purchaseId) => ({ purchaseId, accountId: null }))
}
