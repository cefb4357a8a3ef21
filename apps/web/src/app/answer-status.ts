import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#web/platform/transfer/client.ts'
import type { PageAnswer } from '#web/framework/page-module.ts'

/** Loads a page's only query on the server; its answer determines the page's status, and a failed call gives 503. */
export async function answerStatus<Answer, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Answer, Error, Answer, Key>,
  statusOf: (answer: Answer) => number,
): Promise<PageAnswer> {
  try {
    return { status: statusOf(await queries.fetchQuery(query)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The browser hydrates without the failed answer and fetches again, so the server must also render without it.
    queries.removeQueries({ queryKey: query.queryKey })
    return { status: 503 }
  }
}
