import { randomBytes } from 'node:crypto'

/** The name identifies this process in logs, metrics and the liveness check. It is new with each start. */
export const instance = randomBytes(4).toString('hex')
