/**
 * A server reduced to its database: engine-child.ts DATA_DIR. Says what it started, as one line of JSON; on SIGTERM
 * asks the database once more and stops it. Part of engine.test.ts.
 */
import { once } from 'node:events'
import pino from 'pino'
import { connect } from './database.ts'
import { startEngine } from './engine.ts'
import { chosenBinaries } from './testing-binaries.ts'

const log = pino({ level: 'silent' })
const signalled = once(process, 'SIGTERM')
const engine = await startEngine({
  dataDir: process.argv[2] ?? '',
  binDir: chosenBinaries(),
  log,
})
const { connectionString, adopted } = engine
console.log(JSON.stringify({ connectionString, adopted }))
const alive = setInterval(() => undefined, 60_000)
await signalled
clearInterval(alive)
const database = connect({ connectionString, poolSize: 1, applicationName: 'engine-child', log })
await database.pool.query('select 1')
await database.close()
await engine.stop()
console.log('stopped after a last query')
