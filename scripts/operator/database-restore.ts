/** `npm run db:restore -- FOLDER` fills an empty database from the files that db:dump wrote. */
import { restoreDatabase } from '../../apps/server/src/platform/database/schema/dump.ts'
import { log, migrationsDirectory, onFolder } from './open-database.ts'

await onFolder('npm run db:restore -- FOLDER   (what npm run db:dump wrote)', async ({ pool }, folder) => {
  const { tables, rows } = await restoreDatabase(pool, folder, { migrationsDirectory, log })
  return `${rows} rows of ${tables} tables are restored and counted.`
})
