import { createElement, lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderAsStream, renderAtOnce, renderMarkup } from '#web/framework/render-markup.ts'
import type { Preferences } from '#web/platform/preferences.tsx'
import { aCourse } from '#web/testing/people.ts'
import { aSalesInfo } from '#web/testing/sales-info.ts'
import { prepare } from './entry-server.tsx'
import { publicAddresses } from './public-addresses.ts'

const english: Preferences = { language: 'en', theme: 'space', offered: null }

const courses = (titles: readonly string[]) => ({
  success: true,
  data: titles.map((title, index) => ({ ...aCourse(), id: index + 1, title })),
  meta: { total: titles.length, nextCursor: null },
})

const reviews = {
  success: true,
  data: [
    {
      ...{ id: 1, courseId: 7, rating: 5, text: 'Clear & useful.', isMine: false },
      author: { name: 'Mei Ling', avatar: null },
      ...{ createdAt: '2026-10-02T00:00:00.000Z', editedAt: null, reply: null, version: 1, replyVersion: 1 },
    },
  ],
  meta: { total: 1, nextCursor: null },
  summary: { average: 5, count: 1, perStar: [0, 0, 0, 0, 1] },
  mine: null,
  permissions: { write: false, reply: false, report: false },
}

/** By the start of the call's path. */
const answers = (titles: readonly string[]): Record<string, object> => ({
  '/api/courses?': courses(titles),
  '/api/courses/counts': { success: true, data: [{ category: 'Design', courses: 2, free: 1 }] },
  '/api/courses/sales/7': {
    success: true,
    data: aSalesInfo({ course: { ...aCourse(), id: 7 }, related: [aCourse()] }),
  },
  '/api/courses/7/reviews': reviews,
  '/api/instructors/featured': { success: true, data: [] },
  '/api/community/groups/featured': {
    success: true,
    data: [{ id: 1, name: 'Sketching', category: 'Design', memberCount: 3, discussionCount: 1 }],
  },
})

/** The page of an address, whose course list has these titles. */
const pageOf = (
  path: string,
  {
    preferences = english,
    titles = ['One'],
    origin = 'https://school.example',
  }: {
    preferences?: Preferences
    titles?: readonly string[]
    origin?: string
  } = {},
) =>
  prepare({
    url: origin + path,
    preferences,
    transport: async ({ path: asked }) => {
      const [, answer] = Object.entries(answers(titles)).find(([start]) => asked.startsWith(start)) ?? []
      return answer
        ? { status: 200, body: answer }
        : { status: 404, body: { success: false, error: 'Not found' } }
    },
  })

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
