import { expect, test } from 'vitest'
import { matchRoutes, type Route } from './match-routes.ts'

const page = (path: string): Route<string> => ({ path, handle: path })

const table: Route<string>[] = [
  {
    handle: 'frame',
    children: [
      { index: true, handle: 'start' },
      page('course/:courseId'),
      page('course/new'),
      { path: 'sales', handle: 'redirect', children: [{ index: true, handle: 'store' }] },
      page('lesson/:lessonId/resources/:resourceId?'),
      { handle: 'guard', children: [page('admin/orders/:orderId'), page('admin/orders')] },
      page('*'),
    ],
  },
]

const matched = (pathname: string) => {
  const match = matchRoutes(table, pathname)
  return { handles: match?.routes.map(({ handle }) => handle), params: match?.params }
}

test.for([
  ['/', ['frame', 'start'], {}],
  ['/course/7', ['frame', 'course/:courseId'], { courseId: '7' }],
  ['/course/7/', ['frame', 'course/:courseId'], { courseId: '7' }],
  ['/Course/7', ['frame', 'course/:courseId'], { courseId: '7' }],
  ['/course/new', ['frame', 'course/new'], {}],
  ['/sales', ['frame', 'redirect', 'store'], {}],
  [
    '/lesson/3/resources/9',
    ['frame', 'lesson/:lessonId/resources/:resourceId?'],
    { lessonId: '3', resourceId: '9' },
  ],
  ['/lesson/3/resources', ['frame', 'lesson/:lessonId/resources/:resourceId?'], { lessonId: '3' }],
  ['/admin/orders', ['frame', 'guard', 'admin/orders'], {}],
  ['/admin/orders/12', ['frame', 'guard', 'admin/orders/:orderId'], { orderId: '12' }],
  ['/course', ['frame', '*'], {}],
  ['/course/7/more', ['frame', '*'], {}],
  ['//course/7', ['frame', '*'], {}],
] as const)('%s matches the routes %j', ([pathname, handles, params]) => {
  expect(matched(pathname)).toEqual({ handles, params })
})

test('a parameter is decoded, and an encoded slash belongs to it', () => {
  expect(matched('/course/a%2Fb%20c').params).toEqual({ courseId: 'a/b c' })
})

test('a path with a malformed escape is matched as it is', () => {
  expect(matched('/course/%E0%A4%A').params).toEqual({ courseId: '%E0%A4%A' })
})

test('an encoded name matches as the plain one does', () => {
  expect(matched('/c%6Furse/7').params).toEqual({ courseId: '7' })
})

test('a table without a route for the path matches nothing', () => {
  expect(matchRoutes([page('blog')], '/course')).toBeNull()
})
