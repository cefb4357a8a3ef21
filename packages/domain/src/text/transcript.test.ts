import { describe, expect, test } from 'vitest'
import { searchForm } from './human-text.ts'
import { cuesOf, placesIn, transcriptOf, type Cue } from './transcript.ts'

const cue = (start: number, end: number, text: string, speaker = ''): Cue => ({ start, end, text, speaker })
const textsOf = (...cues: Cue[]) => transcriptOf(cues).map(({ text }) => text)

describe('the cues of a WebVTT file', () => {
  test('cues have times in seconds and one line of text, whatever ends the lines of the file', () => {
    const file =
      'WEBVTT - Title\n\n00:01.500 --> 00:03.000 align:start\nTwo lists,\none column.\n\n01:00:02.000 --> 01:00:04.250\nThe end.\n'
    const expected = [cue(1.5, 3, 'Two lists, one column.'), cue(3602, 3604.25, 'The end.')]
    expect(cuesOf(file)).toEqual(expected)
    expect(cuesOf(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toEqual(expected)
  })

  test('notes, styles, identifiers and markup are left out, and escaped characters are shown', () => {
    const file = `WEBVTT

NOTE written by hand

STYLE
::cue { color: red }

intro-1
00:00.000 --> 00:02.000
<i>A &lt; B</i> &amp; <00:01.000><c.loud>C&#39;s</c>

00:03.000 --> oops
no cue
`
    expect(cuesOf(file)).toEqual([cue(0, 2, "A < B & C's")])
  })

  test('a voice names its speaker, also several of one cue', () => {
    const file =
      'WEBVTT\n\n00:00.000 --> 00:04.000\n<v.first Dr. Menon>Why?</v>\n<v Aisyah>Because.\n\n00:05.000 --> 00:06.000\n<b>Well.</b>\n'
    expect(cuesOf(file)).toEqual([
      cue(0, 4, 'Why?', 'Dr. Menon'),
      cue(0, 4, 'Because.', 'Aisyah'),
      cue(5, 6, 'Well.'),
    ])
  })

  test.each(['<', '<v', '<v ', '&', '&a', '\n', ' \n', '.', '-->', '00:00.000 --> '])(
    'a megabyte of %j is read in one pass',
    (part) => {
      const payload = part.repeat(1_000_000 / part.length)
      expect(cuesOf(`WEBVTT\n\n00:00.000 --> 00:01.000\nA${payload}`).length).toBeLessThanOrEqual(1)
    },
  )

  test('cues that are not in order are sorted by their start', () => {
    const file = 'WEBVTT\n\n00:05.000 --> 00:06.000\nB\n\n00:01.000 --> 00:02.000\nA\n'
    expect(cuesOf(file).map(({ text }) => text)).toEqual(['A', 'B'])
  })
})

describe('lines to read', () => {
  const long =
    'A sentence that is long enough to be read as a line of its own, because it goes on for many words more and then'

  test('cues of one sentence are one line from the first start to the last end', () => {
    const cues = [cue(0, 2, 'The ratio compares the'), cue(2.2, 4, 'light of the two colours.')]
    expect(transcriptOf(cues)).toEqual([cue(0, 4, 'The ratio compares the light of the two colours.')])
  })

  test('a line ends with a sentence once it is long enough, and not within one', () => {
    expect(textsOf(cue(0, 1, 'Short.'), cue(1, 2, 'Short, too.'))).toEqual(['Short. Short, too.'])
    expect(textsOf(cue(0, 5, long), cue(5, 6, 'ends here.”'), cue(6, 7, 'Next.'))).toEqual([
      `${long} ends here.”`,
      'Next.',
    ])
  })

  test('a pause of two seconds begins a new line, a shorter one does not', () => {
    expect(textsOf(cue(0, 1, 'one'), cue(3, 4, 'two'))).toEqual(['one', 'two'])
    expect(textsOf(cue(0, 1, 'one'), cue(2.9, 4, 'two'))).toEqual(['one two'])
  })

  test('another speaker begins a new line, and the same one does not', () => {
    const cues = [cue(0, 1, 'Why?', 'Menon'), cue(1, 2, 'Because', 'Aisyah'), cue(2, 3, 'it is.', 'Aisyah')]
    expect(transcriptOf(cues)).toEqual([cue(0, 1, 'Why?', 'Menon'), cue(1, 3, 'Because it is.', 'Aisyah')])
  })

  test('a chapter begins a new line, also when its captions start a little before it', () => {
    const cues = [
      cue(0, 4, 'A list.'),
      cue(4.1, 6, 'Read a row.'),
      cue(6.5, 8, 'FROM names it.'),
      cue(9, 10, 'End.'),
    ]
    expect(transcriptOf(cues, [0, 7])).toEqual([
      cue(0, 6, 'A list. Read a row.'),
      cue(6.5, 10, 'FROM names it. End.'),
    ])
  })

  test('captions without full stops are cut before they become too long', () => {
    const lines = textsOf(...Array.from({ length: 40 }, (_, at) => cue(at, at + 1, 'twenty characters ok')))
    expect(lines.length).toBeGreaterThan(1)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(360)
  })
})

describe('the search', () => {
  const found = (text: string, typed: string) =>
    placesIn(text, typed).map(([from, to]) => text.slice(from, to))

  test.each([
    ['case', 'Join draws lines. A JOIN.', 'join', ['Join', 'JOIN']],
    ['accents', 'Café, cafe\u0301 and cafe', 'CAFÉ', ['Café', 'cafe\u0301', 'cafe']],
    ['curly quotation marks', 'a field’s border', "field's", ['field’s']],
    ['blanks around and between', 'focus ring', '  focus   ring ', ['focus ring']],
    ['ligatures and wide letters', 'ﬁeld １', 'field 1', ['ﬁeld １']],
    ['letters that are typed as two', 'Straße, Æsop', 'strasse, aesop', ['Straße, Æsop']],
    ['half of such a letter', 'Straße', 'stras', ['Straß']],
    ['the end of a Greek word', 'ΛΟΓΟΣ', 'λογος', ['ΛΟΓΟΣ']],
    ['pictures before a place', '🎧🎧 sound', 'sound', ['sound']],
  ])('a search ignores %s', (_, text, typed, expected) => {
    expect(found(text, typed)).toEqual(expected)
    expect(searchForm(text).includes(searchForm(typed))).toBe(true)
  })

  test('places do not overlap, and an empty search finds nothing', () => {
    expect(placesIn('aaaa', 'aa')).toEqual([
      [0, 2],
      [2, 4],
    ])
    expect(placesIn('text', '  \u0301')).toEqual([])
    expect(placesIn('text', 'absent')).toEqual([])
  })
})

test('a line of automatic captions that rolls is read once, also below a line of blanks', () => {
  const vtt =
    'WEBVTT\nKind: captions\n\n00:00:00.160 --> 00:00:02.869\n \nselamat<00:00:00.480><c> datang</c>\n\n00:00:02.869 --> 00:00:02.879\nselamat datang\n \n\n00:00:02.879 --> 00:00:05.000\nselamat datang\nke<00:00:03.000><c> kursus</c>\n\n00:00:09.000 --> 00:00:10.000\nke kursus\n'
  expect(cuesOf(vtt).map(({ start, text }) => [start, text])).toEqual([
    [0.16, 'selamat datang'],
    [2.879, 'ke kursus'],
    [9, 'ke kursus'],
  ])
})
