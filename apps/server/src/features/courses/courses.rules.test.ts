import { describe, expect, test } from 'vitest'
import { fileTypeFits } from './course-limits.ts'
import { movedTo, orderForNew, pageInSequence } from './courses.rules.ts'

describe('the order of a new module', () => {
  test.each([
    [[], undefined, 0],
    [[0, 1, 2], undefined, 3],
    [[0, 4], undefined, 5],
    [[0, 1], 1, 2],
    [[0, 1], 5, 5],
    [[], 0, 0],
  ])('a new module after %j with the requested order %j gets order %j', (taken, wished, order) => {
    expect(orderForNew(taken, wished)).toBe(order)
  })
})

describe('moving', () => {
  const dense = [
    { id: 1, order: 0 },
    { id: 2, order: 1 },
    { id: 3, order: 2 },
  ]
  const gaps = [
    { id: 1, order: 0 },
    { id: 2, order: 3 },
    { id: 3, order: 7 },
  ]
  test.each([
    ['down by one', dense, 1, 1, [2, 1, 3]],
    ['to the end', dense, 1, 2, [2, 3, 1]],
    ['beyond the end', dense, 1, 100_000, [2, 3, 1]],
    ['up by one', dense, 3, 1, [1, 3, 2]],
    ['to the front', dense, 3, 0, [3, 1, 2]],
    ['nowhere', dense, 2, 1, [1, 2, 3]],
    ['down over a gap', gaps, 1, 3, [2, 1, 3]],
    ['up over a gap', gaps, 3, 3, [1, 3, 2]],
    ['what is not there', dense, 9, 0, [1, 2, 3]],
  ])('moving %s', (_name, items, id, order, expected) => {
    expect(movedTo(items, id, order)).toEqual(expected)
  })
})

test('a file type must match the kind of its file', () => {
  expect(fileTypeFits('video', 'video/webm')).toBe(true)
  expect(fileTypeFits('video', 'application/pdf')).toBe(false)
  expect(fileTypeFits('pdf', 'application/pdf')).toBe(true)
  expect(fileTypeFits('document', 'application/pdf')).toBe(true)
  expect(fileTypeFits('reading', 'video/mp4')).toBe(false)
  expect(fileTypeFits('quiz', 'application/json')).toBe(true)
})

test('a list with its own order is returned whole, or in consecutive pages', () => {
  const all = ['a', 'b', 'c']
  expect(pageInSequence(all, {})).toEqual({ data: all, meta: { total: 3, nextCursor: null } })
  expect(pageInSequence(all, { limit: 2 })).toEqual({ data: ['a', 'b'], meta: { total: 3, nextCursor: '2' } })
  expect(pageInSequence(all, { limit: 2, cursor: '2' })).toEqual({
    data: ['c'],
    meta: { total: 3, nextCursor: null },
  })
  expect(pageInSequence(all, { limit: 2, page: 2 }).data).toEqual(['c'])
})
