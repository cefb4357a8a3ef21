/** Limits how many answers are sent concurrently to one reader and queues the others. */
import { finished, type Writable } from 'node:stream'
import { createBoundedQueue, type BoundedQueue, type BoundedQueueOptions } from './bounded-queue.ts'

export class ReaderSlots {
  readonly #options: BoundedQueueOptions
  readonly #queues = new Map<string, { queue: BoundedQueue; users: number }>()

  constructor(options: BoundedQueueOptions) {
    this.#options = options
  }

  /**
   * Resolves when the answer whose end `ended` signals may start.
   * @throws QueueFull, and ReaderLeft when the answer ends earlier.
   */
  async turn(reader: string, ended: AbortSignal): Promise<void> {
    const held = this.#queues.get(reader) ?? { queue: createBoundedQueue(this.#options), users: 0 }
    this.#queues.set(reader, held)
    held.users += 1
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const closed = held.queue
      .run(async () => {
        resolve()
        await aborted(ended)
      })
      .catch(reject)
    void closed.finally(() => {
      held.users -= 1
      if (held.users === 0) this.#queues.delete(reader)
    })
    await promise
    ended.throwIfAborted()
  }

  /** Returns the number of readers with running or queued answers. */
  get size(): number {
    return this.#queues.size
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The client has disconnected before the answer was sent. */
export class ReaderLeft extends Error {}

/** The signal of each answer is cached, because Node limits the listeners of an answer. */
const ends = new WeakMap<Writable, AbortSignal>()

/** Returns a signal that aborts with ReaderLeft when the answer was sent or its reader left. */
export function endOf(answer: Writable): AbortSignal {
  const known = ends.get(answer)
  if (known) return known
  const ended = new AbortController()
  ends.set(answer, ended.signal)
  const end = () => ended.abort(new ReaderLeft('the reader has left'))
  if (answer.destroyed) end()
  else finished(answer, end)
  return ended.signal
}
