/** What one process of the product does (`APOGEE_ROLE`). */
export const processRoles = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** A worker answers only `/healthz`, `/readyz` and `/metrics`. */
export const servesPages = (role: ProcessRole): boolean => role !== 'worker'

/** Also sends the callbacks of the payment simulator. */
export const runsJobs = (role: ProcessRole): boolean => role !== 'web'

/**
 * Database connections. Jobs use up to 23 when every concurrent job reads or writes: 15 jobs, 6 that listen, the heartbeat and
 * one to spare. Requests use up to 15; a worker's are for its health checks, metrics and alarms.
 */
export const poolSizes: Readonly<Record<ProcessRole, number>> = { all: 38, web: 15, worker: 26 }
