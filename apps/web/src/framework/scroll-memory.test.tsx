import { render } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

beforeEach(() => {
  history.replaceState(null, '', '/sp/3')
  sessionStorage.setItem('scroll-positions', JSON.stringify([['/sp/3', 1500]]))
  return () => sessionStorage.clear()
})

/** Loads the document of /sp/3 in a tab that has shown it before. Returns the positions it scrolls to. */
async function load(type: NavigationTimingType) {
  vi.resetModules()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const { useScrollMemory } = await import('./scroll-memory.ts')
  const { Router } = await import('#web/platform/router/router.tsx')
  const { createBrowserHistory } = await import('#web/platform/router/history.ts')
  function Page() {
    useScrollMemory()
    return null
  }
  render(
    <Router history={createBrowserHistory()}>
      <Page />
    </Router>,
  )
  return () => scrollTo.mock.calls.map(([, top]) => top)
}

test('a reload and a return by Back open the page where it was left', async () => {
  for (const type of ['reload', 'back_forward'] as const) expect((await load(type))()).toContain(1500)
})

test('a typed address opens the page at its top, although the tab has shown it before', async () => {
  expect((await load('navigate'))()).toEqual([])
})

test('a new visit does not read the storage before it is left, and keeps the positions of earlier visits', async () => {
  sessionStorage.setItem(
    'scroll-positions',
    JSON.stringify([
      ['/marketplace', 900],
      ['/sp/3', 1500],
    ]),
  )
  const read = vi.spyOn(Storage.prototype, 'getItem')
  await load('navigate')
  expect(read).not.toHaveBeenCalledWith('scroll-positions')
  window.dispatchEvent(new Event('pagehide'))
  read.mockRestore()
  expect(JSON.parse(sessionStorage.getItem('scroll-positions') ?? '')).toEqual([
    ['/marketplace', 900],
    ['/sp/3', 0],
  ])
})

test('a fragment that names nothing is looked for during ten seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  history.replaceState(null, '', '/sp/3#missing')
  const looks = vi.spyOn(document, 'getElementById')
  await load('navigate')
  await vi.advanceTimersByTimeAsync(9_000)
  document.body.append('more')
  await vi.advanceTimersByTimeAsync(0)
  const during = looks.mock.calls.length
  expect(during).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  document.body.append('still more')
  await vi.advanceTimersByTimeAsync(0)
  expect(looks).toHaveBeenCalledTimes(during)
})
