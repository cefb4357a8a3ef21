/** Queries one engine about a statement and returns answers that are equal on engines that agree. */
import pg from 'pg'

export interface Refusal {
  /** Holds the SQLSTATE of the refusal. */
  code: string
  message: string
}

export interface Description {
  /** Parameters have the names of their types, because ids of types differ between databases. */
  parameters: readonly string[]
  columns: readonly { name: string; type: string }[]
}

export interface Answer {
  rowCount: number | null
  /** Holds the rows as sorted text, because only some statements order their rows. */
  rows: readonly string[]
}

export type Outcome<T> = { value: T; refusal?: undefined } | { refusal: Refusal; value?: undefined }

export interface EngineSession {
  describe(text: string): Promise<Outcome<Description>>
  /** Executes the statement in a transaction that is rolled back. */
  execute(text: string, values: readonly (string | null)[]): Promise<Outcome<Answer>>
  /** Executes statements in a transaction that is rolled back. */
  call(texts: string): Promise<Outcome<void>>
  /** Returns the PL/pgSQL functions that no session has called. A function that refuses counts as not called. */
  uncalledFunctions(): Promise<string[]>
  end(): Promise<void>
}

const statementTimeoutMs = 60_000
/** The last digits of a sum of floating-point numbers depend on the order of the rows, so fewer digits are compared. */
const fewerDigits = 'set extra_float_digits = -3'
/** Ends the transaction of the tested statement, and releases locks that outlive transactions. */
const cleanUp = 'rollback; select pg_advisory_unlock_all()'

/** Selects the PL/pgSQL functions that no session has called. The engine counts calls with `track_functions = 'pl'`. */
const uncalled = `
  select p.oid::regprocedure::text as name
  from pg_proc p join pg_language l on l.oid = p.prolang
  where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_stat_user_functions f where f.funcid = p.oid)
  order by 1`

export async function openSession(connectionString: string): Promise<EngineSession> {
  const client = new pg.Client({
    connectionString,
    statement_timeout: statementTimeoutMs,
    types: { getTypeParser: () => (text: unknown) => text },
  })
  await client.connect()
  await client.query(fewerDigits)
  const { rows } = await client.query<{ id: string; name: string }>(
    'select oid as id, format_type(oid, null) as name from pg_type',
  )
  const typeNames = new Map(rows.map(({ id, name }) => [Number(id), name]))
  const typeName = (id: number) => typeNames.get(id) ?? String(id)
  let parameters: readonly number[] = []
  client.connection.on('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }) => {
    parameters = dataTypeIDs
  })
  return {
    describe: (text) =>
      outcomeOf(async () => {
        const query = new DescribeQuery(text)
        client.query(query)
        const columns = await query.columns
        return {
          parameters: parameters.map(typeName),
          columns: columns.map(({ name, dataTypeID }) => ({ name, type: typeName(dataTypeID) })),
        }
      }),
    async execute(text, values) {
      await client.query('begin')
      const outcome = await outcomeOf(async () => {
        const result = await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })
        await client.query('set constraints all immediate')
        return { rowCount: result.rowCount, rows: result.rows.map((row) => JSON.stringify(row)).toSorted() }
      })
      await client.query(cleanUp)
      return outcome
    },
    async call(texts) {
      const outcome = await outcomeOf(async () => void (await client.query(`begin; ${texts}`)))
      await client.query(cleanUp)
      return outcome
    },
    async uncalledFunctions() {
      await client.query('select pg_stat_force_next_flush()')
      const found = await client.query<{ name: string }>(uncalled)
      return found.rows.map(({ name }) => name)
    },
    end: () => client.end(),
  }
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return { refusal: { code: error.code ?? '', message: error.message } }
  }
}

type DescribedColumn = Pick<pg.FieldDef, 'name' | 'dataTypeID'>

/** Makes PostgreSQL parse and describe a statement without executing it. */
class DescribeQuery implements pg.Submittable {
  readonly columns: Promise<readonly DescribedColumn[]>
  readonly #text: string
  #columns: readonly DescribedColumn[] = []
  #resolve: (columns: readonly DescribedColumn[]) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(text: string) {
    this.#text = text
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly DescribedColumn[] }): void {
    this.#columns = fields
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}
