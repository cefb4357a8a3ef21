import { isDeepStrictEqual } from 'node:util'
import { keyOf } from './compare.ts'
import { descriptionFault, executionFault } from './differences.ts'
import { openSession, type Answer, type EngineSession, type Outcome } from './engine-session.ts'
import { rareCalls } from './rare-calls.ts'
import type { Recorded } from './recording.ts'

interface Given {
  /** The values are connection strings. */
  engines: { own: string; oldest: string }
  /** Maps the fixed parts of each template to its position in the sources. */
  places: ReadonlyMap<string, string>
}

interface Comparison {
  /** Each fault is one sentence with the position of the statement. */
  faults: string[]
  summary: string
}

interface Sessions {
  own: EngineSession
  /** This second session uses our own engine as well. It shows what differs by time or chance. */
  again: EngineSession
  oldest: EngineSession
}

type Statement = Pick<Recorded, 'text' | 'templates' | 'examples'>

const mostExamples = 6
/**
 * Matches statements that can run in a transaction which is rolled back. Others, such as LISTEN and CREATE DATABASE, act outside of
 * transactions.
 */
const isExecutable = /^[\s(]*(?:select|with|insert|update|delete|merge|values)\b/i
/** Matches functions that wait, or whose effect outlives a transaction that is rolled back. */
const actsOutside = /\bpg_(?:sleep|terminate_backend|cancel_backend|promote|switch_wal|backup_start)\b/i
/** Matches questions about the server's version, catalogue or write-ahead log, which differ between the engines by design. */
const asksTheServer =
  /\bserver_version|\b(?:from|join)\s+(?:pg_\w+|information_schema)\b|\bpg_(?:control|current_wal)/i

export async function compareOnEngines(
  recorded: readonly Recorded[],
  { engines, places }: Given,
): Promise<Comparison> {
  const sessions = {
    own: await openSession(engines.own),
    again: await openSession(engines.own),
    oldest: await openSession(engines.oldest),
  }
  const counts = { compared: 0, executed: 0, withRows: 0, foreign: 0 }
  const faults: string[] = []
  for (const statement of byText(recorded)) {
    const place = statement.templates.map((parts) => places.get(keyOf(parts))).find(Boolean)
    const { fault, executions } = await compareStatement(statement, sessions, place !== undefined)
    if (fault === foreign) counts.foreign += 1
    else {
      counts.compared += 1
      counts.executed += executions.length
      counts.withRows += executions.filter(({ value }) => (value?.rowCount ?? 0) > 0).length
      if (fault) faults.push(`${place ?? shortened(statement.text)}: ${fault}`)
    }
  }
  // PostgreSQL resolves the statements of these functions when they run, not when a migration creates them.
  for (const name of await sessions.oldest.uncalledFunctions()) {
    const { refusal } = await sessions.oldest.call(rareCalls.get(name) ?? unknownCall)
    if (refusal && !refusal.code.startsWith('23'))
      faults.push(`${name}: not called on PostgreSQL 15 (${refusal.message})`)
  }
  await Promise.all(Object.values(sessions).map((session) => session.end()))
  return {
    faults: [...new Set(faults)].toSorted(),
    summary: `${counts.compared} statements described, ${counts.executed} executions compared (${counts.withRows} with rows), ${counts.foreign} statements of tests not compared, ${faults.length} faults`,
  }
}

const unknownCall =
  "DO $$ BEGIN RAISE 'no statement calls it, and scripts/sql-rows/rare-calls.ts has none'; END $$"

/** Marks a statement that needs the tables of a test, or that consists of several statements. */
const foreign = Symbol('foreign')

async function compareStatement(
  { text, examples }: Statement,
  { own, again, oldest }: Sessions,
  isOfProduct: boolean,
): Promise<{ fault: string | typeof foreign | undefined; executions: Outcome<Answer>[] }> {
  const executions: Outcome<Answer>[] = []
  const described = await own.describe(text)
  if (!described.value) {
    const fault = isOfProduct
      ? `a migrated database refuses it: ${described.refusal.message} (${described.refusal.code})`
      : foreign
    return { fault, executions }
  }
  const fault = descriptionFault(described.value, await oldest.describe(text))
  if (fault || !isExecutable.test(text) || actsOutside.test(text)) return { fault, executions }
  for (const values of examples) {
    const answer = await own.execute(text, values)
    const other = await oldest.execute(text, values)
    executions.push(answer)
    if (isDeepStrictEqual(answer, other) || (asksTheServer.test(text) && !other.refusal)) continue
    const differing = executionFault(answer, other, await again.execute(text, values))
    if (differing) return { fault: differing, executions }
  }
  return { fault: undefined, executions }
}

/** Merges the same texts that several processes recorded. */
function byText(recorded: readonly Recorded[]): Statement[] {
  return [...Map.groupBy(recorded, ({ text }) => text)].map(([text, all]) => {
    const examples = new Map(
      all.flatMap((one) => one.examples.map((example) => [JSON.stringify(example), example])),
    )
    return {
      text,
      templates: all.flatMap(({ templates }) => templates),
      examples: [...examples.values()].slice(0, mostExamples),
    }
  })
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}
