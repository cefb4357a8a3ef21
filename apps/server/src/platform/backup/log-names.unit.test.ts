import { expect, test } from 'vitest'
import { holesIn, newestTimeline, usualSegmentBytes } from './log-names.ts'

const from = { firstWal: '0000000100000000000000FE', segmentBytes: usualSegmentBytes }

test('files that follow each other have no hole, also over the end of a log', () => {
  const names = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000.partial']
  expect(holesIn(names, from)).toEqual([])
  expect(holesIn([], from)).toEqual([])
  const large = { firstWal: '000000010000000000000003', segmentBytes: 1024 ** 3 }
  expect(holesIn(['000000010000000100000000', '000000010000000000000003'], large)).toEqual([])
})

test('a hole is named by the file behind it, and files before the base backup do not count', () => {
  const names = [
    '000000010000000000000001',
    '0000000100000000000000FE',
    '000000010000000100000002',
    '000000010000000100000003.partial',
    '00000001.history',
    'other',
  ]
  expect(holesIn(names, from)).toEqual([{ before: '000000010000000100000002', files: 3 }])
  expect(holesIn(['0000000100000000000000FF'], from)).toEqual([
    { before: '0000000100000000000000FF', files: 1 },
  ])
})

test('a timeline may begin before the end of an earlier one, and has its own holes', () => {
  const before = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000']
  expect(holesIn([...before, '0000000200000000000000FF', '000000020000000100000000'], from)).toEqual([])
  expect(holesIn([...before, '0000000200000000000000FF', '000000020000000100000001'], from)).toEqual([
    { before: '000000020000000100000001', files: 1 },
  ])
  expect(holesIn([...before, '000000020000000100000005'], from)).toEqual([
    { before: '000000020000000100000005', files: 4 },
  ])
  expect(newestTimeline([...before, '0000000A.history'])).toBe(10)
  expect(newestTimeline([])).toBe(0)
})
