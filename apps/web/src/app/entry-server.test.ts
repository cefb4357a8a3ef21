import { createElement, lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderAsStream, renderAtOnce, renderMarkup } from '#web/framework/render-markup.ts'
import type { Preferences } from '#web/platform/language/preferences.tsx'
import { lostParts } from '#web/testing/early-presses.ts'
import { english, pageOf, pagesOf, textsOf } from '#web/testing/served-pages.ts'
import type { Rendered } from './entry-server.tsx'
import { publicAddresses } from './public-addresses.ts'

const contentOf = async (...parameters: Parameters<typeof pageOf>) => (await pageOf(...parameters)).content

test('the content of a page changes with everything that its rendering depends on', async () => {
  const contents = await Promise.all([
    contentOf('/marketplace'),
    contentOf('/about'),
    contentOf('/marketplace?price=free'),
    contentOf('/marketplace', { titles: ['Two'] }),
    contentOf('/marketplace', { origin: 'https://other.example' }),
    contentOf('/marketplace', { preferences: { ...english, language: 'ms' } }),
    contentOf('/marketplace', { preferences: { ...english, theme: 'daylight' } }),
    contentOf('/marketplace', { preferences: { ...english, offered: 'ms' } }),
  ])
  expect(new Set(contents).size).toBe(contents.length)
  expect(await contentOf('/marketplace')).toBe(contents[0])
})

test.each([
  ['/', true],
  ['/marketplace', true],
  ['/marketplace?category=AI+%26+ML&price=free&sort=rating&view=list', true],
  ['/sp/7/?lang=ms', true],
  ['/marketplace?search=anything', false],
  ['/marketplace?price=anything', false],
  ['/marketplace?page=2', false],
  ['/sp/7/?invite=a-secret-of-the-address', false],
  ['/invoices/a-secret-of-the-address', false],
  ['/course/7', false],
])('%s is shared: %s', async (path, isShared) => {
  expect((await pageOf(path)).isShared).toBe(isShared)
})

test.each(['/sp/7/', '/sp/404/', '/login', '/nothing', ...publicAddresses.map(({ path }) => path)])(
  '%s has the same markup rendered at once as from the stream',
  async (path) => {
    const streamed = await (await pageOf(path)).render(renderAsStream)
    // The first rendering has loaded the code of all parts, so this one can render without waiting.
    const atOnce = await (await pageOf(path)).render(async (tree) => renderAtOnce(tree) ?? 'unfinished')
    expect(atOnce).toEqual(streamed)
    expect(atOnce.html).toContain('</main>')
    if (path === '/sp/7/') expect(atOnce.html).toContain('Clear &amp; useful.')
  },
)

test('a part whose code is not loaded yet is waited for', async () => {
  const Part = lazy(async () => ({ default: () => 'The part' }))
  const page = createElement(Suspense, { fallback: 'Loading' }, createElement(Part))
  expect(renderAtOnce(page)).toBeNull()
  expect(await renderMarkup(page)).toContain('The part')
  expect(renderAtOnce(page)).toContain('The part')
})

test('an error inside a boundary fails the rendering', async () => {
  function Broken(): never {
    throw new Error('a broken part')
  }
  await expect(renderMarkup(createElement(Suspense, null, createElement(Broken)))).rejects.toThrow(
    'a broken part',
  )
})

/** These pages answer with these statuses, because the mock server does not know the objects that they show. */
const missing: Record<string, number> = {
  '/certificates/1': 404,
  '/school/1': 404,
  '/bundles/1': 404,
  '/invoices/1': 503,
}

interface Served extends Rendered {
  path: string
}

/** Renders the public pages of the route table. `/sp/8` is the sales page of a free course. */
async function serve(language: Preferences['language']): Promise<Served[]> {
  const documents: Served[] = []
  for (const path of [...(await pagesOf('everybody')), '/sp/8']) {
    const page = await pageOf(path, { preferences: { ...english, language } })
    documents.push({ path, ...(await page.render()) })
  }
  return documents
}

let served: Promise<Served[]> | undefined
const inEnglish = () => (served ??= serve('en'))

test("every public page is rendered with its data and the reader's theme, and has its own title", async () => {
  const documents = await inEnglish()
  expect(documents.length).toBeGreaterThan(35)
  for (const { path, status, theme } of documents)
    expect([path, status, theme]).toEqual([path, missing[path] ?? 200, english.theme])
  // Both sales pages show a course with the same title, so one of them is left out.
  const titles = documents.flatMap(({ path, html }) => (path === '/sp/8' ? [] : [titleOf(html)]))
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  for (const title of titles) expect(title).toMatch(/Apogee$/)
})

test('every part of every public page that is pressed or typed into before the scripts have loaded works natively or is recorded', async () => {
  const documents = await inEnglish()
  const faults = documents.map(({ path, html }) => [path, lostParts(html)])
  expect(faults.filter(([, lost]) => lost?.length !== 0)).toEqual([])
})

test('every public page that may be indexed has a heading, its own address and a description', async () => {
  const documents = await inEnglish()
  const indexed = documents.filter(({ html }) => !html.includes('content="noindex"'))
  expect(indexed.length).toBeGreaterThan(22)
  for (const { path, html } of indexed) {
    const address = `https://school.example${path}${path.startsWith('/sp/') ? '/' : ''}`
    expect(html, path).toContain(`rel="canonical" href="${address}"`)
    expect(html, path).toMatch(/<meta name="description" content=".{20}/)
    expect(html, path).toMatch(/<h1[ >]/)
  }
})

test('every public page that may be indexed is linked from another one by a link that works without scripts', async () => {
  const documents = await inEnglish()
  const linked = documents.flatMap(({ path, html }) =>
    [...html.matchAll(/<a [^>]*?href="([^"?#]*)/g)]
      .map(([, to = '']) => to.replace(/(.)\/$/, '$1'))
      .filter((to) => to !== path),
  )
  const indexed = documents.filter(({ html }) => !html.includes('content="noindex"'))
  // The courses of the sales pages are not among the made-up lists of these tests.
  const paths = indexed.map(({ path }) => path).filter((path) => !path.startsWith('/sp/'))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !linked.includes(path))).toEqual([])
})

test('every public page has no text in Malay that is its English text, except names', async () => {
  const documents = await inEnglish()
  const left = new Set<string>()
  for (const { path, html } of await serve('ms')) {
    const texts = new Set(textsOf(documents.find((page) => page.path === path)?.html ?? ''))
    for (const text of textsOf(html)) if (texts.has(text)) left.add(text)
  }
  expect([...left].toSorted()).toEqual(sameInBothLanguages)
})

const sameInBothLanguages = [
  'Apogee',
  'Auto',
  'Bahasa Melayu',
  'Blog',
  'Blog · Apogee',
  'CHIP',
  'English',
  'GitHub',
  'Google',
  'RM',
]

const titleOf = (html: string) => /<title[^>]*>(.*?)<\/title>/.exec(html)?.[1]

test.each([
  ['/pricing', 'Unlimited courses'],
  ['/about', 'A course is a path with an end.'],
  ['/blog', 'How to price your first course'],
  ['/blog/price-your-first-course', 'Pick a shelf'],
  ['/testimonials', 'we do not write stories for people who do not exist'],
  ['/roadmap', 'Works today'],
  ['/careers', 'no open position'],
  ['/contact', 'Before you write'],
  ['/contact', 'Sending needs JavaScript'],
  ['/contact-support', 'Often quicker than waiting'],
  ['/verify', 'Certificate ID or address'],
  ['/terms', 'Money back'],
  ['/privacy', 'Personal Data Protection Act 2010'],
  ['/cookies', 'latest_purchase_id'],
  ['/partners', 'How to start'],
  ...['/login', '/register', '/forgot-password', '/cart', '/courses', '/dashboard'].map((path) => [
    path,
    'This needs JavaScript',
  ]),
])('%s shows without scripts: %s', async (path = '', words = '') => {
  const { html } = await (await pageOf(path)).render()
  expect(html.slice(html.indexOf('<main'))).toContain(words)
})

// A page behind a guard has one document for everyone, because only the browser knows the session.
test('a page that needs a session loses no press before the scripts have loaded', async () => {
  const [first = ''] = await pagesOf('members')
  const { html } = await (await pageOf(first)).render()
  expect(lostParts(html)).toEqual([])
})

const openPages = [
  '/',
  '/login',
  '/register',
  '/business',
  '/marketplace',
  '/sp/7',
  '/sales',
  '/cart',
  '/pricing',
  '/blog',
  '/blog/a-page-that-answers',
  '/certificates/1',
  '/forbidden',
  '/about',
  '/roadmap',
  '/careers',
  '/terms',
  '/privacy',
  '/cookies',
  '/testimonials',
  '/partners',
  '/contact',
  '/contact-support',
  '/verify',
  '/checkout/success',
  '/checkout/failure',
  '/admin/register',
  '/forgot-password',
  '/reset-password/1',
  '/verify-email/1',
  '/change-email/1',
  '/invitations/1',
  '/course-invitations/1',
  '/keep-second-step/1',
  '/stop-reminders/1',
  '/stop-announcement-mails/1',
  '/stop-question-mails/1',
  '/school/1',
  '/bundles/1',
  '/gift/1',
  '/invoices/1',
]
const superadminsPages = ['/admin/payouts', '/platform', '/platform/sellers/1', '/admin/reconciliation']

// This test checks only that each page has a guard. routes.test.tsx checks what each guard does.
test('every page of the route table is behind the guard of its readers; a new page of everybody is added here', async () => {
  expect(await pagesOf('everybody')).toEqual(openPages)
  expect(await pagesOf('superadmins')).toEqual(superadminsPages)
  const ofManagers = /^\/(?:admin|studio)\b|^\/course\/7\//
  const managersPages = await pagesOf('managers')
  expect(managersPages.length).toBeGreaterThan(20)
  expect(managersPages.filter((path) => !ofManagers.test(path))).toEqual([])
  const membersPages = await pagesOf('members')
  expect(membersPages.length).toBeGreaterThan(15)
  expect(membersPages.filter((path) => ofManagers.test(path) || path.startsWith('/platform'))).toEqual([])
})

const field = (attributes: string) => `<form method="post"><input ${attributes}></form>`

test.each([
  ['a press on an element with a handler', '<div onclick="go()">Go</div>', 'is not native'],
  ['a press on an element that is called a button', '<div role="button">Go</div>', 'is not native'],
  ['a press on an element that takes the focus', '<span tabindex="0">Go</span>', 'is not native'],
  ['a press on a link without an address', '<a>Go</a>', 'leads nowhere'],
  ['a press on a link to a missing part of the page', '<a href="#on">Go</a>', 'leads nowhere on the page'],
  ['a press on a disabled button', '<button type="button" disabled>Go</button>', 'is disabled'],
  ['a press on a button without a label', '<button type="button"></button>', 'has no label'],
  ['a press on a submit button without a form', '<button>Go</button>', 'has no form and no type'],
  ['a press on a summary outside of its details', '<summary>Go</summary>', 'opens nothing'],
  ['a form without a method', '<form action="/x"></form>', 'is sent nowhere'],
  ['a search without an address', '<form role="search"></form>', 'is sent nowhere'],
  ['a field that cannot be found again', field('type="text"'), 'has neither id nor name'],
  ['an editable text', '<p contenteditable="true">Go</p>', 'is not native'],
])('%s is lost', (_what, html, fault) => {
  expect(lostParts(html)).toEqual([expect.stringContaining(fault)])
})

test.each([
  '<a href="/about">Go</a>',
  '<a href="#on">Go</a><p id="on"></p>',
  '<button type="button">Go</button><button type="button">Go</button>',
  '<button type="button" role="tab">Go</button>',
  '<form method="post"><input name="email"><button>Go</button></form>',
  '<form role="search" action="/marketplace"><input name="search"><button>Go</button></form>',
  '<details><summary>Go</summary></details>',
  '<select name="sort"></select>',
  '<main tabindex="-1"></main>',
])('nothing is lost on %s', (html) => {
  expect(lostParts(html)).toEqual([])
})

test.each([
  ['/course/7/sales?code=A%20B', '/sp/7/?code=A+B'],
  ['/course/%0d%0aX-A:1/sales', '/sp/X-A:1/'],
  ['/course/%E2%82%AC/sales', '/sp/%E2%82%AC/'],
  ['/marketplace', null],
])('%s redirects to %s, which a header can hold', async (path, target) => {
  const { redirectOf } = await import('./entry-server.tsx')
  expect(await redirectOf(`http://own.invalid${path}`)).toBe(target)
})
