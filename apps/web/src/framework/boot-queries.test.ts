import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { bootQueriesOf, fillQueries, readAtOf } from './boot-queries.ts'

afterEach(() => vi.useRealTimers())

const visit = (
  serverTiming: { name: string; duration: number }[] | undefined,
  type: NavigationTimingType = 'navigate',
) => ({ serverTiming, type }) as unknown as PerformanceNavigationTiming

test('the data that the server read are in the browser, with the time of reading', async () => {
  const server = new QueryClient()
  await server.fetchQuery({ queryKey: ['course', 7], queryFn: () => ({ title: 'One' }) })
  await server.prefetchQuery({
    queryKey: ['broken'],
    queryFn: () => Promise.reject(new Error('no')),
    retry: false,
  })
  await server.prefetchInfiniteQuery({
    queryKey: ['courses'],
    queryFn: ({ pageParam }) => [pageParam],
    initialPageParam: 1,
  })

  const browser = new QueryClient()
  fillQueries(browser, JSON.parse(JSON.stringify(bootQueriesOf(server))), 1_700_000_000_000)
  expect(browser.getQueryData(['course', 7])).toEqual({ title: 'One' })
  expect(browser.getQueryData(['courses'])).toEqual({ pages: [[1]], pageParams: [1] })
  expect(browser.getQueryState(['courses'])?.dataUpdatedAt).toBe(1_700_000_000_000)
  expect(browser.getQueryState(['broken'])).toBeUndefined()
})

test('equal data make an equal document, whenever they were read', async () => {
  const documents = []
  for (const time of [1_700_000_000_000, 1_800_000_000_000]) {
    vi.setSystemTime(time)
    const server = new QueryClient()
    await server.fetchQuery({ queryKey: ['course', 7], queryFn: () => ({ title: 'One' }) })
    documents.push(JSON.stringify(bootQueriesOf(server)))
  }
  expect(documents[0]).toBe(documents[1])
})

test('the header says when the data were read', () => {
  expect(readAtOf(visit([{ name: 'read', duration: 1_700_000_000_000 }]))).toBe(1_700_000_000_000)
  expect(readAtOf(visit([{ name: 'read', duration: 1_700_000_000_000 }], 'back_forward'))).toBe(
    1_700_000_000_000,
  )
})

test('without the header, the data are as old as the visit, and stale when the document came back with the history', () => {
  const began = Date.now() - performance.now()
  for (const timings of [undefined, [], [{ name: 'cdn', duration: 4 }]]) {
    expect(Math.abs(readAtOf(visit(timings)) - began)).toBeLessThan(1000)
    expect(readAtOf(visit(timings, 'back_forward'))).toBe(0)
  }
  expect(Math.abs(readAtOf(undefined) - began)).toBeLessThan(1000)
})
