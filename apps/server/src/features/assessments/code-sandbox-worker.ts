/**
 * Runs learners' code in the worker thread of code-sandbox.ts. The engine is QuickJS, a separate JavaScript engine in WebAssembly,
 * which cannot reach Node, this thread or the expected values. Each test gets a new engine.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { CallOutcome, CodeToRun, WorkerInput } from './code-sandbox.ts'

const { toRun, callMs } = workerData as WorkerInput
const memoryBytes = 32 * 1_048_576
const stackBytes = 256 * 1024
const outputMaxLength = 20_000

/** Saves built-ins before the learner's code can replace them. Printed output is discarded. */
const prelude = `(() => {
  const { parse, stringify } = JSON
  const text = String, apply = Reflect.apply, slice = text.prototype.slice
  globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} }
  return {
    parse: (json) => parse(json),
    stringify: (value) => stringify(typeof value === 'number' && value - value !== 0 ? text(value) : value),
    describe: (error) => {
      try {
        const said = error === null || typeof error !== 'object' ? text(error) : text(error.name) + ': ' + text(error.message)
        return apply(slice, said, [0, 300])
      } catch { return '' }
    },
  }
})()`

async function runCall({ code, functionName }: CodeToRun, argumentsJson: string): Promise<CallOutcome> {
  const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  const context = runtime.newContext()
  const kept = context.unwrapResult(context.evalCode(prelude, 'prelude.js'))
  const parse = context.getProp(kept, 'parse')
  const stringify = context.getProp(kept, 'stringify')
  const describe = context.getProp(kept, 'describe')
  const given = context.unwrapResult(
    context.callFunction(parse, context.undefined, context.newString(argumentsJson)),
  )
  const count = context.getProp(given, 'length').consume((handle) => context.getNumber(handle))
  const args = Array.from({ length: count }, (_, place) => context.getProp(given, place))

  let isOutOfTime = false
  const end = Date.now() + callMs
  runtime.setInterruptHandler(() => (isOutOfTime ||= Date.now() > end))

  type Failed = Extract<ReturnType<typeof context.evalCode>, { error: unknown }>['error']
  function failure(error: NonNullable<Failed>): CallOutcome {
    if (isOutOfTime) return { kind: 'time', message: '' }
    const told = context.callFunction(describe, context.undefined, error)
    if (isOutOfTime) return { kind: 'time', message: '' }
    const message = told.error ? '' : context.getString(told.value)
    return { kind: /out of memory/.test(message) ? 'memory' : 'threw', message }
  }

  const loaded = context.evalCode(code, 'answer.js', { type: 'global' })
  if (loaded.error) return failure(loaded.error)
  const named = context.evalCode(`typeof ${functionName} === 'function' ? ${functionName} : undefined`)
  if (named.error) return failure(named.error)
  if (context.typeof(named.value) !== 'function') return { kind: 'noFunction', message: '' }
  const returned = context.callFunction(named.value, context.undefined, ...args)
  if (returned.error) return failure(returned.error)
  const written = context.callFunction(stringify, context.undefined, returned.value)
  if (written.error) return failure(written.error)
  if (context.typeof(written.value) !== 'string') return { kind: 'returned', json: null }
  const length = context.getProp(written.value, 'length').consume((handle) => context.getNumber(handle))
  if (length > outputMaxLength) return { kind: 'output', message: '' }
  return { kind: 'returned', json: context.getString(written.value) }
}

parentPort?.postMessage('ready')
for (const argumentsJson of toRun.calls) {
  const outcome = await runCall(toRun, argumentsJson)
  parentPort?.postMessage(outcome)
  // A further call would take as much time or memory again.
  if (outcome.kind === 'time' || outcome.kind === 'memory' || outcome.kind === 'noFunction') break
}
