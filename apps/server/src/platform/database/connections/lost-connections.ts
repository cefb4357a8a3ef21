/**
 * Distinguishes a connection lost during use from every other failure. The connections and pools of this folder report
 * the loss themselves, so that each library and statement gets the same error (silent-connections.ts, reporting-pool.ts).
 */
import pg from 'pg'

/**
 * The connection broke before the answer arrived. The statement, even a COMMIT, may have been executed, so callers must not assume
 * that nothing happened.
 */
export class DatabaseLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
    this.name = 'DatabaseLost'
  }
}

/** No answer arrived in time. Libraries and messages recognise the code, which Node also uses for this case. */
export class DatabaseSilent extends DatabaseLost {
  readonly code = 'ETIMEDOUT'
  constructor(what: string) {
    super(new Error(what))
  }
}

/** The driver reports these failures without a code. */
const driverMessages =
  /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^timeout expired$|establishing an SSL connection$/

/** Recognises a socket failure, a closed connection, and the server's message before it closes the connection. */
function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  // Node tries each address of a host name and reports all failures.
  if (error instanceof AggregateError) return error.errors.some(isLoss)
  if (!(error instanceof Error)) return false
  // A connection that ends during its TLS handshake reports a code without a system call.
  return (
    'syscall' in error ||
    ('code' in error && error.code === 'ECONNRESET') ||
    driverMessages.test(error.message)
  )
}

/** Converts the failure of a statement for callers. */
export const failureOf = (error: unknown): unknown => (isLoss(error) ? new DatabaseLost(error) : error)

/**
 * Converts a failed connection attempt for callers. An error that the server reported keeps its code, which distinguishes too many
 * connections from a wrong password.
 */
export const failureToConnect = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? error : failureOf(error)

/** Returns true for a lost connection, and for an error that was caused by one. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost)
  return error instanceof DatabaseLost || (error instanceof Error && isDatabaseLost(error.cause))
}

/**
 * Calls a function of the driver and converts its failures. The driver reports to the callback among the parameters, or with a
 * promise.
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
