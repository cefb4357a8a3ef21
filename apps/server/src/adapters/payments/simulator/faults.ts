/** Ways in which the simulator misbehaves towards Apogee, for tests. */
import { isRecord } from '../chip-format.ts'

export interface SimulatorAnswer {
  status: number
  contentType: string
  text: string
  location?: string
}

export type SimulatorFault =
  /** The connection is cut before anything happens. */
  | { kind: 'down' }
  /** Nothing happens and no answer comes. */
  | { kind: 'silent' }
  /** What was asked is done, but no answer comes. */
  | { kind: 'silent_after_commit' }
  /** This answer instead of doing anything. */
  | { kind: 'answer'; status: number; text: string; contentType?: string; location?: string }
  /** Done as asked, but told differently. */
  | { kind: 'alter'; change: (answer: Record<string, unknown>) => unknown }
  /** Refunds stay in `pending_refund` for so long. */
  | { kind: 'slow_refund'; seconds: number }

export interface SimulatorFaults {
  /** From now on, or for the next `times` questions. Replaces the fault before it. */
  inject(fault: SimulatorFault, times?: number): void
  clear(): void
  /** Counts one question and tells its fault. */
  next(): SimulatorFault | null
}

export function createFaults(): SimulatorFaults {
  let current: { fault: SimulatorFault; left: number } | null = null
  return {
    inject(fault, times = Infinity) {
      current = { fault, left: times }
    },
    clear() {
      current = null
    },
    next() {
      if (!current || current.left <= 0) return null
      current.left -= 1
      return current.fault
    },
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
