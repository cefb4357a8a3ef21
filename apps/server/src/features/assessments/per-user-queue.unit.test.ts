import { expect, test } from 'vitest'
import { createPerUserQueue } from './per-user-queue.ts'

const [aisyah, daniel] = [1, 2]

test("one person's work runs in order, other people's concurrently, and a failure delays nobody", async () => {
  const turns = createPerUserQueue()
  const seen: string[] = []
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>()
  const first = turns.take(aisyah, async () => {
    await hanging
    throw new Error('her first one fails')
  })
  const second = turns.take(aisyah, async () => void seen.push('her second one'))
  await turns.take(daniel, async () => void seen.push('his'))
  expect(seen).toEqual(['his'])
  expect([turns.isBusy(aisyah), turns.isBusy(daniel)]).toEqual([true, false])
  letGo()
  await expect(first).rejects.toThrow('her first one fails')
  await second
  expect(seen).toEqual(['his', 'her second one'])
  expect(turns.isBusy(aisyah)).toBe(false)
})
