import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen'
import pino from 'pino'
import { connect } from './database.ts'

const root = join(import.meta.dirname, '../../../../..')

/** Returns the text of `schema.d.ts` for a migrated database, with types as `connect` converts them. */
export async function generateDatabaseTypes(connectionString: string): Promise<string> {
  const log = pino({ level: 'warn' })
  // The connections of this pool tolerate being cut while they close, unlike those of a plain pool; the caller drops this database
  // next.
  const database = connect({ connectionString, poolSize: 2, applicationName: 'generate-types', log })
  try {
    const text = await generate({
      db: database.kysely,
      dialect: new PostgresGenerator({ dateParser: 'string' }),
      // The queue's schema is private to the library, and only the migrator reads its own table.
      excludePattern: '{graphile_worker.*,schema_migrations,public.schema_migrations}',
      typeMapping: { int8: 'number' },
      outFile: null,
      typeOnlyImports: true,
    })
    return format(text)
  } finally {
    await database.close()
  }
}

function format(text: string): string {
  const oxfmt = spawnSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath=schema.d.ts'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  if (oxfmt.status !== 0) throw new Error(`oxfmt: ${oxfmt.stderr}`)
  return oxfmt.stdout
}
