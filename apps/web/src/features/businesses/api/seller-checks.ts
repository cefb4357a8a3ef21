import type { OwnSellerChecks } from '@apogee/contracts/businesses/seller-checks.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useViewer } from '#web/platform/session/session.tsx'

type Viewer = ReturnType<typeof useViewer>

export const ownChecksQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['seller-checks', viewer],
    queryFn: ({ signal }) => call('readSellerChecks', { signal }),
  })

/** Returns a function that stores the state of the checks, which the answer to every change contains. */
export function useStoreOwnChecks() {
  const queries = useQueryClient()
  const viewer = useViewer()
  return (answer: { success: true; data: OwnSellerChecks }) => {
    queries.setQueryData(ownChecksQuery(viewer).queryKey, answer)
    void queries.invalidateQueries({ queryKey: ['security-log'] })
  }
}

export const checksOfSellerQuery = (id: number) =>
  queryOptions({
    queryKey: ['platform', 'seller-checks', id],
    queryFn: ({ signal }) => call('readChecksOfSeller', { params: { id }, signal }),
  })

export const sellersToCheckQuery = () =>
  pagedQuery({
    queryKey: ['platform', 'sellers-to-check'],
    readPage: (cursor, signal) => call('listSellersToCheck', { query: { limit: 50, cursor }, signal }),
  })
