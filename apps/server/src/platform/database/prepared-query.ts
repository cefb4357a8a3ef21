/**
 * Sends a named statement by `client.query`. Unlike the driver's own query, it has its columns described once for each connection
 * instead of with every answer, which halves the CPU time of a statement (docs/performance.md). PostgreSQL refuses a prepared
 * statement whose columns have changed (0A000), so the cached descriptions are always right.
 */
import { createRequire } from 'node:module'
import type pg from 'pg'

/** This is the driver's own conversion of parameters, which the driver's types omit. */
export const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null
}

export type ParserOf = (typeId: number) => (text: string) => unknown

interface Column {
  name: string
  dataTypeID: number
  parse: (text: string) => unknown
}

type Row = Record<string, unknown>

/** Contains the part of the driver's results that callers read. */
export interface PreparedResult {
  command: string
  /** This is null for commands without rows. */
  rowCount: number | null
  rows: Row[]
  fields: readonly Pick<Column, 'name' | 'dataTypeID'>[]
}

/** The driver records which named statements a connection has parsed. Its types omit this record. */
interface PgConnection extends pg.Connection {
  parsedStatements: Readonly<Record<string, string | undefined>>
}

export const beginName = 'apogee_begin'

export function isPreparedOn({ connection }: pg.PoolClient, name: string): boolean {
  return (connection as PgConnection).parsedStatements[name] !== undefined
}

const described = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

function columnsOn(connection: pg.Connection): Map<string, readonly Column[]> {
  const known = described.get(connection) ?? new Map<string, readonly Column[]>()
  described.set(connection, known)
  return known
}

/**
 * Sends one statement once through `client.query`, which calls `submit` and then a `handle…` method for each message of the answer.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** If true, `begin` is sent before the statement in the same packet. */
  readonly opensTransaction: boolean
  readonly answer: Promise<PreparedResult>
  readonly #parameters: (string | Buffer | null)[]
  readonly #parserOf: ParserOf
  readonly #rows: Row[] = []
  #command = ''
  #isOpening: boolean
  #columns: readonly Column[] = []
  #connection: pg.Connection | undefined
  #rowFailure: Error | undefined
  #resolve: (result: PreparedResult) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  /** Throws for a value that cannot be sent. `opensTransaction` requires a connection that has prepared `begin`. */
  constructor(
    { name, text, values }: { name: string; text: string; values: readonly unknown[] },
    parserOf: ParserOf,
    { opensTransaction = false } = {},
  ) {
    this.opensTransaction = opensTransaction
    this.#isOpening = opensTransaction
    this.name = name
    this.text = text
    this.values = values
    this.#parameters = values.map((value) => prepareValue(value))
    this.#parserOf = parserOf
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    const isParsed = (connection as PgConnection).parsedStatements[this.name] !== undefined
    const columns = isParsed ? columnsOn(connection).get(this.name) : undefined
    this.#connection = connection
    // Corking combines the messages into one write to the socket.
    connection.stream.cork()
    if (this.opensTransaction) {
      connection.bind({ statement: beginName, values: [] }, true)
      connection.execute(null, true)
    }
    if (!isParsed) connection.parse({ name: this.name, text: this.text, types: [] }, true)
    connection.bind({ statement: this.name, values: this.#parameters }, true)
    if (columns) this.#columns = columns
    else connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly Pick<Column, 'name' | 'dataTypeID'>[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      dataTypeID,
      parse: this.#parserOf(dataTypeID),
    }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#rowFailure) return
    const row: Row = {}
    try {
      let place = 0
      for (const { name, parse } of this.#columns) {
        const text = fields[place] ?? null
        row[name] = text === null ? null : parse(text)
        place += 1
      }
    } catch (error) {
      this.#rowFailure =
        error instanceof Error ? error : new Error('a value cannot be read', { cause: error })
    }
    this.#rows.push(row)
  }

  /** `text` is a command tag such as `SELECT 3` or `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isOpening) {
      this.#isOpening = false
      return
    }
    this.#command = text
    if (this.#connection) columnsOn(this.#connection).set(this.name, this.#columns)
  }

  /** Ignores the answer to an empty statement, which this product never sends. */
  handleEmptyQuery(): void {
    this.#rowFailure = new Error('an empty statement was sent')
  }

  handleReadyForQuery(): void {
    if (this.#rowFailure) return this.#reject(this.#rowFailure)
    const [command = '', ...counts] = this.#command.split(' ')
    const count = counts.at(-1)
    this.#resolve({
      command,
      rowCount: count === undefined ? null : Number(count),
      rows: this.#rows,
      fields: this.#columns,
    })
  }

  handleError(error: Error): void {
    // The stack of the driver's error leads to the socket. This stack leads to the awaiting caller.
    Error.captureStackTrace(error)
    this.#reject(error)
  }
}
