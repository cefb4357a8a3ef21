import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `APOGEE_TEST_POSTGRES=15` selects the oldest supported PostgreSQL, from Debian, instead of the packaged version. */
export function chosenBinaries(): string | undefined {
  const major = process.env['APOGEE_TEST_POSTGRES']
  if (!major) return undefined
  const binDir = `/usr/lib/postgresql/${major}/bin`
  if (existsSync(join(binDir, 'postgres'))) return binDir
  throw new Error(
    `APOGEE_TEST_POSTGRES=${major}, but there is no ${binDir}. "node scripts/programs/postgres15.mjs" installs it.`,
  )
}
