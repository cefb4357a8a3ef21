/** The environment variable `APOGEE_ROLE` selects which work a process does. */
export const processRoles = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** A worker answers only `/healthz`, `/readyz` and `/metrics`. */
export const servesPages = (role: ProcessRole): boolean => role !== 'worker'

/** Returns whether the process runs jobs. Such a process also sends the callbacks of the payment simulator. */
export const runsJobs = (role: ProcessRole): boolean => role !== 'web'

/**
 * A process has this many database connections. Jobs use up to 23 of them when every concurrent job reads or writes: 15 jobs, 6
 * that listen, the heartbeat and one spare. Requests use up to 15. The requests of a worker are its health checks, metrics and
 * alarms.
 */
export const poolSizes: Readonly<Record<ProcessRole, number>> = { all: 38, web: 15, worker: 26 }
