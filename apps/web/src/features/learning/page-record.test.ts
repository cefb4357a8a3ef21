import { expect, test, vi } from 'vitest'
import { createPageRecord, createReading } from './page-record.ts'

test('pages that were seen are ranges in order, and those that are saved are gone', () => {
  const record = createPageRecord()
  for (const page of [3, 1, 2, 2, 7]) record.see(page)
  expect(record.unsaved()).toEqual([
    [1, 3],
    [7, 7],
  ])
  const arrived = record.send()
  record.see(8)
  arrived()
  expect(record.unsaved()).toEqual([[8, 8]])
})

test('a page is read after two seconds, and a glance at another one is not', () => {
  vi.useFakeTimers()
  const read: number[] = []
  const reading = createReading()
  const stop = reading.start((page) => void read.push(page))
  reading.show(1)
  vi.advanceTimersByTime(2_000)
  reading.show(2)
  vi.advanceTimersByTime(1_900)
  reading.show(3)
  vi.advanceTimersByTime(1_900)
  expect(read).toEqual([1])
  vi.advanceTimersByTime(100)
  expect(read).toEqual([1, 3])
  reading.show(4)
  stop()
  vi.advanceTimersByTime(9_000)
  expect(read).toEqual([1, 3])
  vi.useRealTimers()
})
