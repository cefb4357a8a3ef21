export interface StopSignals {
  /** Aborts at the first SIGTERM or SIGINT. */
  asked: AbortSignal
  /** Aborts at a later one: the operator does not want to wait for the balancer. */
  urged: AbortSignal
}

export function watchForStop(now?: () => number): StopSignals
