import { createElement, lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderAsStream, renderAtOnce, renderMarkup } from '#web/framework/render-markup.ts'
import { lostParts } from '#web/testing/early-presses.ts'
import { english, pageOf, servedPages } from '#web/testing/served-pages.ts'
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
    // The stream has waited for the code of every part.
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

/** Pages of objects that the calls of these tests do not find, with their status. */
const missing: Record<string, number> = { '/certificates/1': 404, '/invoices/1': 503 }

test('every part of every public page that is pressed or typed into before the scripts have loaded works natively or is recorded', async () => {
  const { open, guarded } = await servedPages()
  expect(open.length).toBeGreaterThan(35)
  // The second sales page is of a free course. Guarded pages have one document: only the browser knows the session.
  const found: string[] = []
  for (const path of [...open, '/sp/8/', ...guarded.slice(0, 1)]) {
    const { status, html } = await (await pageOf(path)).render()
    // A page whose objects are missing here is checked without its content.
    if (status !== (missing[path] ?? 200)) found.push(`${path} has status ${status}`)
    found.push(...lostParts(html).map((fault) => `${path} ${fault}`))
  }
  expect(found).toEqual([])
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
