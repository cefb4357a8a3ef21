/** The work exceeded its time limit. It may still be running. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded'
}

/**
 * Returns the result of the work if it ends within `limitMs`. Work that takes longer continues.
 * @throws TimeLimitExceeded, or the error of the work.
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

/** Work that takes this many times its limit counts as hanging, and a second run starts. */
const timesUntilHanging = 3

/**
 * Limits `work` for each caller, in ms. Callers that arrive while a run continues, even beyond the limit, share that run: hanging
 * checks do not pile up.
 * @throws TimeLimitExceeded, or the error of `work`.
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
      // The callers handle a failure, so it must not count as unhandled here.
      started.work.then(end, end)
    }
    return within(limitMs, running.work)
  }
}
