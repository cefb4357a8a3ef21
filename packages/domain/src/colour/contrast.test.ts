import { expect, test } from 'vitest'
import { contrastOf, darkInk, inkOn, lightInk } from './contrast.ts'

test('the contrast of black and white is 21, and of equal colours 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#3b2fa8', '#3b2fa8')).toBe(1)
})

test('the text on every colour has at least the contrast that AA requires', () => {
  const parts = ['00', '22', '44', '66', '76', '88', 'aa', 'cc', 'ff']
  const grounds = parts.flatMap((red) =>
    parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
  )
  expect(grounds.filter((ground) => contrastOf(ground, inkOn(ground)) < 4.5)).toEqual([])
  expect([inkOn('#3b2fa8'), inkOn('#ffd34d')]).toEqual([lightInk, darkInk])
})
