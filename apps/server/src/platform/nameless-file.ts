import { randomBytes } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A new file that loses its name as soon as it exists: the system frees it when it is closed or this process ends, so that nothing has to
 * be
 * tidied up. Its directory is created.
 */
export async function openNamelessFile(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, randomBytes(16).toString('hex'))
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
