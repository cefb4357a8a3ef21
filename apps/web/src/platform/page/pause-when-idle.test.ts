import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restAfterMs, pauseWhenIdle } from './pause-when-idle.ts'

const minute = 60_000
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  end = pauseWhenIdle()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('queries with an interval pause an hour after the last input, and go on with the next one', async () => {
  const read = vi.fn<() => Promise<number>>(async () => 1)
  const queries = new QueryClient()
  queries.mount()
  const stop = new QueryObserver(queries, {
    queryKey: ['news'],
    queryFn: read,
    refetchInterval: minute,
  }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(restAfterMs / 2)
  dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(restAfterMs - minute)
  const before = read.mock.calls.length
  expect(before).toBeGreaterThan(80)
  await vi.advanceTimersByTimeAsync(12 * restAfterMs)
  expect(read.mock.calls.length).toBeLessThanOrEqual(before + 1)
  expect(focusManager.isFocused()).toBe(false)
  const resting = read.mock.calls.length
  dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(minute)
  expect(read.mock.calls.length).toBeGreaterThan(resting)
  stop()
  queries.unmount()
  queries.clear()
})

test('the page rests again after the next hour without input', async () => {
  await vi.advanceTimersByTimeAsync(restAfterMs)
  dispatchEvent(new Event('wheel'))
  expect(focusManager.isFocused()).toBe(true)
  await vi.advanceTimersByTimeAsync(restAfterMs)
  expect(focusManager.isFocused()).toBe(false)
})
