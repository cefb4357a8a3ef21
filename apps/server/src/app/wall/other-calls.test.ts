import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerLetters, cellFiles, readCells } from './cells.ts'
import { objectRequests } from './object-requests.testing.ts'
import { openRequests } from './open-requests.testing.ts'
import { businesses, callerOf } from './policy-letters.testing.ts'
import { testWall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.stop())

test('the server takes every caller for the one that the policy is evaluated for', async () => {
  const { admin, otherAdmin } = world.staff
  const idOf = { [businesses.own]: admin.businessId, [businesses.other]: otherAdmin.businessId }
  for (const letter of callerLetters.filter((one) => one !== 'z')) {
    const { scope }: AnyEndpoint = endpoints.listOrders
    const modelled = callerOf(letter, scope)
    const found = await world.sender(letter, 'listOrders')
    const { role, businessId, hasFreshProof, mustSetUpSecondFactor, apiToken } = modelled ?? {}
    expect([letter, found]).toMatchObject([
      letter,
      modelled && {
        role,
        hasFreshProof,
        mustSetUpSecondFactor,
        businessId: businessId && idOf[businessId],
        ...(apiToken && { apiToken: { scopes: apiToken.scopes } }),
      },
    ])
    expect([letter, found?.apiToken === undefined]).toEqual([letter, apiToken === undefined])
  }
  await expect(world.sender('z', 'listOrders')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

const rows = cellFiles
  .flatMap(readCells)
  .filter(({ call }) => endpoints[call as RouteName].access.kind !== 'course')
testWall(rows, { ...objectRequests(() => world), ...openRequests }, () => world)
