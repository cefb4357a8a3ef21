import type { BaseLogger } from 'pino'

/** The engine's messages go to the server's own logger. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
