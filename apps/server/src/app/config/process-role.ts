/** `APOGEE_ROLE` selects the role of one process of the product. */
export const processRoles = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** A worker answers only `/healthz`, `/readyz` and `/metrics`. */
export const servesPages = (role: ProcessRole): boolean => role !== 'worker'

/** A process that runs jobs also sends the callbacks of the payment simulator. */
export const runsJobs = (role: ProcessRole): boolean => role !== 'web'

/**
 * The values are database connections. Jobs use up to 23 when every concurrent job reads or writes: 15 jobs, 6 that listen, the
 * heartbeat and one spare. Requests use up to 15. A worker's requests are its health checks, metrics and alarms.
 */
export const poolSizes: Readonly<Record<ProcessRole, number>> = { all: 38, web: 15, worker: 26 }
