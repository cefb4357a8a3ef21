/** `npm run db:types`: writes schema.d.ts from the migrations, on an engine of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { generateDatabaseTypes } from '../apps/server/src/platform/database/generate-types.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'

const server = join(import.meta.dirname, '../apps/server')
const log = pino({ level: 'warn' })
const dataDir = await mkdtemp(join(tmpdir(), 'apogee-types-'))
const engine = await startEngine({ dataDir, log, settings: { fsync: 'off' } })
try {
  const { connectionString } = engine
  const database = connect({ connectionString, poolSize: 1, applicationName: 'db:types', log })
  const { applied } = await migrate(database.pool, join(server, 'migrations')).finally(() => database.close())
  await writeFile(
    join(server, 'src/platform/database/schema.d.ts'),
    await generateDatabaseTypes(connectionString),
  )
  console.log(`schema.d.ts follows ${applied.length} migrations`)
} finally {
  await engine.stop()
  await rm(dataDir, { recursive: true, force: true })
}
