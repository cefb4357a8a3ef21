import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

test('visitors see groups with at least three members, largest first, without names of members', async () => {
  const { beginGroup, join } = createCommunityTesting(server)
  const [first, second, third, fourth] = [
    await server.person(),
    await server.person(),
    await server.person(),
    await server.person(),
  ]
  await beginGroup(first, { name: 'Begun alone' })
  const three = await beginGroup(first, { name: 'Three of us' })
  const four = await beginGroup(second, { name: 'Four of us', description: 'Words of a stranger' })
  for (const person of [second, third]) await join(person, three.id)
  for (const person of [first, third, fourth]) await join(person, four.id)
  const { status, body } = await server.call('featuredGroups', { as: null })
  expect(status).toBe(200)
  expect(body.data).toEqual([
    { id: four.id, name: 'Four of us', category: null, memberCount: 4, discussionCount: 0 },
    { id: three.id, name: 'Three of us', category: null, memberCount: 3, discussionCount: 0 },
  ])
})
