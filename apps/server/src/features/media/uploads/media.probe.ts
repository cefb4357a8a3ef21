/** Measures a file's length in a separate process, because a hostile file can crash that process but not the server. */
import { fork } from 'node:child_process'

/** The seconds of a video, the pages of a document, or the reason why neither is known. */
export type Length = { seconds: number } | { pages: number } | { problem: string }

const patienceMs = 60_000
const heapMegabytes = 256
const reader = new URL('./media.probe-process.ts', import.meta.url)

export function readLength(path: string, contentType: string): Promise<Length> {
  const child = fork(reader, [path, contentType], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // The process receives no environment, so that a hostile file cannot read secrets. Its output is ignored, because it only
    // repeats the reported problem.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  return new Promise<Length>((resolve) => {
    child.once('message', (length) => resolve(length as Length))
    child.once('error', (error) => resolve({ problem: error.message }))
    child.once('exit', (code, signal) => resolve({ problem: `the reader ended with ${signal ?? code}` }))
  }).finally(() => child.kill('SIGKILL'))
}
