import { afterEach, expect, test, vi } from 'vitest'
import { createBoundedQueue, QueueFull } from './bounded-queue.ts'

afterEach(() => {
  vi.useRealTimers()
})

function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = vi.fn<() => Promise<string>>(() => promise)
  return { work, resolve }
}

test('no more than the allowed number run at once, and waiting work starts in order', async () => {
  const queue = createBoundedQueue({ name: 'work', concurrency: 1, mostWaiting: 5 })
  const [first, second, third] = [held(), held(), held()]
  const ended = [first, second, third].map(({ work }) => queue.run(work))
  await Promise.resolve()
  expect([first, second, third].map(({ work }) => work.mock.calls.length)).toEqual([1, 0, 0])
  first.resolve('one')
  expect(await ended[0]).toBe('one')
  expect([second, third].map(({ work }) => work.mock.calls.length)).toEqual([1, 0])
  second.resolve('two')
  third.resolve('three')
  expect(await Promise.all(ended)).toEqual(['one', 'two', 'three'])
})

test('failed work frees its slot for the next', async () => {
  const queue = createBoundedQueue({ name: 'work', concurrency: 1, mostWaiting: 1 })
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('work beyond the queue length is refused immediately', async () => {
  const queue = createBoundedQueue({ name: 'work', concurrency: 1, mostWaiting: 1 })
  const first = held()
  const running = queue.run(first.work)
  const waiting = queue.run(async () => 'waited')
  await expect(queue.run(async () => 'never')).rejects.toBeInstanceOf(QueueFull)
  first.resolve('done')
  expect(await Promise.all([running, waiting])).toEqual(['done', 'waited'])
})

test('work that has waited too long is refused and leaves the queue', async () => {
  vi.useFakeTimers()
  const queue = createBoundedQueue({ name: 'work', concurrency: 1, mostWaiting: 1, longestWaitMs: 1_000 })
  const first = held()
  const running = queue.run(first.work)
  const refused = expect(queue.run(async () => 'never')).rejects.toBeInstanceOf(QueueFull)
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  const waiting = queue.run(async () => 'waited')
  first.resolve('done')
  expect(await Promise.all([running, waiting])).toEqual(['done', 'waited'])
})
