import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Viewer } from '#web/platform/session/session.tsx'
import { createBrowserQueryClient } from '#web/platform/transfer/queries.ts'
import { keepWaiting } from '#web/testing/mock-api.ts'
import { prefetchLikelyRoutes } from '#web/framework/prefetch-routes.ts'
import { routeTable } from './route-table.ts'

afterEach(() => document.body.replaceChildren())

/** Touches a link. Returns a function that lists the keys of all queries that have run so far. */
function touchLink({ href, viewer }: { href: string; viewer: Viewer }) {
  const queries = createBrowserQueryClient()
  for (const name of ['courseSales', 'listCourses', 'readCourse', 'listEnrolledCourses'] as const) {
    keepWaiting(name)
  }
  document.body.innerHTML = `<a id="link" href="${href}">A page</a>`
  prefetchLikelyRoutes({ queries, viewer: () => viewer, table: routeTable })
  document.getElementById('link')?.dispatchEvent(new Event('touchstart', { bubbles: true }))
  return () =>
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
}

const noFacts = { language: undefined, level: undefined, length: undefined, rating: undefined }

test.each([
  ['/sp/3/', ['sales', 3, 7]],
  ['/course/3', ['course', 3, 7]],
  ['/dashboard', ['enrolled', 7]],
  ['/courses', ['courses', 'library', 'all', 7]],
  ['/marketplace?category=Design', ['courses', 'marketplace', '', 'Design', 'all', noFacts, 'newest', 1]],
])('touching a link to %s prefetches its data for the current viewer', async (href, key) => {
  const asked = touchLink({ href, viewer: 7 })
  await waitFor(() => expect(asked()).toEqual([key]))
})

test('touching a link to a signed-in page prefetches no data for a visitor', async () => {
  const asked = touchLink({ href: '/dashboard', viewer: 'anonymous' })
  touchLink({ href: '/sp/3/', viewer: 'anonymous' })
  await waitFor(() => expect(asked()).toEqual([['sales', 3, 'anonymous']]))
})
