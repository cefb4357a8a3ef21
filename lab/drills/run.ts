/**
 * Builds the pages if their sources have changed, then runs every drill of this folder, or the named ones: `npm run drill --
 * rolling-restart`. Each has its own process. With `--short`, runs its short form (lab/drills/support/length.ts). A drill that this machine
 * cannot run says why, and fails none of the others; the exit code is then that of lab/harness/drill.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { notRunCode } from '../harness/drill.ts'

const names = [
  'rolling-restart',
  'update',
  'restore',
  'silence',
  'database-restart',
  'full-disk',
  'pooler',
  'two-processes',
  'stack',
]
const given = process.argv.slice(2)
const wanted = given.filter((argument) => !argument.startsWith('--'))
const options = given.filter((argument) => argument.startsWith('--'))
/** Drills that take long run only when they are named. */
const all = [...names, 'scale', 'restore-scale']
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No drill is called ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  process.exit(1)
}

/**
 * Resolves with the exit code. Signals to stop are forwarded.
 * @param file a program of this repository, relative to this folder.
 */
async function run(file: string, ...parameters: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...parameters], {
    stdio: 'inherit',
  })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass)
  return code
}

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isInterrupted = true))

// Drills start servers that serve the built pages.
if ((await run('../../scripts/build/build-web.ts')) !== 0) process.exit(1)

let failed = 0
let notRun = 0
for (const name of wanted.length > 0 ? wanted : names) {
  if (isInterrupted) break
  console.log(`\n== ${name}`)
  const code = await run(`${name}.ts`, ...options)
  if (code === notRunCode) notRun += 1
  else if (code !== 0) failed += 1
}
if (failed > 0 || isInterrupted) process.exit(1)
process.exit(notRun > 0 ? notRunCode : 0)
