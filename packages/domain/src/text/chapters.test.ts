import { expect, test } from 'vitest'
import { chaptersFrom } from './chapters.ts'

test('each line is a chapter: its time, an optional separator, its title', () => {
  const typed = '0:00 Start\r\n\n 1:05 - Orbits\n72:30 — Why they do not fall\n1:20:00 Questions | answers\n'
  expect(chaptersFrom(typed)).toEqual({
    chapters: [
      { atSeconds: 0, title: 'Start' },
      { atSeconds: 65, title: 'Orbits' },
      { atSeconds: 4350, title: 'Why they do not fall' },
      { atSeconds: 4800, title: 'Questions | answers' },
    ],
    problem: null,
  })
})

test('a title may start with digits', () => {
  expect(chaptersFrom('0:30 2026 in figures').chapters).toEqual([{ atSeconds: 30, title: '2026 in figures' }])
})

test.each([
  ['Start', 'no-time'],
  ['0:75 Start', 'no-time'],
  ['1:75:00 Start', 'no-time'],
  ['1:05', 'no-title'],
  ['1:05 -', 'no-title'],
])('a line such as %j is named with its number', (line, kind) => {
  expect(chaptersFrom(`0:00 Start\n\n${line}`).problem).toEqual({ line: 3, kind })
})

test('a chapter that does not start after the one before it is named', () => {
  expect(chaptersFrom('0:10 One\n0:10 Two').problem).toEqual({ line: 2, kind: 'not-later' })
})
