/** Runs the migrations in a separate process for migrate.test.ts: migrate-child.ts CONNECTION_STRING DIRECTORY. */
import pino from 'pino'
import { connect } from '../database.ts'
import { migrate } from './migrate.ts'

const [connectionString = '', directory = ''] = process.argv.slice(2)
const database = connect({
  connectionString,
  poolSize: 1,
  applicationName: 'migrate-child',
  log: pino({ level: 'silent' }),
})
console.log(JSON.stringify(await migrate(database.pool, directory)))
await database.close()
