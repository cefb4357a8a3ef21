/** Writes a row into any table, for tests that walk all tables. Columns are filled by type, and foreign keys with real rows. */
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isNeeded: boolean
  /** The database itself fills identity columns and generated columns. */
  isFilled: boolean
  hasDefault: boolean
  refersTo: string | null
  refersToColumn: string | null
  /** Contains the definitions of the CHECK constraints that name this column. */
  checks: string
}

export type Row = Readonly<Record<string, unknown>>

interface NewRow {
  /** This text is put into all text columns of the row, or only into the columns `only`. */
  text: string
  only?: readonly string[] | undefined
  values?: Row
}

const uniqueViolation = '23505'

export class TableRows {
  readonly #pool: Pool
  readonly #columns: ReadonlyMap<string, readonly Column[]>
  readonly #usual = new Map<string, Row>()
  #serial = 1000

  private constructor(pool: Pool, columns: ReadonlyMap<string, readonly Column[]>) {
    this.#pool = pool
    this.#columns = columns
  }

  /**
   * Drops CHECK constraints and partial unique indexes, because rows are filled without regard to what these compare. The database
   * must belong to this test alone.
   */
  static async on(pool: Pool): Promise<TableRows> {
    const { rows } = await pool.query<Column>(columnsQuery)
    const checks = await pool.query<{ table: string; name: string }>(`
      SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
       WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0`)
    for (const { table, name } of checks.rows)
      await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
    const indexes = await pool.query<{ name: string }>(`
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND i.indpred IS NOT NULL AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'users'`)
    for (const { name } of indexes.rows) await pool.query(`DROP INDEX ${name}`)
    return new TableRows(
      pool,
      Map.groupBy(rows, ({ table }) => table),
    )
  }

  columnsOf(table: string): readonly Column[] {
    return this.#columns.get(table) ?? []
  }

  get tables(): readonly string[] {
    return [...this.#columns.keys()]
  }

  setUsual(table: string, row: Row): void {
    this.#usual.set(table, row)
  }

  async usual(table: string): Promise<Row> {
    const known = this.#usual.get(table)
    if (known) return known
    const row = await this.add(table, { text: 'usual' })
    this.#usual.set(table, row)
    return row
  }

  async add(table: string, row: NewRow): Promise<Row> {
    this.#serial += 1
    try {
      return await this.#insert(table, await this.#filled(table, row, (other) => this.usual(other)))
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === uniqueViolation
      if (!isTaken) throw error
      const another = (other: string) => this.add(other, { text: 'usual' })
      return this.#insert(table, await this.#filled(table, row, another))
    }
  }

  async #filled(
    table: string,
    { text, only, values = {} }: NewRow,
    referred: (table: string) => Promise<Row>,
  ): Promise<Row> {
    const given: Record<string, unknown> = { ...values }
    for (const column of this.columnsOf(table)) {
      if (column.name in given || column.isFilled) continue
      const words = only && !only.includes(column.name) ? 'usual' : text
      if (!column.refersTo) {
        const value = valueOf(column, words, this.#serial)
        if (value !== undefined) given[column.name] = value
      } else if (column.isNeeded)
        given[column.name] = (await referred(column.refersTo))[column.refersToColumn ?? 'id']
    }
    return given
  }

  async #insert(table: string, given: Row): Promise<Row> {
    const names = Object.keys(given)
    const places = names.map((_, place) => `$${place + 1}`)
    const filled = names.length > 0 ? `(${names.join(', ')}) VALUES (${places.join(', ')})` : 'DEFAULT VALUES'
    const client = await this.#pool.connect()
    try {
      return await withoutTriggers(client, table, async () => {
        const { rows } = await client.query<Row>(
          `INSERT INTO ${table} ${filled} RETURNING *`,
          names.map((name) => given[name]),
        )
        if (!rows[0]) throw new Error(`no row in ${table}`)
        return rows[0]
      })
    } catch (error) {
      throw new Error(`a row of ${table}: ${String(error)}`, { cause: error })
    } finally {
      client.release()
    }
  }
}

const columnsQuery = `
  SELECT c.relname::text AS "table", a.attname::text AS name, format_type(a.atttypid, NULL) AS type,
         a.attnotnull AS "isNeeded", a.attidentity <> '' OR a.attgenerated <> '' AS "isFilled",
         a.atthasdef AS "hasDefault", f.confrelid::regclass::text AS "refersTo", r.attname::text AS "refersToColumn",
         coalesce((SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
                    WHERE k.contype = 'c' AND k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey)), '') AS checks
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN LATERAL (SELECT * FROM pg_constraint f
                        WHERE f.contype = 'f' AND f.conrelid = c.oid AND a.attnum = ANY (f.conkey) LIMIT 1) f ON true
    LEFT JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[array_position(f.conkey, a.attnum)]
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
   ORDER BY c.relname, a.attnum`

/** Disables triggers, so that a row is stored as it is written. Foreign keys are still enforced. */
async function withoutTriggers<T>(client: PoolClient, table: string, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    const done = await work()
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

function valueOf(column: Column, words: string, serial: number): unknown {
  const text = filledText(column, `${words} ${serial}`)
  if (text !== undefined) return text
  return column.isNeeded && !column.hasDefault ? plainValue(column.type, serial) : undefined
}

/** Returns a text with `words` if the column accepts one. Returns undefined if the column cannot hold a text. */
function filledText({ name, type, checks }: Column, words: string): unknown {
  if (type === 'text' || type === 'citext') return listedWord(name, checks) ?? words
  if (type === 'text[]') return [listedWord(name, checks) ?? words]
  if (type === 'jsonb' || type === 'json')
    return JSON.stringify(checks.includes(`jsonb_typeof(${name}) = 'array'`) ? [words] : { text: words })
  if (type === 'bytea') {
    const length = new RegExp(String.raw`length\(${name}\) = (\d+)`).exec(checks)?.[1]
    return length ? randomBytes(Number(length)) : Buffer.from(words)
  }
  return undefined
}

function listedWord(name: string, checks: string): string | undefined {
  const list = new RegExp(String.raw`\(${name} = ANY \(ARRAY\['([^']*)'`).exec(checks)
  const single = new RegExp(String.raw`\(\(?${name} = '([^']*)'`).exec(checks)
  return (list ?? single)?.[1]
}

function plainValue(type: string, serial: number): unknown {
  if (type.startsWith('timestamp')) return new Date()
  if (type === 'date') return '2026-11-26'
  if (type === 'boolean') return false
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`
  if (type.endsWith('[]')) return []
  if (type.endsWith('multirange')) return '{}'
  return type === 'bigint' || type === 'integer' ? serial : 1
}
