/** Runs a command and measures the processor time of the command and of every process that it started. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ended {
  /** The exit code is 1 when a signal ended the command. */
  code: number
  /** The time is wall time. */
  seconds: number
  /** The time is user and system time of all processes together. */
  processorSeconds: number
  /** Holds both outputs of the command in one text. It is empty when the outputs were passed on. */
  output: string
}

interface Options {
  folder: string
  environment?: Record<string, string>
  /** True collects the output. Otherwise the output is passed on. */
  isCaptured?: boolean
}

/** Measures the processor time of a command: by shell code that runs before and after the command, and by `read` afterwards. */
interface Meter {
  script: string
  /** The script gets this path as `$0`. */
  path: string
  /** @returns seconds. Called once, after the command has ended; removes the meter's resources. */
  read(): number
}

/** @throws when the shell cannot be started. A command that does not exist ends with code 127. */
export async function runMeasured(
  program: string,
  parameters: readonly string[],
  { folder, environment = {}, isCaptured = false }: Options,
): Promise<Ended> {
  const meter = controlGroup() ?? shellTimes()
  const began = performance.now()
  const child = spawn('/bin/sh', ['-c', meter.script, meter.path, program, ...parameters], {
    cwd: folder,
    stdio: ['ignore', isCaptured ? 'pipe' : 'inherit', isCaptured ? 'pipe' : 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const seconds = (performance.now() - began) / 1000
  return { code, seconds, processorSeconds: meter.read(), output }
}

let groups = 0

/**
 * Creates a control group (version 2), which counts every process that was ever in it, including one that outlives its parent, such
 * as PostgreSQL. Returns null where this process may not create one.
 */
function controlGroup(): Meter | null {
  const mount = mountPoint()
  const own = /^0::(.*)$/m.exec(readText('/proc/self/cgroup'))?.[1]
  if (mount === undefined || own === undefined) return null
  groups += 1
  const path = join(mount, own, `apogee-tests-${process.pid}-${groups}`)
  try {
    mkdirSync(path)
  } catch {
    return null // The shell's own times are nearly as accurate.
  }
  return {
    script: 'echo $$ > "$0/cgroup.procs"; exec "$@"',
    path,
    read() {
      const usage = Number(/^usage_usec (\d+)$/m.exec(readText(join(path, 'cpu.stat')))?.[1])
      removeGroup(path)
      return usage / 1e6
    },
  }
}

const mountPoint = (): string | undefined => /^\S+ (\S+) cgroup2 /m.exec(readText('/proc/self/mounts'))?.[1]

function removeGroup(path: string): void {
  try {
    rmdirSync(path)
  } catch (error) {
    // A process that still runs in the group prevents its removal. The group then stays until the machine ends.
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    const left = readText(join(path, 'cgroup.procs')).trim().split('\n').join(', ')
    console.error(`processes that a step started still run: ${left}`)
  }
}

/** Measures with the shell's `times`, which counts the processes that the shell and its children waited for. */
function shellTimes(): Meter {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-times-'))
  const path = join(folder, 'times')
  return {
    script: '"$@"; code=$?; times > "$0"; exit $code',
    path,
    read() {
      const seconds = childrenSeconds(readText(path))
      rmSync(folder, { recursive: true, force: true })
      return seconds
    },
  }
}

/** @param times the output of the shell's `times`: user and system time of the shell, then of its children. */
export function childrenSeconds(times: string): number {
  const [, children = ''] = times.split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

/** Returns the text of a file, or an empty text when the file does not exist: systems differ in which of these files they have. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
