/** Defines the messages between the page and the worker that runs a learner's code. */

export interface PracticeRun {
  code: string
  /** Each check has an expression over the learner's code and the required value: JSON, or an expression of Python. */
  checks: readonly PracticeCheck[]
}

export interface PracticeCheck {
  expression: string
  expected: string
}

export interface PracticeResult {
  /** `lines` holds the printed output, one entry per line, and is cut at {@link maxLines}. */
  lines: string[]
  wasCut: boolean
  /** `failure` is set when the code did not finish: the thrown error or the limit that was reached. */
  failure:
    | { kind: 'threw'; message: string; line: number | null }
    /** `input` means that the code requested a line from the keyboard. */
    | { kind: 'time' | 'memory' | 'input' }
    | null
  checks: { expression: string; expected: string; got: string; passed: boolean }[]
}

/** The Python worker sends `ready` once, then for each run its lines and `result`. */
export type PythonMessage =
  | { kind: 'ready' }
  | { kind: 'line'; line: string }
  | { kind: 'result'; result: Omit<PracticeResult, 'lines'> }
  | { kind: 'error'; error: string }

export const runTimeMs = 2000
/** The limit is higher than for JavaScript, because Python in WebAssembly is several times slower than native Python. */
export const pythonTimeMs = 5000
/** About 40 MB of this limit are used by the engine itself. */
export const pythonMemoryBytes = 256 * 1024 * 1024
export const memoryBytes = 32 * 1024 * 1024
/** With a larger value, the browser's own stack would overflow before the engine's stack. */
export const stackBytes = 128 * 1024
export const maxLines = 200
export const maxLineLength = 1000
