import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importCaptions, isWebVtt, type CaptionImport } from './caption-import.ts'
import { captionsIn, webVttOf } from './captions.ts'
import { cuesOf } from './transcript.ts'

function imported(text: string, options?: { isMoved: boolean }): CaptionImport {
  const found = importCaptions(text, options)
  if ('problem' in found) throw new Error(`no captions: ${JSON.stringify(found.problem)}`)
  return found
}
const shown = (text: string) =>
  imported(text).lines.map(({ startMs, endMs, text: words }) => [startMs, endMs, words])
const leftOut = (text: string) => imported(text).leftOut.map(({ line, problem }) => [line, problem])

test('SubRip becomes WebVTT without its numbers, colours and positions', () => {
  const subRip =
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="#fff">Selamat</font> <I>datang</I>\r\n& selamat\r\n\r\n2\r\n00:00:05,000 --> 00:00:04,000\r\nbackwards\r\n\r\n3\r\n0:00:06,5 --> 0:00:07,000 X1:10 X2:20\r\nHai<br/>semua\r\n'
  expect(imported(subRip).webVtt).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nSelamat <i>datang</i>\n&amp; selamat\n\n00:00:06.500 --> 00:00:07.000\nHai\nsemua\n',
  )
  expect(leftOut(subRip)).toEqual([[7, 'ends-before-start']])
  expect(importCaptions('1\n2\nno times')).toEqual({ problem: null })
})

test('each cue that is left out is named by its line and its problem, and its text joins no other cue', () => {
  const file =
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:aa,000 --> 00:00:03,000\nTwo\n\n3\nThree without times\n\n4\n00:00:04,000 --> 00:00:05,000\n\n5\n00:00:07,000 --> 00:00:06,000\nFive\n\n6\n00:00:08,000 --> 00:00:09,000\nA --> B\n'
  expect(shown(file)).toEqual([
    [1000, 2000, 'One'],
    [8000, 9000, 'A --> B'],
  ])
  expect(leftOut(file)).toEqual([
    [6, 'wrong-times'],
    [13, 'no-text'],
    [16, 'ends-before-start'],
  ])
  const oneWithoutTimes = '1\n00:01,000 --> 00:02,000\nOne\n\n2\nTwo\n\n3\n00:03,000 --> 00:04,000\nThree\n'
  expect(shown(oneWithoutTimes)).toEqual([
    [1000, 2000, 'One'],
    [3000, 4000, 'Three'],
  ])
  expect(leftOut(oneWithoutTimes)).toEqual([[5, 'wrong-times']])
})

test.each([
  ['spaces and arrows of a translation', '1\n00: 00: 01, 000 -> 00: 00: 02, 000\nHai\n'],
  ['full-width signs', '1\n00：00：01，000 → 00：00：02，000\nHai\n'],
  ['a colon before milliseconds', '1\n00:00:01:000 --> 00:00:02:000\nHai\n'],
  ['microseconds', '1\n00:00:01,000000 --> 00:00:02.000000\nHai\n'],
  ['times without hours and fractions', '1\n0:01 --> 0:02\nHai\n'],
  ['commas in WebVTT', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHai\n'],
  ['no space before the settings', 'WEBVTT\n\n00:01.000 --> 00:02.000line:40%\nHai\n'],
  ['lines that end with CR', 'WEBVTT - title\r\rNOTE a note\r\r00:01.000 --> 00:02.000\rHai\r'],
  ['a line of blanks above the text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n \nHai\n'],
])('%s are read', (_, text) => {
  expect(shown(text)).toEqual([[1000, 2000, 'Hai']])
  expect(leftOut(text)).toEqual([])
})

test('numbers end no text where a file has no blank lines, and stay where they are text', () => {
  expect(
    shown('1\n00:01,000 --> 00:02,000\nOne\n2\n00:02,000 --> 00:03,000\n42\n3\n00:03,000 --> 00:04,000\n7'),
  ).toEqual([
    [1000, 2000, 'One'],
    [2000, 3000, '42'],
    [3000, 4000, '7'],
  ])
})

test('names and numbers of characters are read as what they stand for, and written so that they stay', () => {
  const text =
    'WEBVTT\n\n00:01.000 --> 00:02.000\n&quot;It&#39;s&quot; 3 &#x3c; 4 &amp;amp; &unknown; &#xd800;\n'
  const [line] = imported(text).lines
  expect(line?.text).toBe(`"It's" 3 < 4 &amp; &unknown; &#xd800;`)
  expect(cuesOf(webVttOf(captionsIn(text)))).toMatchObject([{ text: line?.text }])
})

test('the header of a stream moves the times only if its author says so', () => {
  const file =
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:02.000,MPEGTS:900000\n\n00:01.000 --> 00:02.000 line:0\nHai\n'
  expect(imported(file)).toMatchObject({
    streamOffsetMs: 8000,
    webVtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\nHai\n',
  })
  expect(imported(file, { isMoved: true }).webVtt).toBe(
    'WEBVTT\n\n00:00:09.000 --> 00:00:10.000 line:0\nHai\n',
  )
  const before = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:02.500\n\n00:01.000 --> 00:02.000\nA\n\n'
  const moved = imported(`${before}00:02.000 --> 00:04.000\nB\n`, { isMoved: true })
  expect(moved.lines).toMatchObject([{ startMs: 0, endMs: 1500, text: 'B' }])
  expect(moved.leftOut).toMatchObject([{ line: 4, problem: 'ends-before-start' }])
  expect(
    imported('WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nA'),
  ).toMatchObject({ streamOffsetMs: 0 })
})

const words = fc.array(
  fc.constantFrom(
    'a',
    'é',
    '欢',
    '😀',
    ' ',
    '\n',
    '\n\n',
    '1',
    '<i>',
    '</i>',
    '<v Ann>',
    '<',
    '&',
    '&amp;',
    '-->',
    ':',
    '{\\an8}',
  ),
  { minLength: 1, maxLength: 12 },
)
const cue = fc.record({
  startMs: fc.integer({ min: 0, max: 400_000_000 }),
  lengthMs: fc.integer({ min: 1, max: 9_999_999 }),
  words,
  settings: fc.constantFrom('', 'line:90%', 'align:start position:0%'),
})

test('captions that are written are valid, and are read as the same cues', () => {
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 6 }), (cues) => {
      const lines = cues.map(({ startMs, lengthMs, words: parts, settings }) => ({
        startMs,
        endMs: startMs + lengthMs,
        text: `x${parts.join('')}`,
        settings,
      }))
      const written = webVttOf({ head: '', lines })
      const read = imported(written)
      expect(isWebVtt(written)).toBe(true)
      expect([read.webVtt, read.leftOut]).toEqual([written, []])
      expect(webVttOf({ head: '', lines: read.lines })).toBe(written)
      const plainLines = (text: string) =>
        text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
      expect(read.lines).toEqual(
        lines
          .map((line) => ({ ...line, text: plainLines(line.text).join('\n') }))
          .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs),
      )
      // Seconds are sums of minutes and fractions, so they may differ from a quotient in the last digit.
      expect(new Set(cuesOf(written).map(({ start }) => Math.round(start * 1000)))).toEqual(
        new Set(lines.map(({ startMs }) => startMs)),
      )
    }),
  )
})

// A quadratic algorithm would take hours, beyond the test's timeout of five seconds.
test('files of hostile length are read in one pass', () => {
  expect(importCaptions('00:'.repeat(300_000) + '-->')).toMatchObject({ problem: { problem: 'wrong-times' } })
  expect(
    imported(`00:01,000 --> 00:02,000\nx${'<'.repeat(500_000)}${'{\\'.repeat(200_000)}`).lines,
  ).toHaveLength(1)
})
