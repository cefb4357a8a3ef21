import { expect, test } from 'vitest'
import { addressWith } from './filters.ts'

test('a marketplace link has its own parameters in a fixed order and drops all others', () => {
  const search = new URLSearchParams('price=free&fbclid=x&lang=ms&category=Design')
  expect(addressWith(search, { view: 'list' })).toBe(
    '/marketplace?category=Design&lang=ms&price=free&view=list',
  )
})
