/**
 * Manages the recording of the statements that the server tests send; platform/database/testing/testing-rows.ts writes it. The
 * recording is kept for scripts/statements-on-postgres15.ts, which may run later than the tests.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Describes one distinct text of a statement that the tests sent. */
export interface Recorded {
  text: string
  /** Lists the templates that were compiled to this text, each by its fixed parts. */
  templates: readonly (readonly string[])[]
  /** PostgreSQL describes the columns in order; they are missing unless PostgreSQL has returned rows. */
  columns?: readonly { name: string; type: number; wasNull: boolean }[]
  /** Holds the values that the tests sent, as text. */
  examples: readonly (readonly (string | null)[])[]
}

const root = join(import.meta.dirname, '../..')
export const recordingFolder = join(root, 'node_modules/.cache/apogee-statements')
/**
 * These files hold the hash of the sources whose tests are recorded. The second name is used until it is known that every statement
 * was recorded.
 */
const hashFile = 'sources.sha256'
const begunFile = 'sources.begun'
/** These sources determine which statements the server tests send. */
const sources = [
  'apps/server/{src,migrations}/**/*',
  'packages/{domain,contracts,chip-simulator,local-postgres}/src/**/*',
  'package-lock.json',
]

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Removes an earlier recording. The server tests then record into `recordingFolder`. */
export function beginRecording(): void {
  rmSync(recordingFolder, { recursive: true, force: true })
  mkdirSync(recordingFolder, { recursive: true })
  writeFileSync(join(recordingFolder, begunFile), hashOfSources())
}

/**
 * Makes the recording the current one, unless sources changed during the tests. Call this when the recording contains all
 * statements.
 */
export function finishRecording(folder: string): void {
  const begun = join(folder, begunFile)
  if (existsSync(begun) && readFileSync(begun, 'utf8') === hashOfSources())
    renameSync(begun, join(folder, hashFile))
}

/** Returns the reason why the stored recording cannot be used; undefined when it matches the current sources. */
export function whyOutdated(): string | undefined {
  const file = join(recordingFolder, hashFile)
  if (!existsSync(file)) return 'No whole run of the server tests has recorded its statements.'
  if (readFileSync(file, 'utf8') !== hashOfSources())
    return 'The recorded statements are older than the sources.'
  return undefined
}

/** Reads the file of each process that ran the tests. Later lines about a text are more complete. */
export function readRecording(folder: string): Recorded[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
      const statements = lines.map((line) => JSON.parse(line) as Recorded)
      return [...new Map(statements.map((one) => [one.text, one])).values()]
    })
}
