import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/database/database.ts'
import { openReplicas } from '#server/platform/database/replicas.ts'
import { emptyDatabase, type TestDatabase } from '#server/platform/database/testing.ts'
import {
  transactionPooler,
  type TransactionPooler,
} from '#server/platform/database/testing/transaction-pooler.testing.ts'
import { checkSessions, databaseStartError, replicaStartError } from './startup-checks.ts'

let made: TestDatabase
let pooler: TransactionPooler
beforeAll(async () => {
  made = await emptyDatabase()
  pooler = await transactionPooler(made.connectionString)
})
afterAll(async () => {
  await pooler.close()
  await made.drop()
})

async function check(connectionString: string, directConnectionString: string | null, connections = 10) {
  const database: Database = connect({
    connectionString,
    directConnectionString,
    poolSize: 4,
    applicationName: 'tests',
    log: pino({ level: 'silent' }),
  })
  const variable = directConnectionString === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  try {
    await checkSessions(database, connections)
    return `started, ${database.keepsStatements ? 'with' : 'without'} prepared statements`
  } catch (error) {
    return databaseStartError(error, variable).message
  } finally {
    await database.close()
  }
}

test('a start on PostgreSQL itself keeps prepared statements', async () => {
  expect(await check(made.connectionString, null)).toBe('started, with prepared statements')
})

test('a start with a pooler and a direct address works without prepared statements', async () => {
  expect(await check(pooler.connectionString, made.connectionString)).toBe(
    'started, without prepared statements',
  )
})

test('a start with a second address of PostgreSQL itself keeps prepared statements', async () => {
  expect(await check(made.connectionString, made.connectionString)).toBe('started, with prepared statements')
})

test('a start with a standby of another database names DATABASE_REPLICA_URL', async () => {
  const another = await emptyDatabase()
  const opened = openReplicas(made.database, {
    connectionStrings: [another.connectionString],
    poolSize: 2,
    log: pino({ level: 'silent' }),
  })
  const sentence = await opened.catch((error: unknown) => replicaStartError(error).message)
  expect(sentence).toMatch(
    /^DATABASE_REPLICA_URL cannot be used: .* leads to another database than DATABASE_URL\. Give it the addresses of streaming standbys/,
  )
  await another.drop()
})

test('a start with a pooler only says to set DATABASE_DIRECT_URL', async () => {
  expect(await check(pooler.connectionString, null)).toMatch(
    /^DATABASE_URL leads to a connection pooler .*: set DATABASE_DIRECT_URL to the address of PostgreSQL itself\./,
  )
})

test('a start whose direct address is that of a pooler says so', async () => {
  expect(await check(made.connectionString, pooler.connectionString)).toMatch(
    /^DATABASE_DIRECT_URL leads to a connection pooler/,
  )
})

test('a start with addresses of two databases is refused', async () => {
  const other = await emptyDatabase()
  expect(await check(pooler.connectionString, other.connectionString)).toMatch(
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
  )
  await other.drop()
})

test('a server with too few connections is refused with the number that is missing', async () => {
  const name = new URL(made.connectionString).pathname.slice(1)
  await made.database.pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 20`)
  expect(await check(made.connectionString, null, 33)).toMatch(
    /^DATABASE_URL leads to a PostgreSQL that allows 20 connections, .* up to 33: .* by at least 13\.$/,
  )
  await made.database.pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)
})

test('a pooler in session mode with too few connections is refused with the number that it serves', async () => {
  const narrow = await narrowProxy(made.connectionString, 4)
  expect(await check(narrow.connectionString, null, 9)).toMatch(
    /^DATABASE_URL leads to a connection pooler that serves 4 connections at once, .* up to 9: raise its pool size/,
  )
  expect(await check(narrow.connectionString, null, 4)).toBe('started, with prepared statements')
  await narrow.close()
})

/**
 * Starts a proxy that behaves like PgBouncer in session mode: it accepts every client, and serves `most` of them at a time until
 * they leave.
 */
async function narrowProxy(connectionString: string, most: number) {
  const { hostname, port } = new URL(connectionString)
  const host = decodeURIComponent(hostname)
  const open = new Set<Socket>()
  const waiting: Socket[] = []
  let served = 0
  const serve = () => {
    const client = served < most ? waiting.shift() : undefined
    if (!client) return
    served += 1
    const server = host.startsWith('/')
      ? connectSocket(`${host}/.s.PGSQL.${port || 5432}`)
      : connectSocket(Number(port || 5432), host)
    server.on('error', () => client.destroy())
    server.once('close', () => {
      served -= 1
      client.destroy()
      serve()
    })
    client.once('close', () => server.destroy())
    client.pipe(server).pipe(client)
  }
  const proxy = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined) // The event 'close' follows.
    client.once('close', () => waiting.includes(client) && waiting.splice(waiting.indexOf(client), 1))
    waiting.push(client)
    serve()
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const narrow = new URL(connectionString)
  narrow.hostname = '127.0.0.1'
  narrow.port = String((proxy.address() as AddressInfo).port)
  return {
    connectionString: narrow.href,
    async close() {
      for (const client of open) client.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
