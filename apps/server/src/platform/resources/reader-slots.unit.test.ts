import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { QueueFull } from './bounded-queue.ts'
import { endOf, ReaderLeft, ReaderSlots } from './reader-slots.ts'

const slots = () => new ReaderSlots({ name: 'files', concurrency: 2, mostWaiting: 1 })
const settled = async (promise: Promise<void>) => {
  let isDone = false
  void promise.then(() => (isDone = true))
  await new Promise(setImmediate)
  return isDone
}

test('a reader gets as many answers at once as it has slots, and the next when one closes', async () => {
  const readers = slots()
  const answers = [new PassThrough(), new PassThrough(), new PassThrough()] as const
  await readers.turn('a', endOf(answers[0]))
  await readers.turn('a', endOf(answers[1]))
  const third = readers.turn('a', endOf(answers[2]))
  expect(await settled(third)).toBe(false)
  await expect(readers.turn('a', endOf(new PassThrough()))).rejects.toBeInstanceOf(QueueFull)
  await expect(readers.turn('b', endOf(new PassThrough().destroy()))).rejects.toBeInstanceOf(ReaderLeft)
  answers[0].destroy()
  await third
  for (const answer of answers) answer.destroy()
  await expect.poll(() => readers.size).toBe(0)
})

test('an answer that closes before its turn takes no slot', async () => {
  const readers = slots()
  const gone = endOf(new PassThrough().destroy())
  for (let times = 0; times < 5; times += 1)
    await expect(readers.turn('a', gone)).rejects.toBeInstanceOf(ReaderLeft)
  await expect.poll(() => readers.size).toBe(0)
})
