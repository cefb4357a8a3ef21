import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberedVisits, visitQuery } from './visit-memory.ts'
import { countVisit, sourceOf } from './visits.ts'

const site = 'https://apogee.example'
test.each([
  ['a tagged address', '/sp/7/?utm_source=Newsletter&utm_medium=email', '', 'tag:Newsletter|email|'],
  ['a tag before the page that links', '/sp/7/?utm_source=fb', 'https://l.facebook.com/', 'tag:fb||'],
  ['an invitation link', '/sp/7/?invite=1.abc', 'https://web.whatsapp.com/', 'invite'],
  ['a code in the address', '/sp/7/?code=RAYA10', '', 'code:RAYA10'],
  ['another site', '/sp/7/', 'https://www.google.com/', 'site:www.google.com'],
  ['another site by an address of the specification', '/sales?courseId=7', 'https://t.co/', 'site:t.co'],
  ['nothing that is told', '/sp/7/', '', 'direct'],
  ['a list in the same document', '/marketplace', '', 'apogee:catalogue'],
  ['a list that another site links', '/marketplace', 'https://www.bing.com/', 'site:www.bing.com'],
  ['a list with a tag', '/marketplace?utm_source=fb', '', 'tag:fb||'],
  ['a list in an own tab', '/sp/7/', `${site}/marketplace`, 'apogee:catalogue'],
  ['another course in the same document', '/sp/8/', '', 'apogee:course'],
  ['another course with a tag, which is not told', '/sp/8/?utm_source=fb', '', 'apogee:course'],
  ['another course in an own tab', '/sp/7/', `${site}/sp/8/`, 'apogee:course'],
  ['the payment page', '/checkout/success?purchase_id=x', 'https://gate.chip-in.asia/', 'apogee:catalogue'],
  ['the sign-in of Google', '/login#code', 'https://accounts.google.com/', 'apogee:catalogue'],
])('a visitor of course 7 who comes by %s', (_what, path, referrer, source) => {
  expect(sourceOf(7, { url: `${site}${path}`, referrer })).toBe(source)
})

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  localStorage.removeItem(storageKeys.visits)
  vi.useFakeTimers({ now: new Date('2026-11-26T04:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('navigator', {
    doNotTrack: null,
    globalPrivacyControl: false,
    sendBeacon: (path: string, body: Blob) => sent.push([path, body]),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.removeItem(storageKeys.visits)
})

const dayMs = 24 * 3_600_000

test('a visit is sent once a day and course, and an addition to the cart besides', () => {
  countVisit(7, 'view')
  countVisit(7, 'view')
  countVisit(8, 'view')
  countVisit(7, 'cart')
  expect(sent).toHaveLength(3)
  vi.setSystemTime(Date.now() + dayMs)
  countVisit(7, 'view')
  expect(sent).toHaveLength(4)
})

test('the first source that tells something stays for 30 days', () => {
  const source = () => rememberedVisits()[0]?.source
  history.replaceState(null, '', '/sp/7/')
  countVisit(7, 'view')
  expect(source()).toBe('direct')
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: `${location.origin}/sp/7/?utm_source=fb` } as PerformanceEntry,
  ])
  countVisit(7, 'view')
  expect(source()).toBe('tag:fb||')
  vi.mocked(performance.getEntriesByType).mockReturnValue([
    { name: `${location.origin}/sp/7/?utm_source=other` } as PerformanceEntry,
  ])
  countVisit(7, 'view')
  expect(source()).toBe('tag:fb||')
  expect(visitQuery([7, 9])).toEqual({ query: { visit: '[[7,"tag:fb||"]]' } })
  vi.setSystemTime(Date.now() + 31 * dayMs)
  expect(visitQuery([7])).toEqual({})
  vi.restoreAllMocks()
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'nothing is stored or sent of a browser with %j',
  (asks) => {
    Object.assign(navigator, asks)
    countVisit(7, 'view')
    expect([sent, localStorage.getItem(storageKeys.visits)]).toEqual([[], null])
  },
)

test.each(['{', '7', '[1,null,{"courseId":7}]'])(
  'a stored text that is no list of visits is none: %s',
  (text) => {
    localStorage.setItem(storageKeys.visits, text)
    expect(visitQuery([7])).toEqual({})
  },
)
