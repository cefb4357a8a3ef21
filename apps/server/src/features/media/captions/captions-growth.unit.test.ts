/** Tests that the readers of captions and quiz files, which run in the serving process, need time proportional to their input. */
import { readQuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { importCaptions } from '@apogee/domain/text/caption-import.ts'
import { captionsIn, webVttOf } from '@apogee/domain/text/captions.ts'
import { cuesOf, transcriptOf } from '@apogee/domain/text/transcript.ts'
import { expect, test } from 'vitest'
import { growthOf } from '#server/platform/growth.testing.ts'

/** The largest accepted growth of the time when the input doubles: linear growth is 2, quadratic growth is 4. */
const mostGrowth = 3

const many = (count: number, part: string) => part.repeat(Math.ceil(count / part.length))
const cue = '00:00:01.000 --> 00:00:02.000\n'
const cues = (size: number, text: string) =>
  Array.from({ length: Math.ceil(size / 40) }, () => `${cue}${text}`).join('\n\n')

/** The texts that the hostile files repeat: within one line, within one cue, and at the head of a file. */
const parts = [
  '<',
  '>',
  '<v ',
  '<v a>',
  '<b>',
  '</',
  '{\\',
  '&',
  '&amp;',
  '&#',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '-->',
  ' --> ',
  '->',
  '- ',
  '：',
  '0: ',
  '1\n',
  '&#x',
  '0',
  '0:',
  '00:00:01.000 ',
  '00:00:01.000 --> ',
  'STYLE\n',
  'NOTE\n',
  '\n \n',
  'e\u0301',
  '.',
  '!',
  'a b ',
  '\u00a0',
  '\u2028',
  '"',
  '’',
]
const shapes: Record<string, (size: number) => string> = {
  'many cues': (size) => cues(size, 'text'),
  'many cues at one time with voices': (size) => cues(size, '<v A>text<v B>text'),
  ...Object.fromEntries(
    parts.flatMap((part): [string, (size: number) => string][] => [
      [`${JSON.stringify(part)} in a cue`, (size) => `${cue}${many(size, part)}`],
      [`${JSON.stringify(part)} before the first cue`, (size) => `${many(size, part)}\n\n${cue}text`],
      [`${JSON.stringify(part)} behind a time`, (size) => `${cue.trimEnd()} ${many(size, part)}x\ntext`],
    ]),
  ),
}

const readers: Record<string, (text: string) => unknown> = {
  'a SubRip upload': (text) => importCaptions(text),
  'a WebVTT upload': (text) => importCaptions(`WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:90,LOCAL:0:00\n\n${text}`),
  'the editor': (text) => webVttOf(captionsIn(`WEBVTT\n\n${text}`)),
  'the transcript': (text) => transcriptOf(cuesOf(`WEBVTT\n\n${text}`)),
}

test.each(Object.keys(readers))('%s of captions is read in linear time, whatever fills it', (name) => {
  const slow = Object.entries(shapes).filter(([, made]) => {
    const growth = growthOf(20_000, (size) => {
      const text = made(size)
      return () => readers[name]?.(text)
    })
    return growth >= mostGrowth
  })
  expect(slow.map(([shape]) => shape)).toEqual([])
})

const quizzes: Record<string, (size: number) => string> = {
  'nested lists': (size) => `${many(size / 2, '[')}${many(size / 2, ']')}`,
  'unknown fields': (size) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: size / 12 }, (_, nth) => [`field${nth}`, 1]))),
  'questions that are none': (size) =>
    JSON.stringify({ title: 'Quiz', questions: Array.from({ length: size / 3 }, () => 0) }),
  'questions of an unknown kind': (size) =>
    JSON.stringify({ title: 'Quiz', questions: Array.from({ length: size / 13 }, () => ({ type: 'x' })) }),
  'groups of nothing': (size) =>
    JSON.stringify({ title: 'Quiz', questions: [], groups: Array.from({ length: size / 3 }, () => ({})) }),
  'options of one question': (size) =>
    JSON.stringify({
      title: 'Quiz',
      questions: [
        {
          type: 'multiple-choice',
          question: 'Which?',
          answer: '1',
          options: Array.from({ length: size / 8 }, (_, nth) => String(nth)),
        },
      ],
    }),
  ...Object.fromEntries(
    ['a', ' ', '\\', '"', 'e\u0301', '\n'].map((part): [string, (size: number) => string] => [
      `${JSON.stringify(part)} in a title`,
      (size) => JSON.stringify({ title: many(size, part), questions: [] }),
    ]),
  ),
}

test.each(Object.keys(quizzes))('a quiz file of %s is read in linear time', (name) => {
  const growth = growthOf(60_000, (size) => {
    const text = quizzes[name]?.(size) ?? ''
    return () => readQuizFile(text)
  })
  expect(growth).toBeLessThan(mostGrowth)
})
