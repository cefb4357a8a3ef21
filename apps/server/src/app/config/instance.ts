import { randomBytes } from 'node:crypto'

/** Identifies this process in logs, metrics and the liveness check. Each start has a new name. */
export const instance = randomBytes(4).toString('hex')
