import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen'
import pg from 'pg'

const root = join(import.meta.dirname, '../../../../..')

/** The text of `schema.d.ts` for a migrated database; types as `connect` delivers them. */
export async function generateDatabaseTypes(connectionString: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 2 }) }),
  })
  try {
    const text = await generate({
      db,
      dialect: new PostgresGenerator({ dateParser: 'string' }),
      // The queue's schema is not ours to query, and only the migrator reads its own table.
      excludePattern: '{graphile_worker.*,schema_migrations,public.schema_migrations}',
      typeMapping: { int8: 'number' },
      outFile: null,
      typeOnlyImports: true,
    })
    return format(text)
  } finally {
    await db.destroy()
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
