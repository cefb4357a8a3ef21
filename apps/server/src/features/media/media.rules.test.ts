import { isWebVtt } from '@apogee/domain/text/caption-import.ts'
import { captionsIn } from '@apogee/domain/text/captions.ts'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  cleanName,
  expiryAt,
  extensionOf,
  dispositionFor,
  nameFits,
  nameMayFit,
  publicIdOf,
  rangeOf,
  titleFromName,
} from './media.rules.ts'
import { readCaptions } from './captions/webvtt.ts'

const id = 'AbCdEfGhIjKlMnOpQrStU-'

describe('one range of a file of 100 bytes', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=50-100000', { start: 50, end: 99 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
    ['bytes=100-', 'outside'],
    ['bytes=100-200', 'outside'],
    ['bytes=-0', 'outside'],
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=9-1', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=0-1,2-3', 'whole'],
    [`bytes=${'0-1,'.repeat(10_000)}0-1`, 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=0-99999999999999999999', 'whole'],
  ])('the range of a file of 100 bytes %s', (header, verdict) => {
    expect(rangeOf(header, 100)).toEqual(verdict)
  })

  test('a range of an empty file is outside it', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('outside')
    expect(rangeOf('bytes=-5', 0)).toBe('outside')
  })
})

describe('the file behind a URL', () => {
  const isOwn = (origin: string) => origin === 'http://127.0.0.1:3000'
  test.each([`/media/${id}`, `/media/${id}?u=1&e=2&s=x`, `http://127.0.0.1:3000/media/${id}?u=9`])(
    '%s is a URL of an own file',
    (url) => expect(publicIdOf(url, isOwn)).toBe(id),
  )
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    `//evil.example/media/${id}`,
    `https://evil.example/media/${id}`,
    `http://127.0.0.1:3000@evil.example/media/${id}`,
    `http://user@127.0.0.1:3000/media/${id}`,
    `http://169.254.169.254/media/${id}`,
    'file:///etc/passwd',
    '/media/../../etc/passwd',
    `/media/../media/x/${id}`,
    '/media/..%2f..%2fetc%2fpasswd',
    `/other/${id}`,
    `/media/${id}/x`,
    '/media/',
    `media/${id}`,
    `\\\\evil\\media\\${id}`,
    'http://',
    '',
  ])('%s is not a URL of an own file', (url) => expect(publicIdOf(url, isOwn)).toBeNull())
})

describe('a file’s name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\Week 1.mp4', 'Week 1.mp4'],
    ['a\r\nSet-Cookie: x.mp4', 'aSet-Cookie: x.mp4'],
    ['evil\u202e4pm.exe', 'evil4pm.exe'],
    [undefined, ''],
    ['x'.repeat(10_000), 'x'.repeat(200)],
    ['E\u0301le\u0300ve.mp4', 'Élève.mp4'],
    ['👨‍👩‍👧.pdf', '👨‍👩‍👧.pdf'],
    ['\u3164', ''],
    [`${'漢'.repeat(220)}.PDF`, `${'漢'.repeat(196)}.pdf`],
  ])('the file name %j is stored as %j', (given, kept) => expect(cleanName(given)).toBe(kept))

  test('a file name gives a title without its extension', () => {
    expect(titleFromName('Week 1. Sets.mp4')).toBe('Week 1. Sets')
    expect(titleFromName('README')).toBe('README')
    expect(extensionOf('a.MP4')).toBe('mp4')
  })

  test("a file name's extension must match the content", () => {
    expect(nameFits('lesson', 'video/mp4', 'a.mp4')).toBe(true)
    expect(nameFits('lesson', 'video/mp4', 'a')).toBe(true)
    expect(nameFits('lesson', 'video/mp4', 'a.pdf')).toBe(false)
    expect(nameFits('lesson', 'image/png', 'a.png')).toBe(false)
    expect(nameFits('cover', 'image/jpeg', 'a.JPEG')).toBe(true)
    expect(nameMayFit('lesson', 'notes.docx')).toBe(false)
    expect(nameMayFit('avatar', 'me.svg')).toBe(false)
  })

  test('a file name cannot break out of its header', () => {
    expect(dispositionFor('inline', { name: 'Pel"ajaran; 1 – é.mp4', fallback: 'x' })).toBe(
      `inline; filename="Pel_ajaran; 1 _ _.mp4"; filename*=UTF-8''Pel%22ajaran%3B%201%20%E2%80%93%20%C3%A9.mp4`,
    )
    expect(dispositionFor('attachment', { name: '', fallback: 'file.pdf' })).toBe(
      `attachment; filename="file.pdf"; filename*=UTF-8''file.pdf`,
    )
    const names = ['🎓 «x».pdf', 'a\r\nSet-Cookie: b', '漢'.repeat(200), 'ends \ud83d', "it's (1)*.pdf"]
    for (const name of names) {
      const header = dispositionFor('attachment', { name, fallback: 'x' })
      expect(header).toMatch(/^[\x20-\x7e]*$/)
      const [, plain = '', encoded = ''] =
        /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w%.~!-]*)$/.exec(header) ?? []
      expect([[...plain].length, decodeURIComponent(encoded)]).toEqual([
        [...name].length,
        name.toWellFormed(),
      ])
    }
  })
})

test('signed URLs expire at a whole hour, at most four hours ahead', () => {
  const now = new Date('2026-11-20T09:41:00Z')
  expect(new Date(expiryAt(now) * 1000).toISOString()).toBe('2026-11-20T13:00:00.000Z')
})

describe('captions', () => {
  const vtt = (body: string) => isWebVtt(body.replace(/^\uFEFF/, ''))
  test('captions are WebVTT with valid timings', () => {
    expect(vtt('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n')).toBe(true)
    expect(vtt('\ufeffWEBVTT - title\r\n\r\n1\r\n00:01.000 --> 00:02.500 line:90%\r\nHai\r\n')).toBe(true)
  })
  test.each([
    '',
    'WEBVTT\n\nno cue',
    'WEBVTTX\n\n00:00:01.000 --> 00:00:02.000\nx',
    '1\n00:00:01,000 --> 00:00:02,000\nSubRip',
    'WEBVTT\n\n00:00:02.000 --> 00:00:01.000\nbackwards',
    'WEBVTT\n\n00:99:02.000 --> 01:00:01.000\nno such minute',
    '<html><script>alert(1)</script>',
  ])('captions %j are refused', (body) => expect(vtt(body)).toBe(false))
  test.each([
    ['gb18030.srt', '欢迎来到本课程', 2],
    ['windows-1251.srt', 'Добро пожаловать на урок', 2],
    ['windows-1252.vtt', 'Voilà la leçon', 1],
    ['blank-line-in-cue.srt', 'First line of the cue\nSecond line after a blank line', 2],
    ['arrow-in-note.vtt', 'Hello', 1],
    ['one-zero-length-cue.vtt', 'Hello', 1],
    ['x-timestamp-map.vtt', 'Hello', 1],
  ])('the captions of %s are read', async (name, first, count) => {
    const file = new URL(`../../../../../fixtures/real-files/captions/${name}`, import.meta.url)
    const read = await readCaptions(await readFile(file))
    const { lines } = captionsIn('webVtt' in read ? read.webVtt : '')
    expect([lines[0]?.text, lines.length]).toEqual([first, count])
  })
  test.each([
    ['WEBVTT\n\n00:00:05 --> x\nHello\n', 'Line 3: "00:00:05 --> x" has no valid times.'],
    [
      '1\n00:00:05,000 --> 00:00:05,000\nHello\n',
      'Line 2: "00:00:05,000 --> 00:00:05,000" does not end after its start.',
    ],
    ['WEBVTT\n\nHello', 'Line 1: no line with times, such as 00:00:01.000 --> 00:00:03.000, follows.'],
    ['<html>', ''],
  ])('captions without a cue, %j, are refused with the line and the reason', async (text, reason) => {
    expect(await readCaptions(Buffer.from(text))).toMatchObject({ reason })
  })
  test('a line without hours, spaces or an end loses its cue alone', async () => {
    const read = await readCaptions(
      Buffer.from('WEBVTT\n\nNOTE a --> b\nc --> d\n\n00:01.000-->00:02.000\nOne\n\n00:03.000 --> x\nTwo\n'),
    )
    expect(read).toEqual({
      webVtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n',
      leftOut: [{ line: 9, found: '00:03.000 --> x', problem: 'wrong-times' }],
      streamOffsetMs: 0,
      guess: null,
    })
  })
  // A quadratic rule would take hours and exceed a test's timeout of five seconds.
  test('captions of hostile length are checked in one pass', () => {
    expect(vtt(`WEBVTT\n\n${'00:'.repeat(200_000)}-->`)).toBe(false)
    expect(vtt(`WEBVTT\n\n00:01.000 --> 00:02.000${' '.repeat(900_000)}x`)).toBe(true)
  })
})
