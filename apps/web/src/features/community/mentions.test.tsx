/** Mentions: suggestions while a name is typed, and the emphasised names. */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aDiscussion, aPost, readAnswer } from '#web/testing/community.ts'

const people = [
  { id: 3, name: 'Priya Nair' },
  { id: 4, name: 'Ali Hassan' },
]
const discussion = aDiscussion({ people, posts: [] })
const show = (given: Partial<typeof discussion> = {}) =>
  answer('readDiscussion', readAnswer({ ...discussion, ...given }))

beforeEach(() => show())

async function open() {
  const page = await renderRoute(`/community/discussions/${discussion.id}`, { user: aisyah })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply')
  return { ...page, field }
}
const list = () => screen.queryByRole('listbox', { name: 'People to mention' })
const options = () => [...(list()?.children ?? [])].map(({ textContent }) => textContent)

test('@ suggests the people, the next letters narrow them, and Enter writes the name', async () => {
  const calls = recordCalls('answerDiscussion', { success: true, data: aPost() })
  const { press, field } = await open()
  await press.type(field, 'Thanks @')
  expect(options()).toEqual(['Priya Nair', 'Ali Hassan'])
  await press.type(field, 'has')
  expect(options()).toEqual(['Ali Hassan'])
  expect(field.getAttribute('aria-activedescendant')).toBe(list()?.firstElementChild?.id)
  await press.keyboard('{Enter}')
  expect(field.value).toBe('Thanks @Ali Hassan ')
  expect(options()).toEqual([])
  await press.type(field, 'for the help')
  await press.click(screen.getByRole('button', { name: 'Post Reply' }))
  await expect.poll(() => calls[0]?.body).toMatchObject({ body: 'Thanks @Ali Hassan for the help' })
})

test('arrows choose, Escape closes, and a press writes the name', async () => {
  const { press, field } = await open()
  await press.type(field, '@')
  await press.keyboard('{ArrowDown}{Enter}')
  expect(field.value).toBe('@Ali Hassan ')
  await press.type(field, '@p')
  await press.keyboard('{Escape}')
  expect(options()).toEqual([])
  await press.type(field, 'r')
  expect(options()).toEqual([])
  await press.type(field, ' @p')
  await press.click(screen.getByRole('option', { name: 'Priya Nair' }))
  expect(field.value).toBe('@Ali Hassan @pr @Priya Nair ')
  expect(document.activeElement).toBe(field)
})

test('nothing is suggested in an address, or without people', async () => {
  const { press, field, unmount } = await open()
  await press.type(field, 'me@')
  expect(options()).toEqual([])
  unmount()
  show({ people: [] })
  const again = await open()
  await again.press.type(again.field, '@')
  expect(options()).toEqual([])
})

test('a reply emphasises the people whom it mentions, and only them', async () => {
  const post = aPost({ body: 'Ask @Priya Nair or @Siti', mentionedNames: ['Priya Nair'] })
  show({ posts: [post] })
  await open()
  const article = within((await screen.findAllByRole('article'))[1] ?? document.body)
  const marked = article.getByText('@Priya Nair')
  expect(marked.className).toBe('plain-text-mention')
  expect(marked.parentElement?.textContent).toBe('Ask @Priya Nair or @Siti')
})
