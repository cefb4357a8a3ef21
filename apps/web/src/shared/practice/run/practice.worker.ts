/** Runs the learner's code in a worker thread, so that the page stays responsive. */
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import type { PracticeRun } from '../practice.ts'
import { runCode } from './run-code.ts'

addEventListener('message', ({ data }: MessageEvent<PracticeRun>) => {
  runCode(data, wasmLocation).then(
    (result) => postMessage({ result }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
