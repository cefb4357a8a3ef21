/** `npm run db:dump -- FOLDER` copies the database's rows. The server may run meanwhile. */
import { dumpDatabase } from '../../apps/server/src/platform/database/schema/dump.ts'
import { onFolder } from './open-database.ts'

await onFolder('npm run db:dump -- FOLDER   (a folder that does not exist yet)', async ({ pool }, folder) => {
  const { tables, rows } = await dumpDatabase(pool, folder)
  return `${rows} rows of ${tables} tables are in ${folder}. It holds personal data: keep it safe.
Uploaded files and keys are not in it: copy the rest of DATA_DIR as well.`
})
