/**
 * A restored database carries a mark that it was restored, so that every process that uses it knows, whatever the process's
 * environment.
 */
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { readFact, replaceFact } from '#server/platform/server-facts.ts'

const markSchema = z.object({
  restoredAt: z.string(),
  /** The operator asked for the state at this moment. Null means the newest state. */
  to: z.nullable(z.string()),
  /** This is the time of the newest transaction that was restored. Null means that none came after the base backup. */
  lastTransactionAt: z.nullable(z.string()),
  /** The base backup ended at this time. */
  baseEndedAt: z.string(),
  isDrill: z.boolean(),
  /** Each series of receipts and invoices has skipped this many numbers. The field is absent until numbers were skipped. */
  skippedNumbers: z.optional(z.int()),
})
export type RestoreMark = z.infer<typeof markSchema>

export const restoreFact = 'restore.pending'

export const writeRestoreMark = (db: Db, mark: RestoreMark): Promise<void> =>
  replaceFact(db, restoreFact, mark)

/** Returns undefined for a database that was not restored, or whose gap is closed. */
export async function readRestoreMark(db: Db): Promise<RestoreMark | undefined> {
  const mark = await readFact(db, restoreFact)
  return mark === undefined ? undefined : markSchema.parse(mark)
}

/** Returns the newest moment that is certainly in the database. */
export const restoredTo = ({ lastTransactionAt, baseEndedAt }: RestoreMark): Date =>
  new Date(lastTransactionAt ?? baseEndedAt)

export const gapIsOpen = (mark: RestoreMark): string =>
  `This database was restored to ${restoredTo(mark).toISOString()}, and what happened since is not known to it. Read it from the payment provider first, with the environment of the server: npm run backup:close-gap (in a release: bin/apogee backup:close-gap)`
