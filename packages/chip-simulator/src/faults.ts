/** Ways in which the simulator misbehaves towards Apogee, for tests. */
import { isRecord } from './wire.ts'

export interface SimulatorAnswer {
  status: number
  contentType: string
  text: string
  location?: string
  retryAfter?: number
}

export type SimulatorFault =
  /** The connection is cut before anything happens. */
  | { kind: 'down' }
  /** Nothing happens and no answer comes. */
  | { kind: 'silent' }
  /** What was asked is done, but no answer comes. */
  | { kind: 'silent_after_commit' }
  /** What was asked is done, and the connection is cut. */
  | { kind: 'cut_after_commit' }
  /** This answer instead of doing anything. */
  | {
      kind: 'answer'
      status: number
      text: string
      contentType?: string
      location?: string
      retryAfter?: number
    }
  /** What was asked is done, but answered like this. */
  | { kind: 'answer_after_commit'; status: number; text: string; contentType?: string }
  /** Done and told as asked, after so long. */
  | { kind: 'slow'; seconds: number }
  /** Done as asked, and half of the answer is lost. */
  | { kind: 'truncated' }
  /** Done as asked, but told differently. */
  | { kind: 'alter'; change: (answer: Record<string, unknown>) => unknown }
  /** Errors of the whole object come as one object instead of a list of them (docs/chip.md#errors). */
  | { kind: 'object_errors' }
  /** Refunds stay in `pending_refund` for so long. */
  | { kind: 'slow_refund'; seconds: number }
  /** Refunds fail: at once with `purchase_refund_error`, or after so long in `pending_refund`. */
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

/** Which questions a fault meets: all of them, unless it says otherwise. */
export interface FaultReach {
  times?: number
  on?: Question
  /** Only each n-th question. */
  every?: number
}

interface ActiveFault {
  fault: SimulatorFault
  left: number
  on: Question | null
  every: number
  /** Questions of its kind so far. */
  asked: number
}

export interface SimulatorFaults {
  /** From now on, or for the next `times` questions. Replaces the faults before it. */
  inject(fault: SimulatorFault, times?: number): void
  /** Stands beside the faults there are; the newest that fits a question meets it. */
  add(fault: SimulatorFault, reach: FaultReach): void
  clear(): void
  /** Counts one question and tells its fault. */
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

/** A change for `alter`: other values at dotted paths, such as `purchase.total`. */
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
