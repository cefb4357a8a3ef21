/**
 * Records spans of traces (docs/decisions/processes.md). Before `useTracer` each call costs one comparison, and no library is loaded.
 */

export interface SpanWish {
  /** There must be few distinct names: a route, a task, or a path without ids. */
  name: string
  kind: 'server' | 'client' | 'consumer'
  /** The attributes must contain no personal data, no secrets and no ids of people. */
  attributes?: Readonly<Record<string, string | number>>
  /** The span is a child of the span in this `traceparent` header. The default is the current span. */
  traceparent?: string | undefined
}

export interface Tracer {
  run<T>(wish: SpanWish, work: () => Promise<T>): Promise<T>
  /** Returns the current span as a `traceparent` header, or undefined outside of spans. */
  traceparent(): string | undefined
  /** Adds a statement to the current span. `answer` settles when the statement is answered, if the driver reports that. */
  countStatement(answer: unknown): void
}

let tracer: Tracer | undefined

/** Sets the tracer of the whole process. Undefined ends tracing. */
export function useTracer(wanted: Tracer | undefined): void {
  tracer = wanted
}

/** Returns whether this process records traces. If it does, pages in browsers begin a trace with each of their calls. */
export const isTracing = (): boolean => tracer !== undefined

export const traced = <T>(wish: () => SpanWish, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.run(wish(), work) : work()

export const currentTraceparent = (): string | undefined => tracer?.traceparent()

export function countStatement(answer: unknown): void {
  tracer?.countStatement(answer)
}
