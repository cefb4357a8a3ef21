/**
 * Distinguishes a connection lost during use from every other failure. The connections and pools of this folder report
 * the loss themselves, so that each library and statement gets the same error (silent-connections.ts, reporting-pool.ts).
 */
import pg from 'pg'

/**
 * The connection broke before the answer arrived. The statement may have been executed, a COMMIT too, so callers must
 * not assume that nothing happened.
 */
export class DatabaseLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
    this.name = 'DatabaseLost'
  }
}

/** No answer arrived in time. The code is Node's for the same case, which libraries and messages know. */
export class DatabaseSilent extends DatabaseLost {
  readonly code = 'ETIMEDOUT'
  constructor(what: string) {
    super(new Error(what))
  }
}

/** The driver has no code for these. */
const driverMessages =
  /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^timeout expired$|establishing an SSL connection$/

/** A socket failure, a closed connection, or the server's message before it closes the connection. */
function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  // Node tries each address of a name.
  if (error instanceof AggregateError) return error.errors.some(isLoss)
  if (!(error instanceof Error)) return false
  // An end of the connection during its TLS handshake has a code without a system call.
  return (
    'syscall' in error ||
    ('code' in error && error.code === 'ECONNRESET') ||
    driverMessages.test(error.message)
  )
}

/** What callers get for the failure of a statement. */
export const failureOf = (error: unknown): unknown => (isLoss(error) ? new DatabaseLost(error) : error)

/**
 * What callers get for the failure to connect. An error that the server reports keeps its code: too many connections is
 * not a wrong password.
 */
export const failureToConnect = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? error : failureOf(error)

/** Returns true also for an error that wraps the loss. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost)
  return error instanceof DatabaseLost || (error instanceof Error && isDatabaseLost(error.cause))
}

/**
 * Calls a function of the driver, which reports to the callback among its parameters or with a promise, and translates
 * its failures.
 */
export function reportingTo(
  translated: (error: unknown) => unknown,
  parameters: readonly unknown[],
  call: (parameters: unknown[]) => unknown,
): unknown {
  const callback = parameters.at(-1)
  if (typeof callback === 'function') {
    const report = (error: unknown, ...rest: unknown[]): unknown =>
      (callback as (...answer: unknown[]) => unknown)(error && translated(error), ...rest)
    return call([...parameters.slice(0, -1), report])
  }
  const answer = call([...parameters])
  return answer instanceof Promise
    ? answer.catch((error: unknown) => {
        throw translated(error)
      })
    : answer
}
