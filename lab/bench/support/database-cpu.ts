import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const ticksPerSecond = 100

/** Returns the CPU time of all PostgreSQL processes in µs. @throws on systems other than Linux. */
export async function databaseCpu(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const backend = statOf(String(rows[0]?.pid))
  if (!backend) throw new Error('The processor time of PostgreSQL is read from /proc, which only Linux has')
  const postmaster = backend.parent
  let ticks = 0
  for (const pid of readdirSync('/proc')) {
    const process = /^\d+$/.test(pid) ? statOf(pid) : null
    if (process && (pid === postmaster || process.parent === postmaster)) ticks += process.ticks
  }
  return (ticks / ticksPerSecond) * 1e6
}

/** Returns the parent and the CPU time of a process, including ended children. */
function statOf(pid: string): { parent: string; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, parent = '', ...rest] = fields
    const used = rest.slice(9, 13).map(Number)
    return { parent, ticks: used.reduce((sum, each) => sum + each, 0) }
  } catch {
    // This system has no /proc, or the process has just ended.
    return null
  }
}
