/**
 * `read-log-child.ts FOLDER NAME TARGET`: PostgreSQL's restore_command. Writes a file of the sealed log where PostgreSQL wants it. Ends
 * with 1 when the archive does not have it, which is how PostgreSQL finds its end, and with 255, which stops the recovery, when the
 * file cannot be read.
 */
import { createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { BackupFolder } from './backup-folder.ts'
import { keyVariable } from './key.ts'
import { BackupKey, readSealed } from './sealed-file.ts'

const [folderPath = '', name = '', target = ''] = process.argv.slice(2)
const folder = new BackupFolder(folderPath, new BackupKey(process.env[keyVariable] ?? ''))

async function find(): Promise<ReturnType<BackupFolder['wal']> | undefined> {
  // The end of the log of a server of its own is a file that was not full.
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
