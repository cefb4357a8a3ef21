import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import { connect, type Database } from './database.ts'

export type TestDatabase = {
  connectionString: string
  database: Database
  /** Closes `database` and drops it; connections left open are cut. */
  drop: () => Promise<void>
}

/** A new copy of the migrated template: one for each test file, created in `beforeAll`, dropped in `afterAll`. */
export function testDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  return createDatabase(inject('testEngine').template, poolSize)
}

/** A database without tables, for tests of what creates them. */
export function emptyDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  return createDatabase('template0', poolSize)
}

async function createDatabase(template: string, poolSize: number): Promise<TestDatabase> {
  const engine = inject('testEngine')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onEngine(engine.connectionString, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(engine.connectionString)
  url.pathname = `/${name}`
  const connectionString = url.href
  const log = pino({ level: 'silent' })
  const database = connect({ connectionString, poolSize, applicationName: 'tests', log })
  return {
    connectionString,
    database,
    async drop() {
      await database.close()
      await onEngine(engine.connectionString, `drop database ${name} with (force)`)
    },
  }
}

async function onEngine(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
