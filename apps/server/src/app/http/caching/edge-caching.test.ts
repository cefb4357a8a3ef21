/** Tests that shared caches may store only answers that are the same for everybody. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { allowSharedCaching } from './edge-caching.ts'
import { SharedCache } from './shared-cache.testing.ts'
import { startTestApp, testPassword, type TestApp } from '../../testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    addFirstHooks: (app) => allowSharedCaching(app, 30),
  })
})
afterAll(() => server.stop())

const publicLists = ['/api/courses', '/api/courses/counts', '/api/instructors/featured']

test('public lists may be kept by shared caches, and browsers ask for them each time', async () => {
  const cache = new SharedCache(server.app)
  for (const url of publicLists) {
    const { headers } = await server.app.inject({ url })
    expect(headers['cache-control'], url).toBe('public, max-age=0, s-maxage=30')
    expect((await cache.get(url)).isHit).toBe(false)
    expect((await cache.get(url)).isHit, url).toBe(true)
  }
})

test('a shared cache stores no answer to a signed-in person', async () => {
  const teacher = await server.person('instructor')
  await server.call('createCourse', {
    as: teacher,
    body: { title: 'A private course', description: 'Not for the list', isPrivate: true },
  })
  const authorization = `Bearer ${teacher.token}`
  const cache = new SharedCache(server.app)
  for (const url of [...publicLists, '/api/courses/enrolled', '/api/notifications', '/api/achievements']) {
    const { headers, statusCode } = await server.app.inject({ url, headers: { authorization } })
    expect(statusCode, url).toBe(200)
    expect(headers['cache-control'], url).toMatch(/no-store/)
    await cache.get(url, { authorization })
    await cache.get(url, { authorization: 'Bearer nobody' })
  }
  expect(cache.size).toBe(0)
  expect((await cache.get('/api/courses')).body).not.toContain('A private course')
})

test('answers with a cookie, and refusals, are kept for nobody', async () => {
  const teacher = await server.person('instructor')
  const signedIn = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: teacher.email, password: testPassword },
  })
  expect(signedIn.headers['set-cookie']).toBeDefined()
  expect(signedIn.headers['cache-control']).toBe('private, no-store')
  const cache = new SharedCache(server.app)
  for (const url of ['/api/courses?limit=x', '/api/courses/999999999', '/api/nothing']) await cache.get(url)
  expect(cache.size).toBe(0)
})
