import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Viewer } from '#web/platform/session.tsx'
import { createBrowserQueryClient } from '#web/platform/queries.ts'
import { keepWaiting } from '#web/testing/mock-api.ts'
import { prefetchLikelyRoutes } from '#web/framework/prefetch-routes.ts'
import { routeTable } from './route-table.ts'

afterEach(() => document.body.replaceChildren())

function meantBy(viewer: Viewer) {
  const queries = createBrowserQueryClient()
  keepWaiting('courseSales')
  document.body.innerHTML = '<a id="sales" href="/sp/3/">A course</a>'
  prefetchLikelyRoutes({ queries, viewer: () => viewer, table: routeTable })
  document.getElementById('sales')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  return () =>
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
}

test('hovering a course link prefetches its data for the current viewer', async () => {
  const asked = meantBy(7)
  await waitFor(() => expect(asked()).toEqual([['sales', 3, 7]]))
})
