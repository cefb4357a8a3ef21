/**
 * Runs a bare node:http server with pg, which sends recorded statements and writes the recorded answer. The path of a request names
 * its operation and its index in it, as in `/purchase/0?run=17`. The body maps recorded texts to the texts of this run.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import {
  beginReplay,
  compileReplay,
  sendReplayed,
  type Replacements,
  type Replay,
} from '../../harness/replayed-statements.ts'
import type { Statement } from '../../harness/recorded-statements.ts'

export interface RecordedOperation {
  name: string
  /** Callers replace these recorded texts by their own. */
  given: string[]
  /** `answer` is serialised as JSON for each request. */
  requests: { statements: Statement[]; answer: object }[]
}

export interface BareRole {
  connectionString: string
  poolSize: number
  operations: RecordedOperation[]
}

interface Operation {
  replay: Replay
  answers: object[]
  /** Holds the replacements of runs that have further requests. */
  running: Map<string, Replacements>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function replacementsOf({ replay, running, answers }: Operation, run: string, nth: number, body: string) {
  const given = body === '' ? {} : (JSON.parse(body) as Record<string, string>)
  const replacements = running.get(run) ?? beginReplay(replay, Object.entries(given))
  if (nth < answers.length - 1) running.set(run, replacements)
  else running.delete(run)
  return replacements
}

function serve({ connectionString, poolSize, operations }: BareRole) {
  const pool = new pg.Pool({ connectionString, max: poolSize })
  const known = new Map(
    operations.map(({ name, given, requests }): [string, Operation] => [
      name,
      {
        replay: compileReplay(
          requests.map(({ statements }) => statements),
          given,
        ),
        answers: requests.map(({ answer }) => answer),
        running: new Map(),
      },
    ]),
  )
  return async (request: IncomingMessage): Promise<object> => {
    const url = new URL(request.url ?? '', 'http://bare')
    const [, name = '', place = ''] = decodeURIComponent(url.pathname).split('/')
    const operation = known.get(name)
    const statements = operation?.replay.requests[Number(place)]
    const answer = operation?.answers[Number(place)]
    if (!operation || !statements || !answer) throw new Error(`nothing was recorded for ${url.pathname}`)
    const run = url.searchParams.get('run') ?? ''
    const replacements = replacementsOf(operation, run, Number(place), await readBody(request))
    await sendReplayed(pool, statements, replacements)
    return answer
  }
}

process.once('message', (message) => {
  const answerOf = serve(message as BareRole)
  const server = createServer((request, response) => {
    answerOf(request).then(
      (answer) => {
        const bytes = Buffer.from(JSON.stringify(answer))
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': bytes.length,
          })
          .end(bytes)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
})
process.once('disconnect', () => process.exit(0))
