import { expect, test } from 'vitest'
import { createPageRecord } from './page-record.ts'

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
