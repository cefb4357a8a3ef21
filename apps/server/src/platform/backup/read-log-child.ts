/**
 * Implements PostgreSQL's restore_command as `read-log-child.ts FOLDER NAME TARGET`. It writes a file of the sealed log to the
 * target. Exit code 1 means that the archive lacks the file, which tells PostgreSQL that the log ends. Exit code 255 means that the
 * file cannot be read, and stops the recovery.
 */
import { createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { BackupFolder } from './backup-folder.ts'
import { keyVariable } from './key.ts'
import { BackupKey, readSealed } from './sealed-file.ts'

const [folderPath = '', name = '', target = ''] = process.argv.slice(2)
const folder = new BackupFolder(folderPath, new BackupKey(process.env[keyVariable] ?? ''))

async function find(): Promise<ReturnType<BackupFolder['wal']> | undefined> {
  // The newest file of an external server's log is partial.
  for (const candidate of [name, `${name}.partial`]) {
    const found = folder.wal(candidate)
    const isThere = await access(found.path).then(
      () => true,
      () => false,
    )
    if (isThere) return found
  }
  return undefined
}

const found = await find()
if (!found) process.exit(1)
try {
  await readSealed(found.path, found, createWriteStream(target, { mode: 0o600 }))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  await rm(target, { force: true })
  process.exit(255)
}
