import { expect, test } from 'vitest'
import { offersForm } from './offers-query.ts'
import { changesOf, readOffers, writeOffers, type Offer, type Terms } from './offers.ts'

const offer = (price: number, terms: Partial<Terms> = {}): Offer => ({
  courseId: 5,
  price,
  terms: { access: null, cohortId: null, first: [], ...terms },
})

test.each([
  ['5.24900.12m.7.12.13', offer(24_900, { access: { months: 12 }, cohortId: 7, first: [12, 13] })],
  ['5.0.30d.none', offer(0, { access: { days: 30 } })],
  ['5.100.all.none.9', offer(100, { first: [9] })],
])('%s is written and read back', (text, shown) => {
  expect(writeOffers([shown])).toBe(text)
  expect(readOffers(text)).toEqual(new Map([[5, shown]]))
  expect(offersForm.test(`${text}_6.7900.all.none`)).toBe(true)
})

test('no text means no offer', () => {
  expect(readOffers(undefined).size).toBe(0)
})

test('each difference is named, and a prerequisite that is no longer required is none', () => {
  const shown = offer(100, { access: { days: 30 }, cohortId: 7, first: [1, 2] })
  expect(changesOf(shown, shown)).toEqual([])
  expect(changesOf(shown, { ...shown, terms: { ...shown.terms, first: [2] } })).toEqual([])
  expect(changesOf(shown, { ...shown, price: 99 })).toEqual(['price'])
  const present = offer(101, { access: { months: 30 }, first: [3] })
  expect(changesOf(shown, present)).toEqual(['price', 'access', 'start', 'first'])
})
