/** The work was not done within its time limit; it may still be running. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded'
}

/**
 * `work` with a time limit for each caller, in ms. Callers that come while it runs, also beyond the limit, wait for the same run: a
 * check that hangs never runs twice at the same time.
 * @throws TimeLimitExceeded, or whatever `work` throws.
 */
export function withTimeLimit<T>(limitMs: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return async () => {
    running ??= work().finally(() => {
      running = undefined
    })
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new TimeLimitExceeded(`not done within ${limitMs} ms`)), limitMs)
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
