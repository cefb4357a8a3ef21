/**
 * The statements that the server tests sent, which platform/database/testing-rows.ts wrote. The recording is kept for
 * scripts/statements-on-postgres15.ts, which may run later than the tests.
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

/** One distinct text that the tests sent. */
export interface Recorded {
  text: string
  /** The fixed parts of each template that was compiled to this text. */
  templates: readonly (readonly string[])[]
  /** As PostgreSQL describes the columns, in order; missing unless it has returned some. */
  columns?: readonly { name: string; type: number; wasNull: boolean }[]
  /** Values that the tests sent, as text. */
  examples: readonly (readonly (string | null)[])[]
}

const root = join(import.meta.dirname, '../..')
export const recordingFolder = join(root, 'node_modules/.cache/apogee-statements')
/** The hash of the sources whose tests are recorded: at first under the second name, until all statements are known to be there. */
const hashFile = 'sources.sha256'
const begunFile = 'sources.begun'
/** What decides which statements the server tests send. */
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

/** To be called when the recording holds all statements. It becomes the current one unless sources changed during the tests. */
export function finishRecording(folder: string): void {
  const begun = join(folder, begunFile)
  if (existsSync(begun) && readFileSync(begun, 'utf8') === hashOfSources())
    renameSync(begun, join(folder, hashFile))
}

/** Why the kept recording cannot be used; undefined when it is that of the present sources. */
export function whyOutdated(): string | undefined {
  const file = join(recordingFolder, hashFile)
  if (!existsSync(file)) return 'No whole run of the server tests has recorded its statements.'
  if (readFileSync(file, 'utf8') !== hashOfSources())
    return 'The recorded statements are older than the sources.'
  return undefined
}

/** The processes that ran the tests each wrote a file, in which later lines about a text are more complete. */
export function readRecording(folder: string): Recorded[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
      const statements = lines.map((line) => JSON.parse(line) as Recorded)
      return [...new Map(statements.map((one) => [one.text, one])).values()]
    })
}
