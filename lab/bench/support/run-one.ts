/** Runs a program in its own process group, and stops it after its time limit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostmaster, hasEnded } from '@apogee/local-postgres/postmaster.ts'
import pino from 'pino'

/** Processes have this long, in ms, to stop by themselves. The product needs some time, because it closes its database first. */
const stopMs = 15_000
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/node-compile')

const groups = new Set<number>()

export interface Run {
  seconds: number
  /** True means that the program ended by itself, with success. */
  isOk: boolean
  isStopped: boolean
  /** `output` is empty if the output went directly to the terminal. */
  output: string
}

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
  // PostgreSQL may run as another user and has its data below this folder, so everybody may enter it.
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
    // The group has no process left.
    return false
  }
}

/** Resolves when no process of the group is left. */
async function stopGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  for (let waited = 0; signalGroup(group, 0) && waited < stopMs; waited += 100) await pause(100)
  signalGroup(group, 'SIGKILL')
}

/** Stops database engines. They have their own session and therefore outlive a killed product. */
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
