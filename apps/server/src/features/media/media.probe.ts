/** Reads how long a file is in a process of its own: a hostile file costs that process, not the server. */
import { fork } from 'node:child_process'

/** Seconds of a video, or pages of a document, or why neither is known. */
export type Length = { seconds: number } | { pages: number } | { problem: string }

const patienceMs = 60_000
const heapMegabytes = 256
const reader = new URL('./media.probe-process.ts', import.meta.url)

export function readLength(path: string, contentType: string): Promise<Length> {
  const child = fork(reader, [path, contentType], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // Nothing of ours is its business; what a parser prints about a broken file is told by its problem already.
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
