import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createBrowserQueryClient } from '#web/platform/transfer/queries.ts'
import { refreshRestoredPage } from './restored-page.ts'

function show({ persisted }: { persisted: boolean }) {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
}

function openPage({ readAt }: { readAt: number }) {
  const queries = createBrowserQueryClient()
  const queryFn = vi.fn<() => string>(() => 'new')
  queries.setQueryData(['course'], 'old', { updatedAt: readAt })
  const leaveQuery = new QueryObserver(queries, {
    queryKey: ['course'],
    queryFn,
    refetchOnMount: false,
  }).subscribe(() => undefined)
  const checkSession = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const stopRefreshing = refreshRestoredPage({ queries, checkSession })
  const leave = () => {
    leaveQuery()
    stopRefreshing()
  }
  return { queryFn, checkSession, leave }
}

test('a restored page verifies its session and refetches the stale data that it shows', () => {
  const { queryFn, checkSession, leave } = openPage({ readAt: Date.now() - 60_000 })
  show({ persisted: true })
  expect(checkSession).toHaveBeenCalledOnce()
  expect(queryFn).toHaveBeenCalledOnce()
  leave()
})

test('a restored page does not refetch fresh data', () => {
  const { queryFn, checkSession, leave } = openPage({ readAt: Date.now() })
  show({ persisted: true })
  expect(checkSession).toHaveBeenCalledOnce()
  expect(queryFn).not.toHaveBeenCalled()
  leave()
})

test('a page that was loaded is not checked again', () => {
  const { queryFn, checkSession, leave } = openPage({ readAt: Date.now() - 60_000 })
  show({ persisted: false })
  expect(checkSession).not.toHaveBeenCalled()
  expect(queryFn).not.toHaveBeenCalled()
  leave()
})
