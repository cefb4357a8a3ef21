import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Bundle } from '@apogee/contracts/bundles/bundles.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export type ShownBundles = 'open' | 'archived'

export const bundlesQuery = (viewer: Viewer, state: ShownBundles) =>
  pagedQuery({
    queryKey: ['bundles', 'own', viewer, state],
    readPage: (cursor, signal) => call('listBundles', { query: { limit: '50', state, cursor }, signal }),
  })

/** Loads the paid courses that can be put into a bundle: the business's, a lone instructor's own, or the platform's own. */
export const bundleChoicesQuery = ({ id, businessId }: CurrentUser) =>
  queryOptions({
    queryKey: ['courses', 'for bundles', id],
    queryFn: async ({ signal }) => {
      const { data } = await call('listCourses', {
        query: {
          limit: '100',
          price: 'paid',
          visibility: 'public',
          state: 'published',
          ...(businessId === null ? { createdBy: String(id) } : { businessId: 'own' }),
        },
        signal,
      })
      return data.map((course) => ({ id: course.id, title: course.title, price: course.price }))
    },
  })

/** Refetches all lists and pages of bundles after a change. */
export function useBundlesRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['bundles'] })
}

export const changeBundleState = ({ id }: Bundle, state: Bundle['state']) =>
  call('updateBundle', { params: { id }, body: { state } })
