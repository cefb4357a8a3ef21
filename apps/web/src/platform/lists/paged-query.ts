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
 * Reads a list page by page. `readPage` gets the cursor of a page, which is empty for the first one. `keepsRows` shows the rows of
 * the last filter until the rows of a changed filter have come.
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
