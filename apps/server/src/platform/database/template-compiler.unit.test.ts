import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { TemplateCompiler } from './template-compiler.ts'

const over = (compiler: PostgresQueryCompiler) =>
  new Kysely<{ things: { id: number; name: string } }>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

const inner = (id: number) => sql`id = ${id}`
const either = (value: unknown, isOther: boolean) =>
  sql`SELECT ${isOther ? sql`'$1'` : sql`name`} FROM things WHERE ${inner(1)} AND x = ${value}`

const statements = (nth: number) => [
  sql`SELECT 1`,
  sql`SELECT ${nth}`,
  sql`SELECT ${nth}::int, ${null}, ${undefined}, ${[nth, 2]}, ${new Date(nth)}`,
  either(nth, false),
  either(nth, true),
  either(sql`${nth}`, true),
  sql`SELECT * FROM things WHERE ${inner(nth)} OR ${inner(nth + 1)}`,
  sql`SELECT ${sql.join([nth, nth + 1])}`,
  sql`SELECT ${sql.join([nth, nth + 1, nth + 2], sql` + `)}`,
  sql`SELECT ${sql.join([sql`a`, nth])}`,
  sql`SELECT ${sql.ref('t.id')} FROM ${sql.table('things')} AS t`,
  sql`SELECT ${sql.ref('t.name')} FROM ${sql.id('public', 'things')} AS t`,
  sql`SELECT ${sql.lit(nth)}, ${sql.lit("it's")}, ${sql.lit(null)}, ${sql.val(nth)}`,
  sql`SELECT ${sql.raw('now()')}, ${sql.raw('1')}, ${nth}`,
  sql`SELECT ${sql.lit(1)}, ${sql.raw('now()')}, ${nth}`,
  sql`SELECT * FROM ${over(new PostgresQueryCompiler()).selectFrom('things').select('id').where('id', '=', nth)}`,
]

test('a statement is compiled as by Kysely, each time', () => {
  const ours = over(new TemplateCompiler())
  const kyselys = over(new PostgresQueryCompiler())
  for (let nth = 0; nth < 4; nth += 1) {
    for (const statement of statements(nth)) {
      const { sql: text, parameters } = statement.compile(kyselys)
      expect(statement.compile(ours)).toMatchObject({ sql: text, parameters })
    }
    const built = (db: typeof ours) => db.selectFrom('things').select('id').where('id', '=', nth).compile()
    expect(built(ours)).toMatchObject({ sql: built(kyselys).sql, parameters: [nth] })
  }
})
