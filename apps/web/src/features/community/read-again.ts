/** Decides when an open discussion or list is refetched, and avoids resending unchanged data. */
import { ApiError, received, type Transport, type TransportAnswer } from '#web/platform/transfer/client.ts'

const shortestMs = 10_000
const longestMs = 60_000
/** The page waits this long, in ms, between requests while the server cannot be reached. */
const failedMs = 120_000
const mostAnswers = 60

/** Each page has another factor, so that pages that lost the connection together do not all request together. */
const spread = 0.85 + Math.random() * 0.3

/**
 * Maps data to the time at which this page first received it. The query cache keeps the same object while the data is unchanged.
 */
const firstRead = new WeakMap<object, number>()

/** Returns whether the server refuses the request because access was withdrawn, the discussion was removed or the session ended. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)

/**
 * Returns the milliseconds until the next refetch, or false after a refusal. The interval is a third of the time since the last
 * change, from 10 s to 60 s. The result stays equal until the next refetch, because another value would restart the interval.
 */
export function readAgainAfter({
  state,
}: {
  state: { data?: object | undefined; dataUpdatedAt: number; error: Error | null }
}): number | false {
  if (isRefused(state.error)) return false
  if (state.error) return Math.round(failedMs * spread)
  if (!state.data) return Math.round(shortestMs * spread)
  const since = firstRead.get(state.data) ?? state.dataUpdatedAt
  firstRead.set(state.data, since)
  const wait = Math.min(longestMs, Math.max(shortestMs, (state.dataUpdatedAt - since) / 3))
  return Math.round(wait * spread)
}

interface Tagged extends TransportAnswer {
  etag: string | null
}
const answers = new Map<string, Tagged>()

/**
 * Sends the tag of the last answer with a repeated request, and reuses that answer when nothing has changed (304). The oldest
 * stored answers are dropped.
 */
export const unlessChanged =
  (reading: readonly unknown[]): Transport =>
  async ({ path, headers, signal }) => {
    const key = JSON.stringify(reading)
    const last = answers.get(key)
    const sent = { ...headers }
    if (last?.etag) sent['if-none-match'] = last.etag
    const response = await fetch(path, { headers: sent, signal })
    if (response.status === 304 && last) return last
    const answer = { ...(await received(response)), etag: response.headers.get('etag') }
    answers.delete(key)
    if (response.ok) answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest)
    return answer
  }
