import { expect, test } from 'vitest'
import { pressedKey } from './pressed-key.ts'

const enter = { key: 'Enter', keyCode: 13, isComposing: false }

test('a pressed key has its name, from the browser and from React', () => {
  expect(pressedKey(enter)).toBe('Enter')
  expect(pressedKey({ nativeEvent: enter })).toBe('Enter')
})

test('a key that an input method takes is no Enter, also after the composition has ended', () => {
  expect(pressedKey({ ...enter, isComposing: true })).toBe('Process')
  expect(pressedKey({ nativeEvent: { ...enter, keyCode: 229 } })).toBe('Process')
})
