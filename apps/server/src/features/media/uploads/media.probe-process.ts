/** The child process of media.probe.ts loads one parser, reports the result and exits. */
import type { Length } from './media.probe.ts'

// The server has exited, so no process waits for the result.
process.once('disconnect', () => process.exit())

const [path = '', contentType] = process.argv.slice(2)

async function lengthOf(): Promise<Length> {
  try {
    if (contentType === 'application/pdf') {
      const { pagesOf } = await import('../pdf-pages.ts')
      return { pages: await pagesOf(path) }
    }
    const { secondsOf } = await import('../streams/video-seconds.ts')
    return { seconds: await secondsOf(path) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

process.send?.(await lengthOf())
