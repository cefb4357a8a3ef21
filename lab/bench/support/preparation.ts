/**
 * Prepares the parts that measurements of a run share: the built pages, an engine with a migrated database, and a data folder with
 * the demo school.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import pino from 'pino'
import { createTemplate } from '../../../apps/server/src/platform/database/testing/testing-setup.ts'
import type { Need } from '../measurements.ts'
import { engineVariables } from './bench-database.ts'
import { firstStartVariable, schoolVariable, startMeasured } from './server-process.ts'

type Environment = Record<string, string>

export class Preparation {
  readonly #undo: (() => Promise<unknown>)[] = []
  readonly #prepared = new Map<Need, Promise<Environment>>()

  /** Prepares each need once in a run. Resolves with the environment of a measurement that has these needs. */
  async of(needs: readonly Need[]): Promise<Environment> {
    const environment: Environment = {}
    for (const need of needs) {
      const prepared = this.#prepared.get(need) ?? this.#prepare(need)
      this.#prepared.set(need, prepared)
      Object.assign(environment, await prepared)
    }
    return environment
  }

  async end(): Promise<void> {
    for (const step of this.#undo.toReversed()) await step()
  }

  async #prepare(need: Need): Promise<Environment> {
    if (need === 'pages') return build('build/build-web.ts')
    if (need === 'database') return this.#startDatabase()
    if (need === 'school') return this.#openSchool()
    return {}
  }

  async #temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
    this.#undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    return folder
  }

  /** Starts the engine with the product's own settings. */
  async #startDatabase(): Promise<Environment> {
    const log = pino({ level: 'warn' })
    const engine = await startEngine({ dataDir: await this.#temporaryFolder(), log })
    this.#undo.push(() => engine.stop())
    return {
      [engineVariables.owner]: engine.connectionString,
      [engineVariables.administrator]: engine.administratorConnectionString,
      [engineVariables.template]: await createTemplate(engine.connectionString, log),
    }
  }

  async #openSchool(): Promise<Environment> {
    await this.of(['pages'])
    await build('build/build-server.ts')
    const folder = await this.#temporaryFolder()
    const server = await startMeasured(folder)
    await server.stop()
    return { [schoolVariable]: folder, [firstStartVariable]: String(server.readyMs) }
  }
}

async function build(script: string): Promise<Environment> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts', script)], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return {}
}
