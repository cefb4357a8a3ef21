/** Records the statements of some work, and writes them as a pgbench script with variables for values that differ each time. */
import pg from 'pg'
import { PreparedQuery } from '../../apps/server/src/platform/database/prepared-query.ts'

export interface Statement {
  name?: string
  text: string
  values: unknown[]
  /** `row` is the returned row, if there is exactly one; otherwise null. */
  row: Record<string, unknown> | null
}

type Answer = { rows: Record<string, unknown>[] }

/** Returns every statement that is sent while `work` runs, in order. Nothing else may use the database meanwhile. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = []
  const { prototype } = pg.Client
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')
  if (!original) throw new Error('pg.Client has no query')
  const send = original.value as (...given: unknown[]) => unknown
  Object.defineProperty(prototype, 'query', {
    ...original,
    value(this: pg.Client, ...given: unknown[]): unknown {
      const [first, second] = given
      const config = (typeof first === 'object' ? first : { text: first }) as {
        name?: string
        text: string
        values?: unknown[]
      }
      const values = (Array.isArray(second) ? second : config.values) ?? []
      const { name, text } = config
      const statement: Statement = { ...(name !== undefined && { name }), text, values, row: null }
      if (first instanceof PreparedQuery && first.opensTransaction)
        recorded.push({ text: 'begin', values: [], row: null })
      recorded.push(statement)
      const last = given.at(-1)
      if (typeof last === 'function') {
        // pg-pool sends the statements of `pool.query` with a callback instead of returning a promise.
        const callback = (error: Error | null, answer?: Answer) => {
          if (answer?.rows.length === 1) statement.row = answer.rows[0] ?? null
          Reflect.apply(last, this, [error, answer])
        }
        return Reflect.apply(send, this, [...given.slice(0, -1), callback])
      }
      const sent: unknown = Reflect.apply(send, this, given)
      const answer = sent instanceof PreparedQuery ? sent.answer : (sent as Promise<Answer>)
      answer.then(
        ({ rows }) => {
          if (rows.length === 1) statement.row = rows[0] ?? null
        },
        () => undefined, // The caller has the same promise and handles its failure.
      )
      return sent
    },
  })
  try {
    await work()
  } finally {
    Object.defineProperty(prototype, 'query', original)
  }
  return recorded
}

/**
 * Writes the statements as a pgbench script. `given` maps texts of this run to the pgbench expressions that replace them. Values
 * that the database returned and that later statements use are read from its answers.
 */
export function pgbenchScript(
  statements: readonly Statement[],
  { head, given }: { head: readonly string[]; given: Readonly<Record<string, string>> },
): string {
  const known = new Map(Object.entries(given))
  const lines = [...head]
  for (const [nth, { text, values, row }] of statements.entries()) {
    const sql = text.replace(/\$(\d+)/g, (_, place: string) => expression(values[Number(place) - 1], known))
    const later = statements.slice(nth + 1).map((statement) => asText(statement.values))
    const answers = Object.entries(row ?? {}).filter(
      ([, value]) =>
        isTelling(value) && !known.has(String(value)) && later.some((each) => each.includes(String(value))),
    )
    const prefix = `a${nth}_`
    lines.push(answers.length > 0 ? `${sql} \\gset ${prefix}` : `${sql};`)
    for (const [column, value] of answers) known.set(String(value), `:${prefix}${column}`)
  }
  return `${lines.join('\n')}\n`
}

/** Returns the random public ids (platform/secrets/tokens.ts) in the statements. */
export function publicIdsIn(statements: readonly Statement[]): string[] {
  return distinctIn(statements, /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])/g)
}

export function uuidsIn(statements: readonly Statement[]): string[] {
  return distinctIn(statements, /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g)
}

function distinctIn(statements: readonly Statement[], pattern: RegExp): string[] {
  const all = statements.map(({ values }) => values.map((value) => asText(value)).join(' ')).join(' ')
  return [...new Set(all.match(pattern))]
}

/** Returns whether a value is distinctive: a large number, or a long text with digits. Other values may be equal by accident. */
export function isTelling(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^(?=.*\d).{6,}$/.test(String(value))
}

export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value))
    return `{${value.map((item) => (item === null ? 'NULL' : arrayItem(item))).join(',')}}`
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value)
}

function arrayItem(item: unknown): string {
  const text = asText(item)
  return typeof item === 'number' ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`
}

function expression(value: unknown, known: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return 'NULL'
  const text = asText(value)
  const whole = known.get(text)
  if (whole) return whole
  const names = [...known.keys()].filter((name) => text.includes(name))
  if (names.length === 0) return quoted(text)
  const parts = text.split(new RegExp(`(${names.map((name) => name.replace(/[-.]/g, '\\$&')).join('|')})`))
  return `(${parts.map((part) => (known.has(part) ? `${known.get(part)}::text` : quoted(part))).join(' || ')})`
}

/** Escapes colons, because pgbench takes them for the start of a variable, even inside quotes. */
function quoted(text: string): string {
  if (!/[:\\]/.test(text)) return `'${text.replaceAll("'", "''")}'`
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}
