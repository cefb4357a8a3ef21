/** Contains the request that the permission wall sends. */
import type { RoleCalls } from '#server/app/testing-wall.ts'

export const roleCalls: RoleCalls = {
  searchStudio: () => ({ query: { q: 'something' } }),
}
