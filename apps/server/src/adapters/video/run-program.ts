import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { TimeLimitExceeded } from '#server/platform/time-limit.ts'
import { VideoRefused } from './port.ts'

/** The process of a conversion has a low priority, because requests come first. */
const niceness = 15
const mostOutput = 200_000
/** A decoder of the largest picture with its threads takes half of this memory. */
const mostMemory = 6 * 1024 ** 3
/** A file that the program writes may have at most this size. */
const mostFileBytes = 4 * 1024 ** 3
/** Linux has this program at one of these paths. On other systems programs run without these limits. */
const limiters = ['/usr/bin/prlimit', '/bin/prlimit']
let limiter: string | null | undefined

export interface ProgramRun {
  signal: AbortSignal
  timeLimitMs: number
  onLine?: (line: string) => void
}

/**
 * Runs a program without a shell, environment or input, and returns its output.
 * @throws VideoRefused when it fails, TimeLimitExceeded, or the reason of the abort. The process has ended by then.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { signal, timeLimitMs, onLine }: ProgramRun,
): Promise<{ output: string; errors: string }> {
  signal.throwIfAborted()
  const [command, ...limits] = limited(program)
  const child = spawn(command, [...limits, ...args], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | NodeJS.Signals | null>()
  child.once('error', reject).once('close', (code, by) => resolve(by ?? code))
  const written = { output: '', errors: '' }
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine?.(line)
    if (written.output.length < mostOutput) written.output += `${line}\n`
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.errors = (written.errors + text).slice(-mostOutput)
  })
  lowerPriority(child.pid)
  const kill = () => child.kill('SIGKILL')
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, timeLimitMs)
  signal.addEventListener('abort', kill)
  try {
    const end = await ended
    signal.throwIfAborted()
    if (isLate) throw new TimeLimitExceeded(`not done within ${timeLimitMs} ms`)
    if (end !== 0) throw new VideoRefused(`ended with ${end}: ${written.errors.trim().slice(-500)}`)
    return written
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}

/** Returns a command that runs the program with limits on its address space and on the size of the files that it writes. */
function limited(program: string): [string, ...string[]] {
  limiter ??= limiters.find((path) => existsSync(path)) ?? null
  if (limiter === null) return [program]
  return [limiter, `--as=${mostMemory}`, `--fsize=${mostFileBytes}`, '--core=0', '--', program]
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, niceness)
  } catch {
    // The process has already ended. Its exit status tells the reason.
  }
}
