/**
 * Seeds the demo school of content/demo-school once into a new database. Times are relative to the current time, so the school is
 * always in mid-term.
 */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFolder } from '@apogee/local-postgres/engine.ts'
import { sql } from 'kysely'
import { createFileStorage } from '#server/adapters/storage/storage.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'
import type { Config } from '../../config/config.ts'
import type { Services } from '../../features.ts'
import type { DemoFiles } from '../demo-files.ts'

const factKey = 'demo-school.loaded'
/** Nothing else in the database uses an advisory lock with this key. */
const seedLock = 4_702_011
const turnPauseMs = 200

/**
 * Seeds the school unless this was done before, even if several processes start concurrently: one seeds, and the others wait.
 * @param early contains copies of the school's files that a first start has begun. Copies that are not needed are removed.
 */
export async function seedDemoSchool(
  services: Services,
  dependencies: Dependencies,
  early: DemoFiles | null = null,
): Promise<'seeded' | 'already there'> {
  const { database, storage } = dependencies
  if (await holdsDemoSchool(database.kysely)) {
    await early?.remove()
    return 'already there'
  }
  const { DemoFiles, fillSchool } = await import('../fill-school.ts')
  let files = early
  const seedOnce = () =>
    database.transaction(async (tx) => {
      if (!(await takesTurn(tx))) return 'busy'
      if (await holdsDemoSchool(tx)) return 'already there'
      files ??= new DemoFiles(storage)
      await writeFact(tx, factKey, await fillSchool({ tx, services, dependencies, files }))
      return 'seeded'
    })
  try {
    for (;;) {
      const outcome = await seedOnce()
      if (outcome === 'already there') await files?.remove()
      if (outcome !== 'busy') return outcome
      await pause(turnPauseMs)
    }
  } catch (error) {
    await files?.remove()
    throw error
  }
}

/**
 * Tries repeatedly to take the lock instead of waiting for it, because another process may seed for longer than the statement
 * timeout of the server and the connection's own deadline.
 */
async function takesTurn(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(${seedLock}) AS "isOurs"`.execute(tx)
  return rows[0]?.isOurs === true
}

/**
 * Begins to copy the school's files while a first start creates the database. Returns null if the database may exist already, or if
 * the files are stored elsewhere.
 */
export async function firstDemoFiles(config: Config): Promise<DemoFiles | null> {
  const { demoData, databaseUrl, storage, dataDir } = config
  const isLocal = !databaseUrl && storage.kind === 'disk' && storage.alsoRead === null
  if (!demoData || !isLocal || existsSync(clusterFolder(dataDir))) return null
  const { DemoFiles } = await import('../fill-school.ts')
  return new DemoFiles(await createFileStorage(storage))
}

/** Returns whether the school has been seeded, even if it was changed later. */
export async function holdsDemoSchool(db: Db): Promise<boolean> {
  return (await readFact(db, factKey)) !== undefined
}
