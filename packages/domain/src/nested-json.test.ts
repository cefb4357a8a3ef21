import { expect, test } from 'vitest'
import { parseNestedJson } from './nested-json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('a value of 200 levels is parsed, and a deeper one is refused before it is parsed', () => {
  expect(() => parseNestedJson(nested(200))).not.toThrow()
  for (const depth of [201, 1_000_000])
    expect(() => parseNestedJson(nested(depth))).toThrow('is nested too deeply')
})

test('brackets in strings are no levels', () => {
  const text = String.raw`["${'['.repeat(300)}\"[[\\"]`
  expect(parseNestedJson(text)).toEqual(JSON.parse(text))
})
