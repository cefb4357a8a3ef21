import { expect, test } from 'vitest'
import { RefusalCounter } from './refusal-counter.ts'

const minute = 60_000
const at = (ms: number) => new Date(Date.UTC(2026, 10, 27) + ms)

test('every twelfth answer of one sender in a quarter of an hour is one to record', () => {
  const counter = new RefusalCounter()
  const full = Array.from({ length: 30 }, () => counter.isFull(1, at(0)))
  expect(full.flatMap((isFull, place) => (isFull ? [place + 1] : []))).toEqual([12, 24])
  expect(counter.isFull(2, at(0))).toBe(false)
})

test('the count begins anew with the next quarter of an hour', () => {
  const counter = new RefusalCounter()
  for (let count = 0; count < 11; count += 1) counter.isFull(1, at(14 * minute))
  expect(counter.isFull(1, at(15 * minute))).toBe(false)
})

test('the first of very many networks are counted, so that memory stays bounded, and people are counted all the same', () => {
  const counter = new RefusalCounter()
  for (let sender = 0; sender < 10_000; sender += 1) counter.isFull(`network ${sender}`, at(0))
  const late = Array.from({ length: 12 }, () => counter.isFull('network of another', at(0)))
  expect(late).not.toContain(true)
  const early = Array.from({ length: 11 }, () => counter.isFull('network 1', at(0)))
  expect(early.at(-1)).toBe(true)
  const person = Array.from({ length: 12 }, () => counter.isFull(7, at(0)))
  expect(person.at(-1)).toBe(true)
})
