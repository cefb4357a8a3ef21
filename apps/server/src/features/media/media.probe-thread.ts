/** The thread behind media.probe.ts: loads the one reader it needs. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Length } from './media.probe.ts'

const { path, contentType } = workerData as { path: string; contentType: string }

async function lengthOf(): Promise<Length> {
  try {
    if (contentType === 'application/pdf') {
      const { pagesOf } = await import('./pdf-pages.ts')
      return { pages: await pagesOf(path) }
    }
    const { secondsOf } = await import('./video-seconds.ts')
    return { seconds: await secondsOf(path) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await lengthOf())
