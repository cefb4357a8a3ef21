/** Marks a folder of uploads with the identity of the database that its files belong to. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerMarkName, type OwnerMark } from './port.ts'
import { readText } from './notes.ts'
import { codeOf } from './temporary-files.ts'

/**
 * Writes the mark unless there is one, and returns the mark of the folder. When two processes write concurrently, the first mark
 * stays.
 */
export async function markFolder(directory: string, identity: string): Promise<OwnerMark> {
  const file = join(directory, ownerMarkName)
  const found = (await trimmed(file)) ?? (await write(directory, file, identity))
  return { identity: found, storage: directory, mark: file }
}

async function write(directory: string, file: string, identity: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `.${ownerMarkName}-${randomUUID()}`)
  try {
    await writeFile(draft, identity, { mode: 0o600, flush: true })
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await trimmed(file)) ?? ''
}

const trimmed = async (file: string) => (await readText(file))?.trim() ?? null
