import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachConcurrently } from './for-each-concurrently.ts'

test('a failure begins no further item, and is thrown when the running items have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    if (item === 1) throw new Error('item 1')
    await pause(5)
    ended.push(item)
  }
  await expect(forEachConcurrently([0, 1, 2, 3, 4], 2, work)).rejects.toThrow('item 1')
  expect([begun, ended]).toEqual([[0, 1], [0]])
  await forEachConcurrently([5, 6, 7], 2, work)
  expect(ended).toEqual([0, 5, 6, 7])
})
