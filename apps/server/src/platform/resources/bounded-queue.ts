/** Limits the concurrency, the length and the waiting time of queued work. */

/** The queue is full, or an entry has waited too long. The server answers 503 with Retry-After. */
export class QueueFull extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'QueueFull'
  }
}

export interface BoundedQueue {
  /**
   * Runs `work` when its turn comes.
   * @throws QueueFull
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface BoundedQueueOptions {
  /** The log calls the kind of work by this name. */
  name: string
  concurrency: number
  mostWaiting: number
  longestWaitMs?: number
}

export function createBoundedQueue({
  name,
  concurrency,
  mostWaiting,
  longestWaitMs,
}: BoundedQueueOptions): BoundedQueue {
  const waiting = new Set<() => void>()
  let running = 0

  function turn(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.size >= mostWaiting) return Promise.reject(new QueueFull(`too many wait for ${name}`))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(begin)
        reject(new QueueFull(`waited too long for ${name}`))
      }
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs).unref()
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        // The entry that has waited longest takes over this slot, so that the slot is never free in between.
        const [next] = waiting
        if (next) {
          waiting.delete(next)
          next()
        } else running -= 1
      }
    },
  }
}
