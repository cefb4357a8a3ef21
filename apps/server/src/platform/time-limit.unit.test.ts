import { expect, test } from 'vitest'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'

test('work that is late is given up by each caller and does not run twice', async () => {
  let runs = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const ask = withTimeLimit(50, () => {
    runs += 1
    return promise
  })
  const first = ask()
  const second = ask()
  await expect(first).rejects.toThrow(TimeLimitExceeded)
  await expect(second).rejects.toThrow(TimeLimitExceeded)
  expect(runs).toBe(1)
  resolve('late')
  await promise
  expect(await ask()).toBe('late')
  expect(runs).toBe(2)
})

test('work that hangs is started again', async () => {
  const never = Promise.withResolvers<string>()
  let runs = 0
  const ask = withTimeLimit(1, () => {
    runs += 1
    return runs === 1 ? never.promise : Promise.resolve('answered')
  })
  await expect(ask()).rejects.toThrow(TimeLimitExceeded)
  await expect.poll(() => ask().catch(() => 'late')).toBe('answered')
  expect(runs).toBe(2)
})

test('the result and the failure of work are those of its callers', async () => {
  await expect(withTimeLimit(10_000, async () => 7)()).resolves.toBe(7)
  const failing = withTimeLimit(10_000, async () => Promise.reject(new Error('disk gone')))
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('disk gone')
})
