/** No text that a stranger sends holds the process, whatever it is made of. */
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { requestStrings } from '@apogee/contracts/request-strings.testing.ts'

const characters = 30_000
const mostMs = 100

const repeated = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    ':',
    '/',
    '\\',
    '.',
    ',',
    ';',
    '-',
    '_',
    '@',
    '#',
    '?',
    '&',
    '=',
    '%',
    '+',
    '|',
  ],
  ...[
    '"',
    "'",
    '`',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '*',
    '~',
    '$',
    '^',
    '0',
    '1',
    'a',
    'A',
    'é',
    'e\u0301',
  ],
  ...[
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udc00',
    '😀',
    '👨‍👩‍👧',
    '%20',
    '&amp;',
    '1_',
    '1,',
  ],
  ...[
    'a.',
    'a@',
    'a b',
    '![](',
    '[](',
    '](',
    '$$',
    '\\(',
    'www.',
    'http://',
    '--',
    '-->',
    '<b>',
    '{"a":',
    '[[',
  ],
]
/** Beginnings of valid values of each format. The appended end makes them invalid. */
const beginnings = [
  ...[
    '',
    'https://',
    'https://a',
    'a@',
    'a@b.',
    '2026-01-01T00:00:00.',
    '+60',
    'none_',
    '1_',
    '{"a":"',
    'mailto:',
  ],
]
const ends = ['', '\tx', '!', '\0', ' ']

const hostile: readonly string[] = [
  ...repeated.map((part) => part.repeat(Math.ceil(characters / part.length))),
  ...beginnings.flatMap((begin) =>
    [':', 'a', '0', '.', '-', ' ', '1_'].flatMap((part) =>
      ends.map((end) => begin + part.repeat(Math.ceil(characters / part.length)) + end),
    ),
  ),
]

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test(
  'each text of each request is checked within 100 ms, whatever 30,000 characters it is',
  { timeout: 300_000 },
  () => {
    const slow: string[] = []
    const seen = new Set<z.core.$ZodType>()
    for (const { path, schema, checks } of requestStrings()) {
      if (seen.has(schema)) continue
      seen.add(schema)
      const bounds = checks.map(({ _zod }) => ('maximum' in _zod.def ? Number(_zod.def.maximum) : Infinity))
      const most = Math.min(...bounds)
      // A text at the bound of its field also runs the checks behind the length.
      const fitting = (text: string) => text.slice(0, most - 2) + text.slice(-2)
      const texts = most < characters ? [...hostile, ...hostile.map(fitting)] : hostile
      const parse = (text: string) => cpuMsOf(() => z.safeParse(schema, text))
      for (const text of texts)
        // Other work on the machine makes one measurement long, not three.
        if (parse(text) > mostMs && parse(text) > mostMs && parse(text) > mostMs)
          slow.push(`${path}: ${JSON.stringify(text.slice(0, 20))}`)
    }
    expect(seen.size).toBeGreaterThan(100)
    expect(slow).toEqual([])
  },
)
