/** Runs a program in a process group of its own, and stops what takes longer than its limit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostmaster, hasEnded } from '@apogee/local-postgres/postmaster.ts'
import pino from 'pino'

/** How long processes have to stop by themselves: a product closes its database first. */
const stopMs = 15_000
/** That of `npm start`. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/node-compile')

/** Process groups that run now. */
const groups = new Set<number>()

export interface Run {
  seconds: number
  /** Whether it ended by itself, with success. */
  isOk: boolean
  isStopped: boolean
  /** What it wrote, unless that went to the terminal at once. */
  output: string
}

/** Asks every program that runs to stop. */
export function stopAll(): void {
  for (const group of groups) signalGroup(group, 'SIGTERM')
}

export async function runOne(
  [file, ...parameters]: readonly [file: string, ...parameters: string[]],
  {
    limitSeconds,
    environment,
    isCollected,
  }: { limitSeconds: number; environment: Record<string, string>; isCollected: boolean },
): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
  // PostgreSQL, which may run as another user, has its data below it.
  await chmod(folder, 0o755)
  const began = performance.now()
  const channel = isCollected ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment, TMPDIR: folder },
    stdio: ['ignore', channel, channel],
    detached: true,
  })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const group = child.pid ?? 0
  groups.add(group)
  let isStopped = false
  const timer = setTimeout(() => {
    isStopped = true
    void stopGroup(group)
  }, limitSeconds * 1000)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  await stopGroup(group)
  groups.delete(group)
  await stopEngines(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await closed
  const seconds = (performance.now() - began) / 1000
  return { seconds, isOk: code === 0 && !isStopped, isStopped, output }
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    // None of its processes is left.
    return false
  }
}

/** Resolves when no process of the group is left. */
async function stopGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  for (let waited = 0; signalGroup(group, 0) && waited < stopMs; waited += 100) await pause(100)
  signalGroup(group, 'SIGKILL')
}

/** An engine has a session of its own, so it outlives a killed product. */
async function stopEngines(folder: string): Promise<void> {
  const log = pino({ level: 'warn' })
  for (const dataDir of await readdir(folder)) {
    const engine = await findPostmaster(join(folder, dataDir, 'postgres'), log)
    if (!engine) continue
    process.kill(engine.pid, 'SIGQUIT')
    for (let waited = 0; !hasEnded(engine.pid) && waited < stopMs; waited += 100) await pause(100)
    if (!hasEnded(engine.pid)) process.kill(engine.pid, 'SIGKILL')
  }
}
