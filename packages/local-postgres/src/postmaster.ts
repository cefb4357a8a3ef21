import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

export type Postmaster = { pid: number; socketDirectory: string }

/**
 * Returns the engine that runs on this folder, according to `postmaster.pid` and the process table. Removes the file when its
 * process id belongs to another program by now, because PostgreSQL would refuse to start.
 */
export async function findPostmaster(cluster: string, log: Log): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  // The lines are pid, data folder, start time, port, socket folder, …; PostgreSQL writes them one after another while it starts.
  const [pidLine = '', , , , socketDirectory = ''] = text.split('\n')
  const pid = Number.parseInt(pidLine, 10)
  if (!Number.isInteger(pid) || pid <= 0 || hasEnded(pid)) return undefined
  if (isSomethingElse(pid, cluster)) {
    if ((await readIfThere(file)) === text) {
      log.warn(
        { pid },
        'removing the postmaster.pid of an engine that is gone; its number belongs to another process',
      )
      await unlink(file)
    }
    return undefined
  }
  return { pid, socketDirectory }
}

/** Returns true when the process does not exist or only its zombie entry is left. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists and may not be signalled.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
  return processState(pid) === 'Z'
}

function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  } catch {
    // The system has no /proc, or the process has just ended. The next check decides.
    return undefined
  }
}

/**
 * Tells whether the process is not this cluster's postmaster, whose working directory is its data folder. When the directory cannot
 * be read, the pid file is trusted.
 */
function isSomethingElse(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== cluster
  } catch {
    return false
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
