/**
 * Runs as `engine-child.ts DATA_DIR` in engine.deep.test.ts: starts an engine, prints its facts as one line of JSON, and on SIGTERM
 * sends one last query and stops the engine.
 */
import { once } from 'node:events'
import pg from 'pg'
import pino from 'pino'
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
const client = new pg.Client({ connectionString })
await client.connect()
await client.query('select 1')
await client.end()
await engine.stop()
console.log('stopped after a last query')
