/** The work was not done within its time limit; it may still be running. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded'
}

/**
 * The outcome of work that goes on, also beyond the limit, in ms.
 * @throws TimeLimitExceeded, or what the work throws.
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeLimitExceeded(`not done within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Work that takes so many times its limit hangs, and is started again beside it. */
const timesUntilHanging = 3

/**
 * `work` with a time limit for each caller, in ms. Callers that come while it runs, also beyond the limit, wait for the same run:
 * checks that hang do not pile up.
 * @throws TimeLimitExceeded, or whatever `work` throws.
 */
export function withTimeLimit<T>(limitMs: number, work: () => Promise<T>): () => Promise<T> {
  let running: { work: Promise<T>; since: number } | undefined
  return async () => {
    if (running && performance.now() - running.since > timesUntilHanging * limitMs) running = undefined
    if (!running) {
      const started = { work: work(), since: performance.now() }
      running = started
      const end = () => {
        if (running === started) running = undefined
      }
      // Its failure is that of its callers.
      started.work.then(end, end)
    }
    return within(limitMs, running.work)
  }
}
