export interface StopSignals {
  /** Aborts at the first SIGTERM or SIGINT. */
  asked: AbortSignal
  /** Aborts at a later signal, by which the operator skips the wait for the load balancer. */
  urged: AbortSignal
}

export function watchForStop(now?: () => number): StopSignals
