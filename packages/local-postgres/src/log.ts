import type { BaseLogger } from 'pino'

/** What the engine reports goes to the server's own logger. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
