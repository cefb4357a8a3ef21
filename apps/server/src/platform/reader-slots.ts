/** Limits how many answers are sent at the same time to one reader. More of them wait for a turn. */
import { finished, type Writable } from 'node:stream'
import { createBoundedQueue, type BoundedQueue, type BoundedQueueOptions } from './bounded-queue.ts'

export class ReaderSlots {
  readonly #options: BoundedQueueOptions
  readonly #queues = new Map<string, { queue: BoundedQueue; users: number }>()

  constructor(options: BoundedQueueOptions) {
    this.#options = options
  }

  /** Resolves when it is this answer's turn, which lasts until the answer closes. @throws QueueFull */
  async turn(reader: string, answer: Writable): Promise<void> {
    const held = this.#queues.get(reader) ?? { queue: createBoundedQueue(this.#options), users: 0 }
    this.#queues.set(reader, held)
    held.users += 1
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const closed = held.queue
      .run(async () => {
        resolve()
        await ended(answer)
      })
      .catch(reject)
    void closed.finally(() => {
      held.users -= 1
      if (held.users === 0) this.#queues.delete(reader)
    })
    return promise
  }

  /** Readers that have or wait for an answer. */
  get size(): number {
    return this.#queues.size
  }
}

/** Resolves also for an answer whose reader left. */
const ended = (answer: Writable): Promise<void> => new Promise((resolve) => finished(answer, () => resolve()))
