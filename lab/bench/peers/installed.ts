/**
 * Installs shops of other makers below the cache of the installed packages. They are installed on demand and are never dependencies
 * of the project.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface PeerPackages {
  name: string
  version: string
  /** Maps each package to its exact version. */
  packages: Readonly<Record<string, string>>
}

/** The table in docs/performance.md prints these versions. */
export const vendure: PeerPackages = {
  name: 'Vendure',
  version: '3.7.3',
  packages: { '@vendure/core': '3.7.3', pg: '8.23.1' },
}

export const medusa: PeerPackages = {
  name: 'Medusa',
  version: '2.21.2',
  packages: { '@medusajs/medusa': '2.21.2', '@medusajs/framework': '2.21.2', '@medusajs/cli': '2.21.2' },
}

const cache = join(import.meta.dirname, '../../../node_modules/.cache/bench-peers')
const installMs = 10 * 60_000

/** Returns the environment of a server in this folder: as in production, without telemetry, and with its settings in the folder. */
export const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  NODE_NO_WARNINGS: '1',
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  VENDURE_DISABLE_TELEMETRY: 'true',
  MEDUSA_DISABLE_TELEMETRY: '1',
  LOG_LEVEL: 'error',
})

export class NotAvailable extends Error {}

/**
 * Returns the folder with the installed packages. @throws NotAvailable when they are missing and may not be installed, or when npm
 * fails, for example without a registry.
 */
export async function installedFolder(
  { name, version, packages }: PeerPackages,
  mayInstall: boolean,
): Promise<string> {
  const folder = join(cache, `${name.toLowerCase()}-${version}`)
  const finished = join(folder, 'installed')
  if (existsSync(finished)) return folder
  if (!mayInstall) throw new NotAvailable('it is not installed, and the tiny form installs nothing')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'bench-peer', private: true, dependencies: packages }),
  )
  console.log(`Installing ${name} ${version} …`)
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
      timeout: installMs,
    })
  } catch (error) {
    throw new NotAvailable(`npm did not install it: ${firstLineOf(error)}`)
  }
  await writeFile(finished, '')
  return folder
}

function firstLineOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 200) ?? 'no reason was given'
  )
}
