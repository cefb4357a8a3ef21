/**
 * Where the product takes part in traces (docs/decisions/processes.md). Nothing is measured until `useTracer`: each of these places
 * then costs one comparison, and no library is loaded.
 */

export interface SpanWish {
  /** Few values: a route, a task, a path without ids. */
  name: string
  kind: 'server' | 'client' | 'consumer'
  /** No personal data, no secrets, no ids of people. */
  attributes?: Readonly<Record<string, string | number>>
  /** The span it continues, as a header `traceparent`; otherwise the current one. */
  traceparent?: string | undefined
}

export interface Tracer {
  /** Runs the work in a span, which ends with it. */
  run<T>(wish: SpanWish, work: () => Promise<T>): Promise<T>
  /** The current span, as a header `traceparent`; undefined outside of spans. */
  traceparent(): string | undefined
  /** Adds a statement to the current span. `answer`: settles when it is answered, if the driver says so. */
  countStatement(answer: unknown): void
}

let tracer: Tracer | undefined

/** For the whole process; undefined ends it. */
export function useTracer(wanted: Tracer | undefined): void {
  tracer = wanted
}

/** Whether this process records traces: pages then begin one with each of their calls. */
export const isTracing = (): boolean => tracer !== undefined

export const traced = <T>(wish: () => SpanWish, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.run(wish(), work) : work()

export const currentTraceparent = (): string | undefined => tracer?.traceparent()

export function countStatement(answer: unknown): void {
  tracer?.countStatement(answer)
}
