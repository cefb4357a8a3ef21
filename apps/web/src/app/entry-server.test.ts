import { expect, test } from 'vitest'
import type { Preferences } from '#web/platform/preferences.tsx'
import { prepare } from './entry-server.tsx'

const english: Preferences = { language: 'en', theme: 'auto', offered: null }

const courses = (titles: readonly string[]) => ({
  success: true,
  data: titles.map((title, index) => ({ id: index + 1, title })),
  meta: { total: titles.length, nextCursor: null },
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
    transport: async ({ path: asked }) =>
      asked.startsWith('/api/courses?')
        ? { status: 200, body: courses(titles) }
        : { status: 404, body: { success: false, error: 'Not found' } },
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
  ['/marketplace?search=anything', false],
  ['/invoices/a-secret-of-the-address', false],
  ['/course/7', false],
])('%s is shared: %s', async (path, isShared) => {
  expect((await pageOf(path)).isShared).toBe(isShared)
})
