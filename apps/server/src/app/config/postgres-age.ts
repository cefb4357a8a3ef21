/** Determines from the version and the date whether a PostgreSQL server lacks published fixes. */

interface Major {
  /** This release of Apogee knows no newer minor release. */
  newest: number
  /** After this day PostgreSQL publishes no fixes (https://www.postgresql.org/support/versioning). */
  lastFixes: string
}

/** The minor releases below were the newest on this day. Each release of Apogee updates them. */
const knownOn = '2026-05-14'
const known: Readonly<Record<number, Major>> = {
  15: { newest: 18, lastFixes: '2027-11-11' },
  16: { newest: 14, lastFixes: '2028-11-09' },
  17: { newest: 10, lastFixes: '2029-11-08' },
  18: { newest: 4, lastFixes: '2030-11-14' },
}

/** Distributions publish a minor release some days after PostgreSQL does, and operators install it later. */
const timeToInstallMs = 30 * 24 * 3_600_000

export interface PostgresServer {
  /** The server reports its version in this form: '15.18 (Debian 15.18-0+deb12u1)' or '18.4'. */
  version: string
  /** If true, Apogee started the server from its own package. */
  isOwn: boolean
}

/** Returns a message for the operator of a live installation, or null if the server is recent enough. */
export function outdatedPostgres({ version, isOwn }: PostgresServer, now: Date): string | null {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? []
  const line = known[Number(major)]
  if (!line) return null
  const shown = `PostgreSQL ${major}.${minor}${isOwn ? ', our own engine,' : ''}`
  if (now >= new Date(line.lastFixes))
    return `${shown} gets no more fixes since ${line.lastFixes}: ${isOwn ? newerApogee : newerMajor}`
  if (Number(minor) < line.newest)
    return `${shown} lacks the fixes of ${major}.${line.newest}: ${isOwn ? newerApogee : newerMinor(major)}`
  const missed = scheduledFixes(new Date(knownOn), new Date(now.getTime() - timeToInstallMs))
  const next = missed[Number(minor) - line.newest]
  if (!next) return null
  return `${shown} is older than the fixes that PostgreSQL scheduled for ${next}: ${isOwn ? newerApogee : newerMinor(major)}`
}

const newerApogee =
  'install the newest release of Apogee, or move the data to a PostgreSQL that your system updates (docs/operations.md#postgresql-of-your-own)'
const newerMajor =
  'move the data to a newer PostgreSQL (docs/operations.md#backup-and-restore), or upgrade the cluster'
const newerMinor = (major: string) =>
  `install its newest minor release and restart it, on Debian: apt-get update && apt-get install --only-upgrade postgresql-${major}`

/**
 * Returns the days on which PostgreSQL regularly publishes fixes: the second Thursdays of February, May, August and November, after
 * one day and until another.
 */
function scheduledFixes(after: Date, until: Date): string[] {
  const days: string[] = []
  for (let year = after.getUTCFullYear(); year <= until.getUTCFullYear(); year += 1) {
    for (const month of [1, 4, 7, 10]) {
      const first = new Date(Date.UTC(year, month, 1))
      const thursday = 4
      const day = 1 + ((thursday - first.getUTCDay() + 7) % 7) + 7
      const date = new Date(Date.UTC(year, month, day))
      if (date > after && date <= until) days.push(date.toISOString().slice(0, 10))
    }
  }
  return days
}
