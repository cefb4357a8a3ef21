import { expect, test } from 'vitest'
import { addressIn, isLanguage, languageOf, offeredLanguage, screenLocale } from './languages.ts'

test.each(['en', 'ms'])('%s is a language', (code) => {
  expect(isLanguage(code)).toBe(true)
  expect(languageOf(code)).toBe(code)
})

test.each(['', 'EN', 'ms-MY', 'de', null, undefined, 1])(
  '%j is no language, and languageOf returns English',
  (code) => {
    expect(isLanguage(code)).toBe(false)
    expect(languageOf(code)).toBe('en')
  },
)

test('English has the bare address, Malay has ?lang=ms', () => {
  expect(addressIn('en', '/blog')).toBe('/blog')
  expect(addressIn('ms', '/blog')).toBe('/blog?lang=ms')
  expect(addressIn('ms', '/blog?page=2')).toBe('/blog?page=2&lang=ms')
})

test.each([
  ['ms-MY,ms;q=0.9,en;q=0.8', 'ms'],
  ['ms', 'ms'],
  [' MS-BN, en', 'ms'],
  ['en-MY,ms;q=0.9', null],
  ['msx', null],
  ['de', null],
  ['', null],
  [undefined, null],
])('a browser that sends Accept-Language %j is offered %j', (header, offered) => {
  expect(offeredLanguage(header)).toBe(offered)
})

test('screens use the languages of Malaysia', () => {
  expect(screenLocale('en')).toBe('en-MY')
  expect(screenLocale('ms')).toBe('ms-MY')
})
