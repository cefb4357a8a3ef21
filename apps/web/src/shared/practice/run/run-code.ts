import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import { isSameValue } from '@apogee/domain/same-value.ts'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  maxLineLength,
  maxLines,
  memoryBytes,
  runTimeMs,
  stackBytes,
  type PracticeResult,
  type PracticeRun,
} from '../practice.ts'

/**
 * Runs the code in a separate engine with the language and `console` only: no page, no storage, no network. Never throws for errors
 * of the code; time, memory, stack and output are limited.
 * @param wasmLocation URL of the engine in the bundle; undefined means beside the package, as in tests.
 * @throws when the engine cannot be loaded.
 */
export async function runCode({ code, checks }: PracticeRun, wasmLocation?: string): Promise<PracticeResult> {
  // Each run uses a new engine, because code that ran out of memory may leave an engine that cannot free its memory.
  const engine = await newQuickJSWASMModuleFromVariant(
    wasmLocation ? newVariant(variant, { wasmLocation }) : variant,
  )
  const deadline = Date.now() + runTimeMs
  const result: PracticeResult = { lines: [], wasCut: false, failure: null, checks: [] }
  const runtime = engine.newRuntime({
    memoryLimitBytes: memoryBytes,
    maxStackSizeBytes: stackBytes,
    interruptHandler: () => Date.now() > deadline,
  })
  const context = runtime.newContext()
  offerConsole(context, result)
  result.failure = evaluate(context, code, deadline, () => undefined)
  if (result.failure) return result
  runtime.executePendingJobs(1000)
  for (const { expression, expected } of checks) {
    let got = ''
    const failure = evaluate(context, `JSON.stringify(${expression})`, deadline, (handle) => {
      got = context.typeof(handle) === 'undefined' ? 'undefined' : context.getString(handle)
    })
    if (failure && failure.kind !== 'threw') return { ...result, failure }
    if (failure) got = failure.message
    result.checks.push({ expression, expected, got, passed: failure === null && isExpected(got, expected) })
  }
  return result
}

/** The engine's stack trace shows this name for the learner's code. */
const fileName = 'exercise.js'

/** `expected` is JSON. `got` is JSON unless it is undefined, or the code has replaced `JSON.stringify`. */
function isExpected(got: string, expected: string): boolean {
  if (got === expected) return true
  try {
    return isSameValue(JSON.parse(expected), JSON.parse(got))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function evaluate(
  context: QuickJSContext,
  code: string,
  deadline: number,
  onValue: (value: QuickJSHandle) => void,
): PracticeResult['failure'] {
  const outcome = context.evalCode(code, fileName)
  if (outcome.error) {
    const thrown: unknown = context.dump(outcome.error)
    return failureOf(thrown, deadline)
  }
  onValue(outcome.value)
  return null
}

function failureOf(thrown: unknown, deadline: number): NonNullable<PracticeResult['failure']> {
  const { name, message, stack } =
    typeof thrown === 'object' && thrown !== null
      ? (thrown as { name?: unknown; message?: unknown; stack?: unknown })
      : { name: undefined, message: thrown, stack: undefined }
  if (name === 'InternalError' && message === 'interrupted' && Date.now() > deadline) return { kind: 'time' }
  if (name === 'InternalError' && message === 'out of memory') return { kind: 'memory' }
  const text = typeof name === 'string' ? `${name}: ${String(message)}` : String(message)
  return { kind: 'threw', message: text.slice(0, maxLineLength), line: lineIn(stack) }
}

/** Returns the line of the code that threw, from the engine's stack trace; null if the trace does not contain it. */
function lineIn(stack: unknown): number | null {
  const [, line] = /exercise\.js:(\d+)/.exec(typeof stack === 'string' ? stack : '') ?? []
  return line === undefined ? null : Number(line)
}

function offerConsole(context: QuickJSContext, result: PracticeResult): void {
  const print = context.newFunction('print', (...values) => {
    if (result.lines.length >= maxLines) {
      result.wasCut = true
      return
    }
    const line = values.map((value) => shown(context.dump(value) as unknown)).join(' ')
    result.wasCut ||= line.length > maxLineLength
    result.lines.push(line.slice(0, maxLineLength))
  })
  const console = context.newObject()
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) context.setProp(console, name, print)
  context.setProp(context.global, 'console', console)
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
