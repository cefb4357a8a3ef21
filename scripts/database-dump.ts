/** `npm run db:dump -- FOLDER`: a copy of the database's rows, also while the server runs. */
import { resolve } from 'node:path'
import { dumpDatabase } from '../apps/server/src/platform/database/dump.ts'
import { withDatabase } from './open-database.ts'

const folder = process.argv[2]
if (folder) {
  const { tables, rows } = await withDatabase(({ pool }) => dumpDatabase(pool, resolve(folder)))
  console.log(
    `${rows} rows of ${tables} tables are in ${resolve(folder)}. It holds personal data: keep it safe.`,
  )
  console.log('Uploaded files and keys are not in it: copy the rest of DATA_DIR as well.')
} else {
  console.error('Usage: npm run db:dump -- FOLDER   (a folder that does not exist yet)')
  process.exitCode = 1
}
