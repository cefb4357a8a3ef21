import { expect, test } from 'vitest'
import { captionsIn, captionTime, captionTimeOf, webVttOf, webVttOfSubRip } from './captions.ts'

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

test('SubRip becomes WebVTT without its numbers, colours and positions', () => {
  const subRip =
    '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="#fff">Selamat</font> <i>datang</i>\r\n& selamat\r\n\r\n2\r\n00:00:05,000 --> 00:00:04,000\r\nbackwards\r\n\r\n3\r\n0:00:06,5 --> 0:00:07,000\r\nHai\r\n'
  expect(webVttOfSubRip(subRip)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nSelamat <i>datang</i>\n&amp; selamat\n\n00:00:06.500 --> 00:00:07.000\nHai\n',
  )
  expect(webVttOfSubRip('1\n2\nno times')).toBeNull()
})

// A quadratic algorithm would take hours, beyond the test's timeout of five seconds.
test('files of hostile length are read in one pass', () => {
  expect(webVttOfSubRip('00:'.repeat(300_000) + '-->')).toBeNull()
  expect(
    webVttOfSubRip(`00:01,000 --> 00:02,000\n${'<'.repeat(500_000)}${'{\\'.repeat(200_000)}`),
  ).not.toBeNull()
})
