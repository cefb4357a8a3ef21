/** Contains the requests that the permission wall sends. */
import type { OpenCalls, RoleCalls } from '#server/app/testing-wall.ts'

const gone = 999_999_999

export const roleCalls: RoleCalls = {
  listBundles: () => ({ query: {} }),
  createBundle: () => ({ body: { title: 'Orbits', price: 9_900, courseIds: [gone, gone - 1] } }),
  updateBundle: () => ({ params: { id: gone }, body: { state: 'archived' } }),
  payForBundle: () => ({ params: { id: gone }, body: {} }),
}

export const openCalls: OpenCalls = {
  offeredBundles: () => ({ query: {} }),
  readOfferedBundle: () => ({ params: { id: gone } }),
}
