/** Runs one of the two servers that calls.ts compares. The first IPC message chooses it, and the answer is its origin. */
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import pino from 'pino'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../../harness/bench-app.ts'
import type { Statement } from '../../harness/recorded-statements.ts'

/** Describes a call with the statements and the answer of the product. */
export interface RecordedCall {
  method: 'GET' | 'POST' | 'PUT'
  /**
   * `path` is the path at the bare server. It differs from the product's path where the product answers two callers differently at
   * one URL.
   */
  path: string
  statements: Statement[]
  answer: object
}

export type CallsRole =
  | { kind: 'product'; connectionString: string }
  | { kind: 'bare'; connectionString: string; calls: RecordedCall[] }

const poolSize = 10
const host = '127.0.0.1'

const isBegin = /^begin/i
const isEnd = /^(?:commit|rollback)/i

/** Sends the statements in order. Statements of a transaction use one connection; the pool chooses the connection of all others. */
async function send({ pool }: Database, statements: readonly Statement[]): Promise<void> {
  let client: pg.PoolClient | undefined
  for (const { name, text, values } of statements) {
    if (isBegin.test(text)) client = await pool.connect()
    await (client ?? pool).query({ ...(name !== undefined && { name }), text, values })
    if (!isEnd.test(text)) continue
    client?.release()
    client = undefined
  }
}

async function build(role: CallsRole): Promise<FastifyInstance> {
  const database = connect({
    connectionString: role.connectionString,
    poolSize,
    applicationName: 'bench',
    log: pino({ level: 'warn' }),
  })
  if (role.kind === 'product') return (await buildBenchApp(database)).app
  const app = Fastify()
  for (const { method, path, statements, answer } of role.calls) {
    app.route({
      method,
      url: path,
      handler: async () => {
        await send(database, statements)
        return answer
      },
    })
  }
  return app
}

process.once('message', async (role) => {
  const app = await build(role as CallsRole)
  await app.ready()
  app.server.listen(0, host, () =>
    process.send?.(`http://${host}:${(app.server.address() as AddressInfo).port}`),
  )
  // Each later message asks for the CPU time that this process has used, in µs.
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
})
process.once('disconnect', () => process.exit(0))
