/** Answers one request of read-apart.ts. Runs in the child process that read-apart.ts starts. */
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ApartAnswer, ApartQuestion } from './read-apart.ts'

/** The priority is lower than that of processes that serve requests. */
const lowPriority = 10

type Read<Request> = (request: Request, sendPart: (part: unknown) => void) => Promise<unknown>

export function answerApart<Request>(read: Read<Request>): void {
  setPriority(lowPriority)
  // The server ends this process when the whole process group is stopped.
  process.on('SIGTERM', () => undefined)
  process.on('SIGINT', () => undefined)
  // The server has exited, so nobody waits for the result.
  process.once('disconnect', () => process.exit())
  process.once('message', (message) => {
    const { request, limits } = message as ApartQuestion
    // The watch has its own thread, because the reader may never return to the event loop of this one.
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
    // Too much depth, length or number is a fault of the file. The parent process treats it like a terminated reader.
    if (error instanceof RangeError) process.exit(1)
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
