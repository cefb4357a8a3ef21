/** Creates rows of one person in every table of the registry, with a marker in each text that the person wrote. */
import { internal, secret, type PersonalTables } from '#server/policy/personal-data/table-entry.ts'
import type { Row, TableRows } from './table-rows.testing.ts'

/** The product itself writes the texts of these columns: names of states and kinds, and numbers. */
const ours =
  /^(?:public_id|reference|provider_status|provider_id|content_type|kind|events|state|topic|stage)$/

export interface MarkedPerson {
  id: number
  email: string
  /** Each text begins with the mark, followed by the table and the column that names the person. */
  mark: string
}

/** Returns the column that names the owner of a row. Returns undefined if only the parent row names the owner. */
function ownerColumn(tables: PersonalTables, table: string): string | undefined {
  const { people = {}, export: given } = tables[table] ?? {}
  const named = given && 'by' in given && given.by ? given.by : Object.keys(people)
  return named.find((column) => column in people)
}

export class MarkedRows {
  readonly #rows: TableRows
  readonly #tables: PersonalTables
  readonly #person: MarkedPerson
  /** Contains, by table, the row that the person owns. */
  readonly #owned = new Map<string, Row>()

  constructor(rows: TableRows, tables: PersonalTables, person: MarkedPerson) {
    this.#rows = rows
    this.#tables = tables
    this.#person = person
  }

  /** Creates a row for each column that can name the person, in every table. Returns these columns. */
  async fill(): Promise<string[]> {
    const filled: string[] = []
    for (const [table, { people = {}, addresses = {}, parent }] of Object.entries(this.#tables)) {
      if (table === 'users') continue
      for (const column of Object.keys(people)) {
        const row = await this.addFor(table, column)
        if (column === ownerColumn(this.#tables, table) && !this.#owned.has(table))
          this.#owned.set(table, row)
      }
      for (const column of Object.keys(addresses)) await this.#addWithAddress(table, column)
      filled.push(
        ...[...Object.keys(people), ...Object.keys(addresses)].map((column) => `${table}.${column}`),
      )
      if (parent && parent.table !== 'users')
        await (ownerColumn(this.#tables, table) ? this.#addBelow(table) : this.rowOf(table))
    }
    return filled
  }

  async rowOf(table: string): Promise<Row> {
    const known = this.#owned.get(table)
    if (known) return known
    const column = ownerColumn(this.#tables, table)
    const row = column ? await this.addFor(table, column) : await this.#addBelow(table)
    this.#owned.set(table, row)
    return row
  }

  addFor(table: string, column: string): Promise<Row> {
    const { id } = this.#person
    return this.#rows.add(table, {
      text: this.#text(table, column),
      only: this.#textsBy(table, column),
      values: { [column]: this.#isDocument(table, column) ? JSON.stringify({ userId: id }) : id },
    })
  }

  #addWithAddress(table: string, column: string): Promise<Row> {
    return this.#rows.add(table, {
      text: this.#text(table, column),
      only: this.#textsOf(table),
      values: { [column]: this.#person.email },
    })
  }

  /** Creates a row that belongs to the person through its parent row. Other people may have written its texts. */
  async #addBelow(table: string): Promise<Row> {
    const { parent, wrote = {} } = this.#tables[table] ?? {}
    if (!parent) throw new Error(`${table} belongs to nobody`)
    const above = await this.rowOf(parent.table)
    const ofOthers = Object.values(wrote).flat()
    return this.#rows.add(table, {
      text: this.#text(table, parent.column),
      only: this.#textsOf(table).filter((column) => !ofOthers.includes(column)),
      values: { [parent.column]: above[parent.key ?? 'id'] },
    })
  }

  readonly #text = (table: string, column: string) => `${this.#person.mark} ${table}.${column}`

  #isDocument(table: string, column: string): boolean {
    return this.#rows.columnsOf(table).find(({ name }) => name === column)?.type === 'jsonb'
  }

  /** Returns the columns of a table that contain texts of a person. */
  #textsOf(table: string): readonly string[] {
    const { [internal]: inside = [], [secret]: secrets = [] } = this.#tables[table]?.withheld ?? {}
    const names = this.#rows.columnsOf(table).map(({ name }) => name)
    return names.filter((name) => !inside.includes(name) && !secrets.includes(name) && !ours.test(name))
  }

  /**
   * Returns the texts that the person in this column wrote: all texts of a row about the person, and none of a row in which the
   * person only acted.
   */
  #textsBy(table: string, column: string): readonly string[] {
    const entry = this.#tables[table]
    if (!entry || this.#isDocument(table, column)) return []
    const { people = {}, wrote, export: given } = entry
    const subjects = ('by' in given && given.by) || Object.keys(people)
    return wrote?.[column] ?? (subjects.includes(column) ? this.#textsOf(table) : [])
  }
}
