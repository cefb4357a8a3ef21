/** Probes a file's length in a separate process: a hostile file can crash that process, not the server. */
import { fork } from 'node:child_process'

/** Seconds of a video, or pages of a document, or why neither is known. */
export type Length = { seconds: number } | { pages: number } | { problem: string }

const patienceMs = 60_000
const heapMegabytes = 256
const reader = new URL('./media.probe-process.ts', import.meta.url)

export function readLength(path: string, contentType: string): Promise<Length> {
  const child = fork(reader, [path, contentType], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // The process gets no environment; a parser's output about a broken file repeats its reported problem.
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
