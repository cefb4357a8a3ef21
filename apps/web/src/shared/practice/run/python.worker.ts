/** Runs the learner's Python in a worker thread. The worker serves several runs, because the engine takes seconds to load. */
import coreUrl from 'pyodide/pyodide.asm.mjs?url'
import 'pyodide/pyodide.asm.wasm?url'
import stdLibURL from 'pyodide/python_stdlib.zip?url'
import { pythonMemoryBytes, type PracticeRun, type PythonMessage } from '../practice.ts'
import { limitMemory, loadPython } from './run-python.ts'
import { withdrawConnections } from './withdraw-connections.ts'

const say = (message: PythonMessage) => postMessage(message)

limitMemory(pythonMemoryBytes)
const engine = loadPython({ indexURL: new URL('.', new URL(coreUrl, location.href)).href, stdLibURL })
engine
  .then(() => {
    withdrawConnections(globalThis)
    say({ kind: 'ready' })
  })
  .catch((error: unknown) => say({ kind: 'error', error: String(error) }))

addEventListener('message', ({ data }: MessageEvent<PracticeRun>) => {
  void engine.then((run) => {
    try {
      say({ kind: 'result', result: run(data, (line) => say({ kind: 'line', line })) })
    } catch (error) {
      say({ kind: 'error', error: String(error) })
    }
  })
})
