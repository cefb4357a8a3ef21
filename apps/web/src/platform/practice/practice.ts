/** Messages between the page and the worker that runs a learner's code. */

export interface PracticeRun {
  code: string
  /** Each is an expression over the learner's code and its required value, as JSON. */
  checks: readonly PracticeCheck[]
}

export interface PracticeCheck {
  expression: string
  expected: string
}

export interface PracticeResult {
  /** Printed output, one entry per line, cut at {@link maxLines}. */
  lines: string[]
  wasCut: boolean
  /** The code did not finish: what was thrown, or which limit was reached. */
  failure: { kind: 'threw'; message: string; line: number | null } | { kind: 'time' | 'memory' } | null
  checks: { expression: string; expected: string; got: string; passed: boolean }[]
}

export const runTimeMs = 2000
export const memoryBytes = 32 * 1024 * 1024
/** With more, the browser's own stack overflows before the engine's. */
export const stackBytes = 128 * 1024
export const maxLines = 200
export const maxLineLength = 1000
