import { expect, test } from 'vitest'
import { problemOfFile } from './file-choice.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test.each([
  [file('intro.mp4', 'video/mp4'), 'video', null],
  [file('intro.webm', 'video/webm'), 'video', null],
  [file('notes.pdf', 'application/pdf'), 'document', null],
  [file('intro.WEBM', ''), 'video', null],
  [file('notes.pdf', ''), 'document', null],
  [file('intro.mp4', 'video/mp4'), 'document', 'fileUnsupported'],
  [file('intro.webm', ''), 'document', 'fileUnsupported'],
  [file('notes.pdf', 'application/pdf'), 'video', 'fileUnsupported'],
  [file('quiz.json', 'application/json'), 'video', 'fileUnsupported'],
  [file('intro.mov', 'video/quicktime'), 'video', 'fileUnsupported'],
  [file('notes.doc', 'application/msword'), 'document', 'fileUnsupported'],
  [file('notes.docx', ''), 'document', 'fileUnsupported'],
  [file('notes', ''), 'document', 'fileUnsupported'],
  [file('fits.mp4', 'video/mp4', 104_857_600), 'video', null],
  [file('large.mp4', 'video/mp4', 104_857_601), 'video', 'fileTooLarge'],
  [file('large.docx', '', 104_857_601), 'document', 'fileUnsupported'],
] as const)('%o as a %s: %s', (given, kind, problem) => {
  expect(problemOfFile(given, kind)).toBe(problem)
})
