import { expect, test } from 'vitest'
import { lateCalls, lateStyles } from './browser-target.ts'

test('a script that calls a function newer than the oldest supported browser is found', () => {
  expect(lateCalls('const a = URL.parse(b); Promise.withResolvers()')).toEqual([
    'URL.parse',
    'Promise.withResolvers',
  ])
  expect(lateCalls('new URL(a); Promise.resolve(1); other.parse(a); URL.parse?.(a)')).toEqual([])
  expect(lateCalls('a =')).toEqual([expect.stringMatching(/^does not parse/)])
})

test('a spoken alternative of a content needs a test of support', () => {
  expect(lateStyles(`.a::before{content:"/" / ""}.b{content: attr(data-x) / ''}`)).toEqual([
    "content:'' / ''",
    "content: attr(data-x) / ''",
  ])
  expect(
    lateStyles(`.a{content:"/"}@supports (content:"/" / ""){.a{content:"/" / ""}.b{content:"x" / ""}}`),
  ).toEqual([])
})
