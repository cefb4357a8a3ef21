import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { expect, test } from 'vitest'
import {
  answerFits,
  feedbackFor,
  numbersIn,
  rightAnswer,
  shareOf,
  shuffled,
  toShown,
  toStored,
  type NumberKey,
  type SpellingKey,
} from './answers.rules.ts'

const plain: SpellingKey = {
  spellings: ['Café au lait'],
  matchCase: false,
  matchAccents: false,
  matchBlanks: false,
}
const gravity: NumberKey = { value: 9.81, tolerance: 0.05 }

test.each<[string, Parameters<typeof shareOf>[0], GivenAnswer, number]>([
  ['the right option earns all points', 1, 1, 1],
  ['option 0 is no missing answer', 0, 0, 1],
  ['a wrong option earns nothing', 1, 0, 0],
  ['false is right where false is the answer', false, false, 1],
  ['no answer earns nothing', false, null, 0],
  ['all right options earn all points', { chosen: [0, 2], isPartial: false }, [0, 2], 1],
  ['some right options earn nothing without partial points', { chosen: [0, 2], isPartial: false }, [0], 0],
  ['half of the right options earn half with partial points', { chosen: [0, 2], isPartial: true }, [0], 0.5],
  ['a wrong option takes a right one back', { chosen: [0, 2], isPartial: true }, [0, 2, 3], 0.5],
  ['choosing everything earns nothing', { chosen: [0, 2], isPartial: true }, [0, 1, 2, 3], 0],
  ['all matches earn all points', { matches: [1, 0], isPartial: false }, [1, 0], 1],
  ['one match of two earns half with partial points', { matches: [1, 0], isPartial: true }, [1, null], 0.5],
  ['one match of two earns nothing without partial points', { matches: [1, 0], isPartial: false }, [1, 1], 0],
  ['the right order earns all points', { order: [2, 0, 1], isPartial: false }, [2, 0, 1], 1],
  ['items at their place earn their share', { order: [2, 0, 1, 3], isPartial: true }, [0, 2, 1, 3], 0.5],
  ['capitals, accents and blanks make no difference', plain, ' cafe  AU\tlait', 1],
  ['vowel signs are letters', { ...plain, spellings: ['கா'] }, 'கி', 0],
  ['a phone writes a curly apostrophe', { ...plain, spellings: ["don't"] }, 'don’t', 1],
  [
    'a word processor writes other hyphens and blanks',
    { ...plain, spellings: ['well-known 5 km'] },
    'well‑known 5\u00a0km',
    1,
  ],
  ['an invisible sign makes no difference', { ...plain, spellings: ['abc'] }, 'a\u200bbc\ufeff', 1],
  ['full-width signs make no difference', { ...plain, spellings: ['A1!'] }, 'Ａ１！', 1],
  ['a raised digit is another sign', { ...plain, spellings: ['x2'] }, 'x²', 0],
  ['a number in full-width signs', gravity, '９．８１', 1],
  ['a number with an invisible sign', gravity, '\u200e9.81\u200b', 1],
  ['a negative number with a non-breaking hyphen', { value: -3, tolerance: 0 }, '‑3', 1],
  ['a raised digit is no digit', { value: 102, tolerance: 0 }, '10²', 0],
  ['another text earns nothing', plain, 'tea', 0],
  ['a text of blanks earns nothing', plain, '  ', 0],
  ['capitals make a difference where the author says so', { ...plain, matchCase: true }, 'café au lait', 0],
  ['accents make a difference where the author says so', { ...plain, matchAccents: true }, 'cafe au lait', 0],
  ['composed and decomposed accents are the same', { ...plain, matchAccents: true }, 'cafe\u0301 au lait', 1],
  ['blanks make a difference where the author says so', { ...plain, matchBlanks: true }, 'caféaulait', 0],
  ['a number within the tolerance is right', gravity, '9.8', 1],
  ['a decimal comma is accepted', gravity, '9,81', 1],
  ['a number at the edge of the tolerance is right', gravity, '9.86', 1],
  ['a number beyond the tolerance is wrong', gravity, '9.87', 0],
  ['what is no number is wrong', gravity, '9.81 m/s', 0],
])('%s', (_, key, given, share) => {
  expect(shareOf(key, given)).toBe(share)
})

test.each<[string, number[]]>([
  ['3,14', [3.14]],
  ['1,234', [1234, 1.234]],
  ['1,234.5', [1234.5]],
  ['1.234,5', [1234.5]],
  ['1 234 567', [1_234_567]],
  ['1,234,567', [1_234_567]],
  ['\u22122.5', [-2.5]],
  ['6e3', [6000]],
  ['1,2,3', []],
  ['', []],
])('the typed number %j can mean %j', (typed, numbers) => {
  const [first, ...others] = numbersIn(typed)
  expect(first === undefined ? [] : [first, ...others]).toEqual(expect.arrayContaining(numbers))
  expect(numbersIn(typed).length).toBeLessThanOrEqual(Math.max(numbers.length, 2))
  if (numbers.length === 0) expect(first).toBeUndefined()
})

test.each<[QuestionKind, GivenAnswer, boolean]>([
  ['multiple-choice', 2, true],
  ['multiple-choice', 3, false],
  ['multiple-choice', true, false],
  ['multiple-choice', [1], false],
  ['multiple-answers', [0, 2], true],
  ['multiple-answers', [0, 0], false],
  ['multiple-answers', [0, null], false],
  ['multiple-answers', 0, false],
  ['true-false', 1, false],
  ['short-answer', 'text', true],
  ['short-answer', 'x'.repeat(501), false],
  ['numeric', '3,', true],
  ['numeric', 3, false],
  ['matching', [0, null], true],
  ['matching', [0], false],
  ['matching', [0, 3], false],
  ['ordering', [2, 1, 0], true],
  ['ordering', [2, 1], false],
  ['ordering', [2, 1, 1], false],
  ['coding', 'code', true],
  ['coding', 1, false],
  ['ordering', null, true],
])('to a question of the kind %s the answer %j fits: %j', (kind, given, fits) => {
  expect(answerFits({ kind, options: ['a', 'b', 'c'], prompts: ['p', 'q'] }, given)).toBe(fits)
})

test('an answer is stored by what it means, and shown by what the learner sees', () => {
  const shown = [2, 0, 1]
  expect(toStored('multiple-choice', 0, shown)).toBe(2)
  expect(toStored('matching', [1, null, 1], shown)).toEqual([0, null, 0])
  expect(toStored('multiple-answers', [1, 0], shown)).toEqual([0, 2])
  expect(toShown('ordering', toStored('ordering', [2, 1, 0], shown), shown)).toEqual([2, 1, 0])
  expect(toStored('numeric', '12', shown)).toBe('12')
  expect(rightAnswer({ chosen: [0, 1], isPartial: true }, shown)).toEqual([1, 2])
  expect(rightAnswer(2, shown)).toBe(0)
  expect(feedbackFor({ feedback: ['zero', '', 'two'], given: [0, 1] }, shown)).toEqual([
    { option: 1, text: 'zero' },
  ])
})

test('a shuffled order has each number once', () => {
  expect(shuffled(6, Math.random).toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5])
  expect(shuffled(3, () => 0)).toEqual([1, 2, 0])
})
