import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
} from '@tanstack/react-query'

type Further<Page, Key extends QueryKey> = Pick<
  UndefinedInitialDataInfiniteOptions<Page, Error, InfiniteData<Page>, Key, string>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'refetchOnWindowFocus'
>

/**
 * Returns a query that reads a list page by page. `readPage` receives the cursor of a page; the cursor of the first page is empty.
 * With `keepsRows`, the rows of the last filter stay until the rows of a changed filter have arrived.
 */
export const pagedQuery = <Page extends { meta: { nextCursor: string | null } }, const Key extends QueryKey>({
  readPage,
  keepsRows = false,
  ...options
}: Further<Page, Key> & {
  queryKey: Key
  readPage: (cursor: string, signal: AbortSignal) => Promise<Page>
  keepsRows?: boolean
}) =>
  infiniteQueryOptions({
    ...options,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
    ...(keepsRows && { placeholderData: keepPreviousData }),
  })
