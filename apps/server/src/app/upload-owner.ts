/** Uploads belong to one database: files that another one does not know are deleted by its jobs. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/database/database.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'

const factKey = 'database.identity'
const fileName = 'database-id'

/**
 * Marks the folder with the database's own identity, which copies and restores of the database keep.
 * @throws a sentence when the folder carries the mark of another database.
 */
export async function bindUploads(db: Db, directory: string): Promise<void> {
  await writeFact(db, factKey, randomUUID())
  const identity = String(await readFact(db, factKey))
  const file = join(directory, fileName)
  const found = (await read(file)) ?? (await mark(directory, identity))
  if (found === identity) return
  throw new Error(
    `${directory} holds the uploads of another database, which its own would delete. Start with the uploads of this database, or with another DATA_DIR; if these are the right ones, remove ${file}.`,
  )
}

/** Returns the mark that is there then: of two processes the first one's. */
async function mark(directory: string, identity: string): Promise<string | null> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `.${fileName}-${randomUUID()}`)
  try {
    await writeFile(draft, identity, { mode: 0o600, flush: true })
    await link(draft, join(directory, fileName))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return read(join(directory, fileName))
}

async function read(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
