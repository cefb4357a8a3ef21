/** Runs one of the servers that course-list.ts compares. The first IPC message chooses it, and the answer is its origin. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pino from 'pino'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../../harness/bench-app.ts'
import type { Statement } from '../../harness/recorded-statements.ts'

export type Role =
  | { kind: 'product'; connectionString: string }
  | { kind: 'bare http'; body: string; headers: Record<string, string> }
  | { kind: 'bare fastify'; connectionString: string; ids: Statement; cards: Statement; cursor: number }

const poolSize = 10
const host = '127.0.0.1'
const databaseOf = (connectionString: string): Database =>
  connect({ connectionString, poolSize, applicationName: 'bench', log: pino({ level: 'warn' }) })

/** Prepares the statement if the product prepares it. */
const asked = ({ name, text }: Statement) => ({ ...(name !== undefined && { name }), text })

async function serve(role: Role): Promise<Server> {
  if (role.kind === 'bare http') {
    const body = Buffer.from(role.body)
    return createServer((_request, response) => response.writeHead(200, role.headers).end(body))
  }
  const database = databaseOf(role.connectionString)
  if (role.kind === 'product') {
    const { app } = await buildBenchApp(database)
    await app.ready()
    return app.server
  }
  const app = Fastify()
  const { ids, cards, cursor } = role
  app.get<{ Querystring: { cursor: string } }>('/api/courses', async ({ query }) => {
    const values = ids.values.map((value) => (value === cursor ? Number(query.cursor) : value))
    const page = await database.pool.query<{ total: number; ids: number[] }>({ ...asked(ids), values })
    const { total, ids: found } = page.rows[0] ?? { total: 0, ids: [] }
    const shown = found.slice(0, 50)
    const wanted = cards.values.map((value) => (Array.isArray(value) ? shown : value))
    const { rows } = await database.pool.query({ ...asked(cards), values: wanted })
    return { success: true, data: rows, meta: { total, nextCursor: String(shown.at(-1)) } }
  })
  await app.ready()
  return app.server
}

process.once('message', async (role) => {
  const server = await serve(role as Role)
  server.listen(0, host, () => process.send?.(`http://${host}:${(server.address() as AddressInfo).port}`))
  // Each later message asks for the CPU time that this process has used, in µs.
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
})
process.once('disconnect', () => process.exit(0))
