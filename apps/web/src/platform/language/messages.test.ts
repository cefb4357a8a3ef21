import { expect, test } from 'vitest'
import { defineMessages, textIn } from './messages.ts'

const messages = defineMessages('asked', {
  none: 'Nobody asked',
  asked: (name: string, times: number) => `${name} asked (${times})`,
})

test('a sentence isolates a name that is written from right to left, and no other', () => {
  const text = textIn(messages, 'en')
  expect(text.asked('Aisyah', 2)).toBe('Aisyah asked (2)')
  expect(text.asked('محمد', 2)).toBe('\u2068محمد\u2069 asked (2)')
  expect(textIn(messages, 'en')).toBe(text)
})
