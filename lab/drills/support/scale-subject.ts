/**
 * Runs the product on one generated database. It makes calls as each kind of person, and reads how much work they cause in
 * PostgreSQL.
 */
import pg from 'pg'
import { benchDependencies } from '../../harness/bench-app.ts'
import { record, type Statement } from '../../harness/recorded-statements.ts'
import { buildApp, type BuiltApp } from '../../../apps/server/src/app/build-app.ts'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'
import { newToken, tokenDigest } from '../../../apps/server/src/platform/secrets/tokens.ts'
import { attemptsOf, factsOf, people, type Attempt, type Facts, type Person } from './scale-calls.ts'
import { log } from './scale-database.ts'

export interface Answer {
  status: number
  ms: number
}

export interface Work {
  statements: number
  /** `rows` counts the rows that all statements read from tables and indexes, including rows that were filtered out. */
  rows: number
  buffers: number
  slowest: { ms: number; text: string } | null
}

/** Statements may run this long, in ms, and thus longer than in the product, so that their plans can be read. */
const longestExplainMs = 120_000
/** The clock advances by this step, in ms, which exceeds the cache time of lists, so that each answer comes from the database. */
const clockStepMs = 2_000

export class Subject {
  readonly #database: Database
  readonly #built: BuiltApp
  readonly #client: pg.Client
  readonly #facts: Facts
  readonly #headers: Record<Person, Record<string, string>>
  readonly #clock: { aheadMs: number }

  private constructor(parts: {
    database: Database
    built: BuiltApp
    client: pg.Client
    facts: Facts
    headers: Record<Person, Record<string, string>>
    clock: { aheadMs: number }
  }) {
    this.#database = parts.database
    this.#built = parts.built
    this.#client = parts.client
    this.#facts = parts.facts
    this.#headers = parts.headers
    this.#clock = parts.clock
  }

  static async open(connectionString: string): Promise<Subject> {
    const database = connect({ connectionString, poolSize: 4, applicationName: 'drill', log })
    const clock = { aheadMs: 0 }
    const built = await buildApp({
      ...benchDependencies(database),
      clock: { now: () => new Date(Date.now() + clock.aheadMs) },
    })
    // This client has no time limit for idle sessions, which the product's connections have.
    const client = new pg.Client({ connectionString, statement_timeout: longestExplainMs })
    await client.connect()
    const facts = await factsOf(client)
    const headers: Record<string, Record<string, string>> = {}
    for (const person of people) headers[person] = await signIn(client, facts.users[person])
    return new Subject({ database, built, client, facts, headers, clock })
  }

  async close(): Promise<void> {
    await this.#client.end()
    await this.#built.app.close()
    await this.#database.close()
  }

  /** Runs the jobs that compute the sums of figures and of the ledger, and the figures by which lists are sorted. */
  async runJobs(): Promise<{ foldMs: number; recountMs: number }> {
    const began = performance.now()
    await this.#built.services.figures.fold()
    await this.#built.services.accounting.sums.add()
    // Autovacuum is off. Without this statement, each further statement would scan the rows that the jobs have deleted or changed.
    await this.#client.query('VACUUM ANALYZE unsummed_postings, figure_changes, courses')
    const folded = performance.now()
    await this.#built.services.courses.recountForLists()
    return { foldMs: folded - began, recountMs: performance.now() - folded }
  }

  attempts(person: Person): Attempt[] {
    return attemptsOf(this.#facts, this.#facts.users[person])
  }

  async ask(person: Person, { path }: Attempt): Promise<Answer> {
    this.#clock.aheadMs += clockStepMs
    const start = performance.now()
    const { statusCode: status } = await this.#built.app.inject({
      url: `/api${path}`,
      headers: this.#headers[person],
    })
    return { status, ms: performance.now() - start }
  }

  async work(person: Person, attempt: Attempt): Promise<Work> {
    const statements = await record(() => this.ask(person, attempt))
    const work: Work = { statements: statements.length, rows: 0, buffers: 0, slowest: null }
    for (const statement of statements) {
      const found = await this.#explain(statement)
      if (!found) continue
      const { Plan: plan } = found
      work.rows += rowsRead(plan)
      work.buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      const ms = found['Execution Time'] + found['Planning Time']
      if (!work.slowest || ms > work.slowest.ms) work.slowest = { ms, text: statement.text }
    }
    return work
  }

  async #explain({ text, values }: Statement): Promise<Explained | undefined> {
    if (!/^\s*(?:select|with)\b/i.test(text)) return undefined
    await this.#client.query('BEGIN')
    try {
      const { rows } = await this.#client.query<{ 'QUERY PLAN': [Explained] }>({
        text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
        values: values as unknown[],
      })
      return rows[0]?.['QUERY PLAN'][0]
    } finally {
      await this.#client.query('ROLLBACK')
    }
  }
}

async function signIn(client: pg.Client, userId: number | null): Promise<Record<string, string>> {
  if (userId === null) return {}
  const token = newToken()
  await client.query(
    `INSERT INTO sessions (user_id, token_sha256, expires_at) VALUES ($1, $2, now() + interval '1 year')`,
    [userId, tokenDigest(token)],
  )
  return { authorization: `Bearer ${token}` }
}

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
interface Explained {
  Plan: PlanNode
  'Execution Time': number
  'Planning Time': number
}

const rowsRead = (node: PlanNode): number =>
  node.Plans
    ? node.Plans.reduce((sum, child) => sum + rowsRead(child), 0)
    : Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
