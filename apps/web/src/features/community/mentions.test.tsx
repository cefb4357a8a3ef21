import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as code from '#web/shared/text/small-text/editor-code.ts'
import { editorCode } from '#web/shared/text/small-text/load-editor.ts'
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

const { load } = editorCode
beforeEach(() => show())
afterEach(() => {
  editorCode.load = load
})

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
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
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

/** Types in the plain field, and continues in its editor. */
async function openEditor(typed: string) {
  const { press, field } = await open()
  await press.type(field, typed)
  editorCode.load = () => Promise.resolve(code)
  await act(async () => {
    field.blur()
    field.focus()
    await Promise.resolve()
  })
  const editor = screen.getByRole('textbox', { name: 'Your reply' })
  expect(editor.tagName).toBe('DIV')
  return { press, field, editor }
}

test('the editor suggests the same people by the same keys, and what is stored is the name after @', async () => {
  const calls = recordCalls('answerDiscussion', { success: true, data: aPost() })
  const { press, field, editor } = await openEditor('Thanks @')
  expect(options()).toEqual(['Priya Nair', 'Ali Hassan'])
  expect(editor.getAttribute('aria-autocomplete')).toBe('list')
  expect(editor.getAttribute('aria-controls')).toBe(list()?.id)
  expect(editor.getAttribute('aria-activedescendant')).toBe(list()?.firstElementChild?.id)
  expect(screen.getByText('2 people')).toBeTruthy()
  fireEvent.keyDown(editor, { key: 'ArrowDown', keyCode: 40 })
  expect(editor.getAttribute('aria-activedescendant')).toBe(list()?.lastElementChild?.id)
  expect(fireEvent.keyDown(editor, { key: 'Enter', keyCode: 13 })).toBe(false)
  expect(field.value).toBe('Thanks @Ali Hassan ')
  expect(options()).toEqual([])
  expect(editor.getAttribute('aria-activedescendant')).toBeNull()
  expect(screen.getByText('@Ali Hassan').className).toBe('plain-text-mention')
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
  await expect.poll(() => calls[0]?.body).toMatchObject({ body: 'Thanks @Ali Hassan' })
})

test('a press on a suggestion in the editor inserts the mention', async () => {
  const first = await openEditor('Hi @p')
  expect(options()).toEqual(['Priya Nair'])
  await first.press.click(screen.getByRole('option', { name: 'Priya Nair' }))
  expect(first.field.value).toBe('Hi @Priya Nair ')
  expect(document.activeElement).toBe(first.editor)
})

test('Escape in the editor closes the suggestions alone', async () => {
  const { editor, field } = await openEditor('Hi @p')
  let reached = 0
  const count = () => (reached += 1)
  document.addEventListener('keydown', count)
  expect(fireEvent.keyDown(editor, { key: 'Escape', keyCode: 27 })).toBe(false)
  document.removeEventListener('keydown', count)
  expect([options(), reached, field.value]).toEqual([[], 0, 'Hi @p'])
})

test('nothing is suggested in code', async () => {
  const { editor } = await openEditor('Run\n\n```\n@p\n```')
  expect(editor.querySelector('pre')?.textContent).toBe('@p')
  expect(options()).toEqual([])
})
