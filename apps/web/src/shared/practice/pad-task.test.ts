import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import { expect, test } from 'vitest'
import { scratchpadOf } from './pad-task.ts'

const python: PracticeExercise = {
  kind: 'exercise',
  language: 'python',
  prompt: 'Add',
  starter: '',
  checks: [],
}
const sql: PracticeExercise = {
  kind: 'exercise',
  language: 'sql',
  prompt: 'Select',
  starter: '',
  setup: 'CREATE TABLE a (b)',
  solution: 'SELECT 1',
  isOrdered: false,
}

const sqlPad = { kind: 'scratchpad', language: 'sql', setup: 'CREATE TABLE a (b)' }
const pythonPad = { kind: 'scratchpad', language: 'python', setup: '' }

test('a scratchpad is in the language of the nearest exercise, with its tables', () => {
  const lessons = [
    { id: 1 },
    { id: 2, practice: sql },
    { id: 3 },
    { id: 4, practice: { kind: 'off' } as const },
    { id: 5, practice: python },
    { id: 6 },
  ]
  expect(scratchpadOf(lessons, 1)).toEqual(sqlPad)
  expect(scratchpadOf(lessons, 3)).toEqual(sqlPad)
  expect(scratchpadOf(lessons, 6)).toEqual(pythonPad)
})

test('the exercise before a scratchpad sets its language when two exercises are equally near', () => {
  expect(scratchpadOf([{ id: 1, practice: sql }, { id: 2 }, { id: 3, practice: python }], 2)).toEqual(sqlPad)
})

test('a course without exercises has scratchpads in JavaScript', () => {
  expect(scratchpadOf([{ id: 1 }], 1)).toEqual({ kind: 'scratchpad', language: 'javascript', setup: '' })
})
