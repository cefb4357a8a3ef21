/** Messages between the page and the worker that runs a learner's code. */

export interface PracticeRun {
  code: string
  /** Each is an expression over the learner's code and its required value: JSON, or an expression of Python. */
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
  failure:
    | { kind: 'threw'; message: string; line: number | null }
    /** `input`: it asked for a line from the keyboard. */
    | { kind: 'time' | 'memory' | 'input' }
    | null
  checks: { expression: string; expected: string; got: string; passed: boolean }[]
}

/** What the worker of Python says: once `ready`, then for each run its lines and `result`. */
export type PythonMessage =
  | { kind: 'ready' }
  | { kind: 'line'; line: string }
  | { kind: 'result'; result: Omit<PracticeResult, 'lines'> }
  | { kind: 'error'; error: string }

export const runTimeMs = 2000
/** Python in WebAssembly is several times slower than Python elsewhere. */
export const pythonTimeMs = 5000
/** The engine needs about 40 MB of it. */
export const pythonMemoryBytes = 256 * 1024 * 1024
export const memoryBytes = 32 * 1024 * 1024
/** With more, the browser's own stack overflows before the engine's. */
export const stackBytes = 128 * 1024
export const maxLines = 200
export const maxLineLength = 1000
