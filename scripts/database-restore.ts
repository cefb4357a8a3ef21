/** `npm run db:restore -- FOLDER`: fills an empty database from what db:dump wrote. */
import { resolve } from 'node:path'
import { restoreDatabase } from '../apps/server/src/platform/database/dump.ts'
import { log, migrationsDirectory, withDatabase } from './open-database.ts'

const folder = process.argv[2]
if (folder) {
  const { tables, rows } = await withDatabase(({ pool }) =>
    restoreDatabase(pool, resolve(folder), { migrationsDirectory, log }),
  )
  console.log(`${rows} rows of ${tables} tables are restored and counted.`)
} else {
  console.error('Usage: npm run db:restore -- FOLDER   (what npm run db:dump wrote)')
  process.exitCode = 1
}
