/** The other side of read-apart.ts: answers one request in a process of its own. */
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ApartAnswer, ApartQuestion } from './read-apart.ts'

/** Lower priority than the processes that serve requests. */
const lowPriority = 10

type Read<Request> = (request: Request, sendPart: (part: unknown) => void) => Promise<unknown>

export function answerApart<Request>(read: Read<Request>): void {
  setPriority(lowPriority)
  // On a stop of the whole process group the server ends this process.
  process.on('SIGTERM', () => undefined)
  process.on('SIGINT', () => undefined)
  // The server has exited: nobody waits for the answer.
  process.once('disconnect', () => process.exit())
  process.once('message', (message) => {
    const { request, limits } = message as ApartQuestion
    // A thread of its own, because the reader may never return to the events of this one.
    const watch = new Worker(new URL('./limits-worker.ts', import.meta.url), { workerData: limits })
    watch.unref()
    void answerTo(read, request as Request)
  })
}

async function answerTo<Request>(read: Read<Request>, request: Request): Promise<void> {
  const send = (answer: ApartAnswer) => process.send?.(answer)
  try {
    send({ result: await read(request, (part) => send({ part })) })
  } catch (error) {
    // Too deep, too long or too many: a fault of the file. The other side sees a reader that was ended.
    if (error instanceof RangeError) process.exit(1)
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
