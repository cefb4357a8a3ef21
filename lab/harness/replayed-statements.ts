/** Sends recorded statements again for another person or another order. Values that differ each time are replaced. */
import { randomBytes, randomUUID } from 'node:crypto'
import { asText, isTelling, publicIdsIn, uuidsIn, type Statement } from './recorded-statements.ts'

/** Maps a text of the recorded run to the text of the running replay. */
export type Replacements = Map<string, string>

interface Sender {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{
    rows: Record<string, unknown>[]
  }>
}

/** Describes the part of `pg.Pool` that a replay needs. */
export interface ReplayPool extends Sender {
  connect(): Promise<Sender & { release(isBroken?: boolean): void }>
}

interface CompiledStatement {
  name: string | undefined
  text: string
  values: ((replacements: Replacements) => unknown)[]
  /** The statement returns a single row. Later statements use its values in these columns. */
  captured: { column: string; recorded: string }[]
}

export interface Replay {
  /** `requests` holds the statements of each request, in order. */
  requests: CompiledStatement[][]
  uuids: string[]
  publicIds: string[]
}

/**
 * Prepares the recorded statements of successive requests for a replay. `given` lists the recorded texts that the caller replaces.
 * Random ids get new values, and answers of the database are read anew.
 */
export function compileReplay(recorded: readonly Statement[][], given: readonly string[]): Replay {
  const all = recorded.flat()
  const isNew = (text: string) => !given.includes(text)
  const uuids = uuidsIn(all).filter(isNew)
  const publicIds = publicIdsIn(all).filter(isNew)
  const known = new Set([...given, ...uuids, ...publicIds])
  const compiled = all.map((statement, nth) => {
    const values = statement.values.map((value) => compileValue(value, [...known]))
    const later = all.slice(nth + 1).map((next) => next.values.map((value) => asText(value)).join('\n'))
    const captured = Object.entries(statement.row ?? {})
      .filter(([, value]) => isTelling(value) && !known.has(String(value)))
      .filter(([, value]) => later.some((text) => text.includes(String(value))))
      .map(([column, value]) => ({ column, recorded: String(value) }))
    for (const { recorded: text } of captured) known.add(text)
    // An unnamed statement is planned each time. The product's statements are not, so each statement gets a name.
    const name = statement.name ?? (values.length > 0 ? `replayed_${nth}` : undefined)
    return { name, text: statement.text, values, captured }
  })
  let place = 0
  const requests = recorded.map(({ length }) => compiled.slice(place, (place += length)))
  return { requests, uuids, publicIds }
}

function compileValue(value: unknown, known: readonly string[]): (replacements: Replacements) => unknown {
  if (value === null || value === undefined) return () => value
  const text = asText(value)
  const names = known.filter((name) => text.includes(name))
  if (names.length === 0) return () => value
  return (replacements) =>
    names.reduce((changed, name) => changed.replaceAll(name, replacements.get(name) ?? name), text)
}

/** Returns the replacements with which the first request of a replay begins. */
export function beginReplay({ uuids, publicIds }: Replay, given: Iterable<[string, string]>): Replacements {
  const replacements: Replacements = new Map(given)
  for (const id of uuids) replacements.set(id, randomUUID())
  for (const id of publicIds) replacements.set(id, randomBytes(16).toString('base64url'))
  return replacements
}

const isBegin = /^begin/i
const isEnd = /^(?:commit|rollback)/i

/**
 * Sends the statements of one request. Statements of a transaction use one connection; the pool chooses the connection of all
 * others.
 */
export async function sendReplayed(
  pool: ReplayPool,
  statements: readonly CompiledStatement[],
  replacements: Replacements,
): Promise<void> {
  let client: Awaited<ReturnType<ReplayPool['connect']>> | undefined
  try {
    for (const { name, text, values, captured } of statements) {
      if (isBegin.test(text)) client = await pool.connect()
      const { rows } = await (client ?? pool).query({
        ...(name !== undefined && { name }),
        text,
        values: values.map((value) => value(replacements)),
      })
      if (captured.length > 0 && rows.length !== 1)
        throw new Error(`a replayed statement answered ${rows.length} rows instead of one: ${text}`)
      for (const { column, recorded } of captured) replacements.set(recorded, String(rows[0]?.[column]))
      if (!isEnd.test(text)) continue
      client?.release()
      client = undefined
    }
  } catch (error) {
    client?.release(true)
    throw error
  }
}
