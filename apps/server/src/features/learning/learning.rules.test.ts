import { describe, expect, test } from 'vitest'
import { lessonState, multirange, wholeSeconds, type ItemState } from './learning.rules.ts'

const item = (
  fileType: ItemState['fileType'],
  isCompleted: boolean,
  watched = 0,
  reported = 0,
): ItemState => ({
  resourceId: 1,
  fileType,
  isCompleted,
  isStarted: true,
  watchedSeconds: watched,
  reportedSeconds: reported,
  passPercentage: null,
})
const quizToPass = (isCompleted: boolean): ItemState => ({ ...item('quiz', isCompleted), passPercentage: 70 })

describe('a module', () => {
  test.each([
    ['with one of two videos', [item('video', true), item('video', false)], false],
    ['with its video, but not its document', [item('video', true), item('pdf', false)], true],
    ['with its document, but not its video', [item('video', false), item('pdf', true)], false],
    ['without a video and with every item', [item('pdf', true), item('quiz', true)], true],
    ['without a video and with one item open', [item('pdf', true), item('quiz', false)], false],
    ['with its video, but not the quiz with a pass mark', [item('video', true), quizToPass(false)], false],
    ['with its video and the quiz with a pass mark', [item('video', true), quizToPass(true)], true],
    ['without a video, with a passed quiz and one item open', [quizToPass(true), item('pdf', false)], false],
    ['without items', [], false],
  ])('a module %s: completed %#', (_, items, completed) => {
    expect(lessonState(items).completed).toBe(completed)
  })

  test("a module's watched time is the seen or the reported time, whichever is longer", () => {
    expect(lessonState([item('video', false, 30), item('video', false, 20)]).watchTime).toBe(50)
    expect(lessonState([item('video', false, 30, 90), item('video', false, 20, 90)]).watchTime).toBe(90)
    expect(lessonState([]).watchTime).toBe(0)
  })
})

test('watched ranges become whole seconds', () => {
  expect(
    wholeSeconds([
      [0.4, 9.2],
      [5, 5],
      [8, 3],
      [55, 90],
    ]),
  ).toEqual([
    [0, 10],
    [55, 90],
  ])
  expect(
    multirange([
      [0, 10],
      [55, 61],
    ]),
  ).toBe('{[0,10),[55,61)}')
  expect(multirange([])).toBe('{}')
})
