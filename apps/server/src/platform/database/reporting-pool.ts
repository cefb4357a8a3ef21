import pg from 'pg'
import { failureOf, failureToConnect, reportingTo } from './connections/lost-connections.ts'

type Callback = (error: unknown, ...rest: unknown[]) => unknown
type Method = (...parameters: unknown[]) => unknown

/**
 * Reports lost connections as DatabaseLost. The pool's own `query` reports the failure of its connection's socket without asking
 * the connection.
 */
export class ReportingPool extends pg.Pool {
  static {
    // The cast preserves the driver's many overloads.
    const driver = pg.Pool.prototype as unknown as { connect: Method; query: Method }
    this.prototype.connect = function connect(this: ReportingPool, callback?: Callback): unknown {
      return reportingTo(failureToConnect, callback ? [callback] : [], (parameters) =>
        driver.connect.apply(this, parameters),
      )
    } as typeof pg.Pool.prototype.connect
    this.prototype.query = function query(this: ReportingPool, ...parameters: unknown[]): unknown {
      return reportingTo(failureOf, parameters, (reporting) => driver.query.apply(this, reporting))
    } as typeof pg.Pool.prototype.query
  }
}
