import pg from 'pg'
import { failureOf, failureToConnect, reportingTo } from './lost-connections.ts'

type Callback = (error: unknown, ...rest: unknown[]) => unknown
type Method = (...parameters: unknown[]) => unknown

/**
 * A pool that reports lost connections as DatabaseLost. Its own `query` reports the failure of its connection's socket
 * without asking the connection.
 */
export class ReportingPool extends pg.Pool {
  static {
    // The driver's many signatures are kept.
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
