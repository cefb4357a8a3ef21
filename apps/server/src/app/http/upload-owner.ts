/**
 * Binds a storage of uploads to one database. The jobs of another database would delete its files, because they do not know them.
 */
import { randomUUID } from 'node:crypto'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'

const factKey = 'database.identity'

/**
 * Marks the storage with the database's identity. Copies and restores of a database have the same identity.
 * @throws a sentence when the storage carries the mark of another database.
 */
export async function bindUploads(db: Db, files: Pick<FileStorage, 'claim'>): Promise<void> {
  await writeFact(db, factKey, randomUUID())
  const identity = String(await readFact(db, factKey))
  const found = await files.claim(identity)
  if (found.identity === identity) return
  throw new Error(
    `${found.storage} holds the uploads of another database, which this one would delete. Start with the uploads of this database, or with another DATA_DIR or bucket; if these are the right ones, remove ${found.mark}.`,
  )
}
