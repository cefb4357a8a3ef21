import { isRecord } from './wire.ts'

export interface SimulatorAnswer {
  status: number
  contentType: string
  text: string
  location?: string
  retryAfter?: number
}

export type SimulatorFault =
  /** The connection is cut before the request is processed. */
  | { kind: 'down' }
  /** The request is not processed and gets no answer. */
  | { kind: 'silent' }
  /** The request is processed and gets no answer. */
  | { kind: 'silent_after_commit' }
  /** The request is processed and the connection is cut. */
  | { kind: 'cut_after_commit' }
  /** This answer is sent and the request is not processed. */
  | {
      kind: 'answer'
      status: number
      text: string
      contentType?: string
      location?: string
      retryAfter?: number
    }
  /** The request is processed and this answer is sent. */
  | { kind: 'answer_after_commit'; status: number; text: string; contentType?: string }
  /** The request is processed and answered after a delay. */
  | { kind: 'slow'; seconds: number }
  /** The request is processed and half of the answer is sent. */
  | { kind: 'truncated' }
  /** The request is processed and the answer is changed. */
  | { kind: 'alter'; change: (answer: Record<string, unknown>) => unknown }
  /** An error body contains the errors of the whole object as one object instead of a list (docs/chip.md#errors). */
  | { kind: 'object_errors' }
  /** Refunds stay in `pending_refund` for this time. */
  | { kind: 'slow_refund'; seconds: number }
  /** Refunds fail: immediately with `purchase_refund_error`, or after this time in `pending_refund`. */
  | { kind: 'failed_refund'; seconds: number }

export const questions = [
  'create',
  'read',
  'cancel',
  'refund',
  'public_key',
  'payment_methods',
  'other',
] as const

export type Question = (typeof questions)[number]

/** Selects the requests to which a fault applies. Without any field, the fault applies to all requests. */
export interface FaultReach {
  times?: number
  on?: Question
  /** The fault applies to every n-th request only. */
  every?: number
}

interface ActiveFault {
  fault: SimulatorFault
  left: number
  on: Question | null
  every: number
  /** Counts the requests so far to which this fault may apply. */
  asked: number
}

export interface SimulatorFaults {
  /** Injects a fault into all following requests, or into the next `times` requests. Replaces all earlier faults. */
  inject(fault: SimulatorFault, times?: number): void
  /** Adds a fault to the active ones. When several faults match a request, the newest one applies. */
  add(fault: SimulatorFault, reach: FaultReach): void
  clear(): void
  /** Counts one request and returns its fault. */
  next(question: Question): SimulatorFault | null
  active(): { fault: SimulatorFault; on: Question | null; left: number; every: number }[]
}

export function createFaults(): SimulatorFaults {
  let faults: ActiveFault[] = []
  return {
    inject(fault, times = Infinity) {
      faults = [{ fault, left: times, on: null, every: 1, asked: 0 }]
    },
    add(fault, { times = Infinity, on, every = 1 }) {
      faults = [{ fault, left: times, on: on ?? null, every, asked: 0 }, ...faults]
    },
    clear() {
      faults = []
    },
    next(question) {
      for (const active of faults) {
        if (active.on !== null && active.on !== question) continue
        active.asked += 1
        if (active.left <= 0 || active.asked % active.every !== 0) continue
        active.left -= 1
        return active.fault
      }
      return null
    },
    active: () => faults.filter(({ left }) => left > 0).map(({ asked: _asked, ...fault }) => fault),
  }
}

/** Returns a change for `alter` that sets values at dotted paths, such as `purchase.total`. */
export function withFields(fields: Record<string, unknown>): (answer: Record<string, unknown>) => unknown {
  return (answer) => {
    const altered = structuredClone(answer)
    for (const [path, value] of Object.entries(fields)) {
      const names = path.split('.')
      let node: Record<string, unknown> = altered
      for (const name of names.slice(0, -1)) {
        const inner = node[name]
        if (isRecord(inner)) node = inner
      }
      const last = names.at(-1)
      if (last !== undefined) node[last] = value
    }
    return altered
  }
}
