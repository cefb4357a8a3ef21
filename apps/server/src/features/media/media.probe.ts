/** Reads how long a file is in a thread of its own: a hostile file costs that thread, not the server. */
import { Worker } from 'node:worker_threads'

/** Seconds of a video, or pages of a document, or why neither is known. */
export type Length = { seconds: number } | { pages: number } | { problem: string }

const patienceMs = 60_000
const heapMegabytes = 256

export function readLength(path: string, contentType: string): Promise<Length> {
  const worker = new Worker(new URL('./media.probe-thread.ts', import.meta.url), {
    workerData: { path, contentType },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // What a parser prints about a broken file is told by its problem already.
    stdout: true,
    stderr: true,
  })
  return new Promise<Length>((resolve) => {
    const tooLong = setTimeout(() => resolve({ problem: `not read within ${patienceMs} ms` }), patienceMs)
    worker.once('message', resolve)
    worker.once('error', (error) =>
      resolve({ problem: error instanceof Error ? error.message : String(error) }),
    )
    worker.once('exit', (code) => resolve({ problem: `the reader ended with ${code}` }))
    tooLong.unref()
  }).finally(() => worker.terminate())
}
