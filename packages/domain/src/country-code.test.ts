import { expect, test } from 'vitest'
import { countryCode } from './country-code.ts'

test('a country code or an English country name in any case gives the alpha-2 code', () => {
  expect(['MY', 'my', ' Malaysia ', 'SINGAPORE'].map(countryCode)).toEqual(['MY', 'MY', 'MY', 'SG'])
})

test('a text that names no country gives no code', () => {
  expect(['', undefined, 'European Union', 'EU', 'Atlantis', 'M'].map(countryCode)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
