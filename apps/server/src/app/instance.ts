import { randomBytes } from 'node:crypto'

/** Names this process in logs, metrics and the liveness check; new with each start. */
export const instance = randomBytes(4).toString('hex')
