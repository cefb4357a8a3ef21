import type { Language } from '@apogee/domain/languages.ts'
import { describe, expect, test } from 'vitest'
import { mailHtml } from './mail-html.ts'
import { quotedText } from './mail-text.ts'

const isOwnUrl = (url: URL) => url.origin === 'https://apogee.example'

const html = (body: string, language: Language = 'en', subject = 'A subject') =>
  mailHtml({ subject, body, language }, isOwnUrl)

const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const visibleText = (text: string) =>
  text
    .slice(text.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u2060', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('the HTML part of a mail', () => {
  test("a mail's HTML shows each paragraph of the text and keeps its line breaks", () => {
    const part = html('Hello Aisyah\n\nFirst line\nSecond line\r\n\r\nGoodbye')
    expect(visibleText(part)).toBe('Apogee Hello Aisyah First line Second line Goodbye')
    expect(part.match(/<p /g)).toHaveLength(4)
    expect(part).toContain('First line<br>\nSecond line')
  })

  test('a line that is one of our addresses becomes a button with a visible address', () => {
    const part = html('Confirm your address:\nhttps://apogee.example/verify-email/abc?x=1&y=2')
    const href = 'https://apogee.example/verify-email/abc?x=1&amp;y=2'
    expect(hrefs(part)).toEqual([href, href])
    expect(visibleText(part)).toBe(`Apogee Confirm your address ${href}`)
  })

  test("the last sentence of the line before an address is the button's label, if it ends in a colon", () => {
    const link = 'https://apogee.example/settings'
    const part = html(`It signs out every device. See your devices:\n${link}`)
    expect(part).toContain('>It signs out every device.</p>')
    expect(part).toContain('>See your devices</a>')
    const long = html(`- ${'A long title '.repeat(6)}at the end:\n${link}`)
    expect(long).toMatch(/>- A long title [^<]* at the end:<\/p>/)
    expect(long).toMatch(/>A long title [^<]{40,50}…<\/a>/)
  })

  test.each([
    ['en', 'Open in Apogee'],
    ['ms', 'Buka di Apogee'],
  ] as const)(
    'a button without a label has a default one in %s, and the mail declares its language',
    (language, label) => {
      const part = html('https://apogee.example/courses', language)
      expect(part).toContain(`<html lang="${language}">`)
      expect(part).toContain(`>${label}</a>`)
    },
  )

  test('one of our addresses within a sentence is linked, without the full stop after it', () => {
    expect(hrefs(html('Read it at https://apogee.example/platform. Then answer.'))).toEqual([
      'https://apogee.example/platform',
    ])
  })

  test.each([
    'https://evil.example/verify-email/abc',
    'https://apogee.example.evil.example/',
    'https://apogee.example@evil.example/',
    'https://name:word@apogee.example/',
    'http://apogee.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'https://apogee.example/"onmouseover="alert(1)',
    'evil.example',
    '//evil.example/x',
  ])('a mail never links %s', (address) => {
    for (const body of [address, `Press here:\n${address}`, `See ${address} now`]) {
      const part = html(body)
      expect(hrefs(part)).toEqual([])
      expect(part).not.toContain('evil.example')
    }
  })

  test('a mail escapes text, subject and labels', () => {
    const part = html(
      '<script>alert(1)</script> & "x" \'y\'\n\n<b>Press</b>:\nhttps://apogee.example/',
      'en',
      '</title><script>',
    )
    expect(part).not.toContain('<script')
    expect(part).not.toContain('<b>')
    expect(part).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; &#39;y&#39;')
    expect(part).toContain('>&lt;b&gt;Press&lt;/b&gt;</a>')
  })

  test('amounts and e-mail addresses in a mail stay text, so that they can be copied', () => {
    const part = html('You paid RM 1,149.00 at 10:30. Log in as aisyah@school.example.')
    expect(part).toContain('RM 1,149.00 at 10:30.')
    expect(part).toContain('aisyah@school.example.')
  })

  test("a mail's HTML loads and runs nothing, and sets text and background colour of every block together", () => {
    const part = html('Hello\n\nhttps://apogee.example/')
    expect(part).not.toMatch(/<(script|link|img|iframe|style|form)\b|@import|url\(/i)
    expect(part).toContain('name="color-scheme" content="light dark"')
    for (const [, style] of part.matchAll(/<(?:body|div)[^>]* style="([^"]*)"/g)) {
      expect(style).toContain('background-color:#')
      expect(style).toMatch(/(?:^|;)color:#/)
    }
  })
})

describe('text that other people chose', () => {
  test.each([
    ['A course\r\nSubject: more\u0000', 'A course Subject: more'],
    ['one\u202Etwo\u200B', 'onetwo'],
    ['  much \t space ', 'much space'],
    ['RM 149.00 only', 'RM 149.00 only'],
  ])('%j written by another person becomes one visible line', (text, line) => {
    expect(quotedText(text, 80)).toBe(line)
  })

  test('text written by another person is cut at the given length', () => {
    expect(quotedText('x'.repeat(90), 80)).toBe(`${'x'.repeat(79)}…`)
    expect(quotedText('🚀'.repeat(90), 80)).toBe(`${'🚀'.repeat(39)}…`)
  })

  test.each(['Win at https://evil.example/now', 'www.evil.example', 'evil.example', 'me@evil.example'])(
    'text written by another person contains no address in %s that a mail program would link',
    (text) => {
      expect(quotedText(text, 80)).not.toMatch(/:\/\/|\w\.[a-z]|@\w/i)
    },
  )
})
