import { expect, test } from 'vitest'
import { withoutLoneSurrogates } from './read-json.ts'

test.each<[string, string, string]>([
  ['text without escapes', '{"a":"b"}', '{"a":"b"}'],
  ['a pair of surrogates', String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
  ['a lone first half', String.raw`"\ud800"`, String.raw`"\ufffd"`],
  ['a lone second half in upper case', String.raw`"a\uDFFFb"`, String.raw`"a\ufffdb"`],
  ['two first halves', String.raw`"\ud800\ud800"`, String.raw`"\ufffd\ufffd"`],
  ['halves in the wrong order', String.raw`"\ude00\ud83d"`, String.raw`"\ufffd\ufffd"`],
  ['a first half before a pair', String.raw`"\ud83d\ud83d\ude00"`, String.raw`"\ufffd\ud83d\ude00"`],
  ['an escaped backslash before the letters', String.raw`"\\ud800"`, String.raw`"\\ud800"`],
  ['a half in a key', String.raw`{"\ud800":1}`, String.raw`{"\ufffd":1}`],
  ['a body that ends in an escape', '"\\', '"\\'],
])('%s is parsed to text that the database can store', (_case, given, expected) => {
  expect(withoutLoneSurrogates(given)).toBe(expected)
})

test('a million lone surrogates are parsed in one pass', () => {
  const halves = String.raw`\ud800`.repeat(1_000_000)
  expect(withoutLoneSurrogates(halves)).toBe(String.raw`\ufffd`.repeat(1_000_000))
})
