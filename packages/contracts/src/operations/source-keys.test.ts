import { expect, test } from 'vitest'
import { cleanSource, isTelling, partsOfSource, readVisit, writeVisit } from './source-keys.ts'

test.each([
  ['direct', 'direct'],
  ['invite', 'invite'],
  ['apogee:catalogue', 'apogee:catalogue'],
  ['apogee:elsewhere', null],
  ['unknown', null],
  ['other', null],
  ['site:www.google.com.my', 'site:google'],
  ['site:google', 'site:google'],
  ['site:notgoogle.com', 'site:notgoogle.com'],
  ['site:l.facebook.com', 'site:facebook'],
  ['site:t.co', 'site:x'],
  ['site:www.Blog.Example.my', 'site:blog.example.my'],
  ['site:localhost', null],
  ['site:a b.com', null],
  ['site:example.com/path?private=1', null],
  ['tag:Newsletter', 'tag:newsletter'],
  ['tag:fb|cpc|Raya  2026', 'tag:fb|cpc|raya 2026'],
  ['tag:fb||raya', 'tag:fb||raya'],
  ['tag:fb|cpc|raya|more', 'tag:fb|cpc|raya'],
  ['tag: |email', null],
  ['tag:\u0000\u202e', null],
  ['code:raya10', 'code:RAYA10'],
  ['code:=1+1', null],
  ['constructor:x', null],
  ['', null],
])('the source %j is counted as %j', (sent, key) => {
  expect(cleanSource(sent)).toBe(key)
  if (key !== null) expect(cleanSource(key)).toBe(key)
})

test('a key is never longer than its column', () => {
  const part = 'ﷺ'.repeat(200)
  expect(cleanSource(`tag:${part}|${part}|${part}`)?.length).toBeLessThanOrEqual(160)
  expect(cleanSource(`site:${'a.'.repeat(60)}my`)).toBeNull()
})

test('a key gives its parts, also of a campaign with a colon', () => {
  expect(partsOfSource('tag:fb|cpc|a:b')).toEqual({ kind: 'tag', name: 'fb', medium: 'cpc', campaign: 'a:b' })
  expect(partsOfSource('site:google')).toMatchObject({ kind: 'site', name: 'google' })
  expect(partsOfSource('direct')).toEqual({ kind: 'direct', name: '', medium: '', campaign: '' })
})

test('a tag, a site, a code and an invitation say where somebody came from', () => {
  expect(['tag:a', 'site:google', 'code:A', 'invite'].every(isTelling)).toBe(true)
  expect(['direct', 'unknown', 'apogee:course'].some(isTelling)).toBe(false)
})

test('the visit of a purchase is read as it was written', () => {
  const text = writeVisit([
    [12, 'tag:fb|cpc'],
    [13, 'direct'],
  ])
  expect([...readVisit(text ?? '')]).toEqual([
    [12, 'tag:fb|cpc'],
    [13, 'direct'],
  ])
  expect(writeVisit([])).toBeNull()
})

test.each([
  undefined,
  '',
  'x',
  '{}',
  '[1]',
  '[[1]]',
  '[["1","direct"]]',
  '[[1,{}]]',
  '[null]',
  'x'.repeat(5000),
])('a visit that is not understood is none: %j', (text) => {
  expect(readVisit(text).size).toBe(0)
})
