/** Runs one measurement in a process group of its own, for as long as its stated time allows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostmaster, hasEnded } from '@apogee/local-postgres/postmaster.ts'
import pino from 'pino'
import { measurements, type MeasurementName } from '../measurements.ts'

/** Machines are busy and differ: what takes this many times its stated time hangs, or its statement is wrong. */
const patience = 4
const leastLimitSeconds = 120
const tinyLimitSeconds = 300
/** A product closes its database when it is asked to stop. */
const stopMs = 15_000

/** That of `npm start`. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/node-compile')

/** Process groups that run now. */
const groups = new Set<number>()

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended.
  }
}

/** Asks every measurement that runs to stop. */
export function stopAll(): void {
  for (const group of groups) signalGroup(group, 'SIGTERM')
}

/** `problem`: why it failed; null when it did not. */
export async function runOne(
  name: MeasurementName,
  { isTiny, environment }: { isTiny: boolean; environment: Record<string, string> },
): Promise<{ seconds: number; problem: string | null }> {
  const stated = measurements[name].seconds
  const limit = isTiny ? tinyLimitSeconds : Math.max(leastLimitSeconds, patience * stated)
  if (!isTiny) console.log(`\n== ${name}: takes about ${stated} s, is stopped after ${limit} s`)
  const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
  // PostgreSQL, which may run as another user, has its data below it.
  await chmod(folder, 0o755)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', `${name}.ts`), ...(isTiny ? ['--tiny'] : [])],
    {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment, TMPDIR: folder },
      // Two tiny ones run at a time: each prints its output in one piece.
      stdio: ['ignore', isTiny ? 'pipe' : 'inherit', isTiny ? 'pipe' : 'inherit'],
      detached: true,
    },
  )
  const closed = once(child, 'close')
  const group = child.pid ?? 0
  groups.add(group)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  let isStopped = false
  const timer = setTimeout(() => {
    isStopped = true
    void stopGroup(group)
  }, limit * 1000)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  await stopGroup(group)
  groups.delete(group)
  await removeFolder(folder)
  await closed
  const seconds = (performance.now() - began) / 1000
  if (isTiny) console.log(`\n== ${name}, tiny\n${output.trimEnd()}`)
  if (isStopped) return { seconds, problem: `It was stopped after ${limit} s; it states ${stated} s.` }
  if (code !== 0) return { seconds, problem: `It ended with ${code ?? signal}; the reason is above.` }
  return { seconds, problem: null }
}

/** Resolves when no process of the group is left. */
async function stopGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  for (let waited = 0; isRunning(group) && waited < stopMs; waited += 100) await pause(100)
  signalGroup(group, 'SIGKILL')
}

function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/** An engine has a session of its own, so it outlives a killed product. */
async function removeFolder(folder: string): Promise<void> {
  const log = pino({ level: 'warn' })
  for (const dataDir of await readdir(folder)) {
    const engine = await findPostmaster(join(folder, dataDir, 'postgres'), log)
    if (!engine) continue
    process.kill(engine.pid, 'SIGQUIT')
    while (!hasEnded(engine.pid)) await pause(100)
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
