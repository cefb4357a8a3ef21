/** The tests cover who can open the routes of docs/specification.md#route-table, and where other people are redirected. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { frontPages } from './front-routes.tsx'
import { routeTable } from './route-table.ts'
import { pages } from './routes.tsx'
import { pages as staffPages } from './staff-routes.tsx'

const none = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

beforeEach(() => {
  refuse('readCourse', 'COURSE_NOT_FOUND')
  refuse('courseSales', 'COURSE_NOT_FOUND')
  answer('listCourses', none)
  answer('listEnrolledCourses', none)
})

test.each([
  '/dashboard',
  '/courses',
  '/course/5',
  '/lesson/11/resources/1',
  '/lesson/11/resources',
  '/assessment/1',
  '/profile',
  '/settings',
  '/community',
])('%s requires sign-in: others are redirected to /login', async (path) => {
  const { address } = await renderRoute(path)
  await waitFor(() => expect(address()).toBe('/login'))
})

test('/checkout requires sign-in and returns after it', async () => {
  const { address } = await renderRoute('/checkout')
  await waitFor(() => expect(address()).toBe('/login?redirect=/checkout'))
})

const managers = ['/course/5/manage', '/admin', '/admin/sales', '/studio/developers']

test.each(managers)(
  '%s is for the admin role: visitors are redirected to /login, students to /forbidden',
  async (path) => {
    const stranger = await renderRoute(path)
    await waitFor(() => expect(stranger.address()).toBe('/login'))
    stranger.unmount()
    const student = await renderRoute(path, { user: aisyah })
    await waitFor(() => expect(student.address()).toBe('/forbidden'))
    expect(screen.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeTruthy()
  },
)

test('/platform is for superadmins: admins are redirected to /forbidden', async () => {
  const { address } = await renderRoute('/platform', { user: admin })
  await waitFor(() => expect(address()).toBe('/forbidden'))
})

test.each(['/', '/login', '/register'])('%s redirects signed-in users to /dashboard', async (path) => {
  const { address } = await renderRoute(path, { user: aisyah })
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test.each([
  ['/business', /./],
  ['/marketplace', 'Marketplace'],
  ['/sales', 'Course Store'],
  ['/login', 'Sign in'],
  ['/register', 'Create your account'],
  ['/forbidden', 'Access Denied'],
  ['/cart', /cart/i],
  ['/checkout/success', 'Payment not completed'],
  ['/checkout/failure', 'Payment Failed'],
  ['/admin/register', 'Register your business'],
])('%s is open to everybody', async (path, heading) => {
  const { address } = await renderRoute(path)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(address()).toBe(path)
})

test('/sp/{courseId}/ is open to everybody', async () => {
  const { address } = await renderRoute('/sp/5/')
  expect(await screen.findByText('Error: Course not found')).toBeTruthy()
  expect(address()).toBe('/sp/5/')
})

test.each([
  ['/course-sales', '/sales'],
  ['/course-sales?courseId=5', '/sp/5/'],
  ['/sales?courseId=5', '/sp/5/'],
  ['/course/5/sales', '/sp/5/'],
  ['/course-sales?courseId=5&code=RAYA50&utm_source=fb', '/sp/5/?code=RAYA50&utm_source=fb'],
  ['/sales?code=RAYA50&courseId=5&utm_source=fb', '/sp/5/?code=RAYA50&utm_source=fb'],
  ['/course/5/sales?invite=abc', '/sp/5/?invite=abc'],
  ['/no-such-page', '/'],
  ['/courses/5/nothing/here', '/'],
])('%s redirects to %s', async (from, to) => {
  const { address } = await renderRoute(from)
  await waitFor(() => expect(address()).toBe(to))
})

test('each redirect of the route table keeps the parameters that it does not use', async () => {
  const redirectsIn = (routes: readonly PageRoute[], above: string): string[] =>
    routes.flatMap(({ path, handle, children = [] }) => {
      const pathname = path === undefined ? above : `${above}/${path.replaceAll(/:\w+\??|\*/g, '1')}`
      const url = new URL(`${pathname}?courseId=5&code=RAYA50&utm_source=fb`, 'http://own.invalid')
      const target = handle?.redirect?.({ params: { courseId: '5' }, url })
      return [...(target ? [target] : []), ...redirectsIn(children, pathname)]
    })
  const targets = redirectsIn(await routeTable.complete(), '')
  expect(targets.length).toBeGreaterThanOrEqual(5)
  for (const target of targets) expect(target).toContain('code=RAYA50&utm_source=fb')
})

test('each screen names the file that it loads, for whose styles the server looks in the build', () => {
  const files = Object.keys(import.meta.glob('./pages/**/*.tsx')).map((path) => path.replace('.', 'src/app'))
  const sourcesOf = (routes: readonly PageRoute[]): string[] =>
    routes.flatMap(({ handle, children = [] }) => [
      ...(handle?.source === undefined ? [] : [handle.source]),
      ...sourcesOf(children),
    ])
  const sources = [...sourcesOf(frontPages), ...sourcesOf(pages), ...sourcesOf(staffPages)]
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.filter((source) => !files.includes(source))).toEqual([])
})

const pathsOf = (routes: readonly PageRoute[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])

test.each([
  ['src/app/routes.tsx', pages],
  ['src/app/staff-routes.tsx', staffPages],
])('a first visit to a page of %s loads that table', (source, routes) => {
  const others = pathsOf(routes).filter(
    (path) => routeTable.partOf(`/${path.replaceAll(/:\w+\??/g, '1')}`)?.source !== source,
  )
  expect(others).toEqual([])
})
