/** Runs a command and measures the processor time of it and of every process that it started. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ended {
  /** Exit code; 1 when a signal ended the command. */
  code: number
  /** Wall time. */
  seconds: number
  /** User and system time of all processes together. */
  processorSeconds: number
  /** What the command wrote to both of its outputs; empty when they were passed on. */
  output: string
}

interface Options {
  folder: string
  environment?: Record<string, string>
  /** Collects the output instead of passing it on. */
  isCaptured?: boolean
}

/** What the shell does before and after the command, and how its processor time is read afterwards. */
interface Meter {
  script: string
  /** `$0` of the script. */
  path: string
  /** @returns seconds. Called once, after the command has ended; removes what the meter made. */
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
 * A control group (version 2) counts every process that was ever in it, also one that outlives its parent, such as
 * PostgreSQL. Null where this process may not make one.
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
    return null // The shell's own times count nearly as well.
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
    // A process that still runs keeps its group, which the system removes with the machine.
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    const left = readText(join(path, 'cgroup.procs')).trim().split('\n').join(', ')
    console.error(`processes that a step started still run: ${left}`)
  }
}

/** The shell's `times` counts the processes that it and its children waited for. */
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

/** Empty for a file that does not exist: the systems differ in them. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
