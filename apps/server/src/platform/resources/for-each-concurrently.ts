/**
 * Works on at most `concurrency` items at a time, in their order. After a failure no further item begins, and the first error is
 * thrown when the running ones have ended.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const ends = await Promise.allSettled(
    Array.from({ length: concurrency }, async () => {
      try {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
      } finally {
        waiting.length = 0
      }
    }),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
