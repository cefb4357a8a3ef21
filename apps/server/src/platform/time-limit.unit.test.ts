import { expect, test } from 'vitest'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'

test('work that hangs is given up by each caller and runs once at a time', async () => {
  let runs = 0
  let { promise, resolve } = Promise.withResolvers<string>()
  const ask = withTimeLimit(10, () => {
    runs += 1
    return promise
  })
  await expect(ask()).rejects.toThrow(TimeLimitExceeded)
  await expect(ask()).rejects.toThrow(TimeLimitExceeded)
  expect(runs).toBe(1)
  resolve('late')
  await promise
  ;({ promise, resolve } = Promise.withResolvers<string>())
  resolve('in time')
  await expect.poll(ask).toBe('in time')
  expect(runs).toBe(2)
})

test('the result and the failure of work are those of its callers', async () => {
  await expect(withTimeLimit(10_000, async () => 7)()).resolves.toBe(7)
  const failing = withTimeLimit(10_000, async () => Promise.reject(new Error('disk gone')))
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('disk gone')
})
