import { expect, test } from 'vitest'
import { mentionAtCaret, mentionsIn } from './mentions.ts'

const names = ['Ali', 'Ali Hassan', 'Priya Nair', 'Tan Wei Jian']
const found = (text: string) => mentionsIn(text, names).map(({ name }) => name)

test('a name after @ is a mention, the longest one that fits, whatever its case', () => {
  expect(found('Thanks, @Ali Hassan and @priya nair!')).toEqual(['Ali Hassan', 'Priya Nair'])
  expect(found('@Ali: yes. (@Tan Wei Jian)')).toEqual(['Ali', 'Tan Wei Jian'])
})

test('no mention: an address, a longer word, somebody else, a name without @', () => {
  expect(found('me@ali.example, @Alibaba, @Siti, Ali, @ Ali, @')).toEqual([])
})

test('the places of a mention include its @', () => {
  expect(mentionsIn('a @Ali b', names)).toEqual([{ start: 2, end: 6, name: 'Ali' }])
})

test.each([
  ['Hello @', 7, { start: 6, typed: '' }],
  ['Hello @Pri', 10, { start: 6, typed: 'Pri' }],
  ['@Priya Na', 9, { start: 0, typed: 'Priya Na' }],
  ['@Priya', 3, { start: 0, typed: 'Pr' }],
  ['me@pri', 6, null],
  ['Hello', 5, null],
  ['@ Priya', 3, null],
  ['@Priya\nNext', 11, null],
])('the name that is being typed is read from the text %j with the caret at %i', (text, caret, expected) => {
  expect(mentionAtCaret(text, caret)).toEqual(expected)
})
