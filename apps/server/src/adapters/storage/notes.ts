/** Stores small texts in a local folder and replaces each one atomically. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, syncToDisk } from './temporary-files.ts'

/** Null means that the file does not exist. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return null
  }
}

/** The text survives a power failure once the promise has resolved. */
export async function replaceText(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}-${randomUUID()}`)
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true })
    await rename(draft, join(folder, name))
  } finally {
    await rm(draft, { force: true })
  }
  await syncToDisk(folder)
}
