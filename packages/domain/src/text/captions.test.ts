import { expect, test } from 'vitest'
import { captionsIn, captionTime, captionTimeOf, webVttOf } from './captions.ts'

test.each([
  ['0:01', 1000],
  ['1:02.5', 62_500],
  ['00:01:02,500', 62_500],
  ['62', 62_000],
  ['01:00:00.001', 3_600_001],
  ['1:60', null],
  ['1:2:', null],
  ['', null],
  ['one', null],
])('the time %j is %j milliseconds', (typed, ms) => expect(captionTimeOf(typed)).toBe(ms))

test('a time is written as WebVTT writes it', () => {
  expect([captionTime(0), captionTime(62_500), captionTime(3_600_001)]).toEqual([
    '00:00:00.000',
    '00:01:02.500',
    '01:00:00.001',
  ])
})

test('a WebVTT file is read and written with its styles, positions and tags', () => {
  const file =
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:00:01.000 --> 00:00:02.000 line:90%\n<v Ann>Salt &amp; <i>pepper</i>\nboth\n\n00:00:03.000 --> 00:00:04.000\n3 &lt; 4\n'
  const read = captionsIn(file)
  expect(read.lines.map(({ text }) => text)).toEqual(['<v Ann>Salt & <i>pepper</i>\nboth', '3 < 4'])
  expect(webVttOf(read)).toBe(file)
})

test('notes and the numbers of lines are left out, and lines are written in the order of their times', () => {
  const read = captionsIn(
    'WEBVTT - title\n\nNOTE a note\n\n2\n00:03.000 --> 00:04.000\nlater\n\n1\n00:01.000 --> 00:02.000\nfirst\n',
  )
  expect(webVttOf(read)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\n\n00:00:03.000 --> 00:00:04.000\nlater\n',
  )
})

test('nothing that is typed in a line ends it or begins another one', () => {
  const lines = [
    { startMs: 0, endMs: 1000, settings: '', text: 'a\n\n00:05.000 --> 00:06.000\n\nb <script>' },
  ]
  const written = webVttOf({ head: '', lines })
  expect(written).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na\n00:05.000 --&gt; 00:06.000\nb &lt;script&gt;\n',
  )
  expect(captionsIn(written).lines).toHaveLength(1)
})
