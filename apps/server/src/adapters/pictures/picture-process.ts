/** Runs as the process behind child-pictures.ts and answers one request at a time until it is stopped. */
import { setPriority } from 'node:os'
import { doPictureWork, type PictureRequest } from './picture-work.ts'
import { PictureRefused, type MadePicture, type PictureProblem } from './port.ts'

export type PictureAnswer =
  | (Omit<MadePicture, 'bytes'> & { bytes: Uint8Array })
  | { problem: PictureProblem; why: string }

/** The priority is lower than that of the processes that serve requests. */
const lowPriority = 10
/** A decoded picture of 20 megapixels takes about 80 MB; more than this limit indicates an attack. */
const mostMemoryBytes = 600 * 1_048_576
const memoryLookMs = 50

setPriority(lowPriority)
// When the whole process group receives SIGTERM, running requests finish first, and the server then ends this process.
process.on('SIGTERM', () => undefined)
process.on('SIGINT', () => undefined)
// The channel disconnects when the server has exited.
process.once('disconnect', () => process.exit())
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemoryBytes) process.exit(1)
}, memoryLookMs).unref()

process.on('message', (request: PictureRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer))
})

async function answerTo(request: PictureRequest): Promise<PictureAnswer> {
  try {
    return await doPictureWork(request)
  } catch (error) {
    if (error instanceof PictureRefused) return { problem: error.problem, why: error.message }
    return { problem: 'unreadable', why: error instanceof Error ? error.message : String(error) }
  }
}
