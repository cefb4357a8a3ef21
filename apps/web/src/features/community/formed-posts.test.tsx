/** Texts with a form on the pages of discussions, in their fields, and where only words are shown. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { editorCode } from '#web/platform/small-text/load-editor.ts'
import { SmallTextEditor } from '#web/platform/small-text/small-text-editor.tsx'
import { aDiscussion, aPost, readAnswer, typeInto } from '#web/testing/community.ts'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { lateDiscussion, lateReply } from './late-posts.ts'

const path = '/community/discussions/9'
const { load } = editorCode
afterEach(() => {
  editorCode.load = load
})

/** Goes to the field, and waits for its editor. */
async function goTo(field: HTMLElement): Promise<void> {
  editorCode.load = () => Promise.resolve(SmallTextEditor)
  await act(async () => {
    field.focus()
    await Promise.resolve()
  })
}

test('a discussion and its replies are shown with their form, and plain ones with their signs', async () => {
  const posts = [aPost({ id: 32, body: 'a *star*\n- b' }), aPost({ body: '1. **one**\n2. `two`' })]
  answer('readDiscussion', readAnswer(aDiscussion({ body: '**Why** this?', posts })))
  await renderRoute(path, { user: aisyah })
  expect((await screen.findByText('Why')).tagName).toBe('STRONG')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['one', 'two']),
  )
  expect(screen.getByText(/a \*star\*/).textContent).toBe('a *star*\n- b')
})

test('a reply that waits for the connection has its form, and its copy is the words', async () => {
  answer('readDiscussion', readAnswer(aDiscussion()))
  breakNetwork('answerDiscussion')
  const { press } = await renderRoute(path, { user: aisyah })
  await screen.findByRole('button', { name: 'Post Reply' })
  await typeInto('Your reply', 'Try **ON**', press)
  await press.click(screen.getByRole('button', { name: 'Post Reply' }))
  const kept = within(await screen.findByRole('article', { name: 'Your reply, not posted yet' }))
  expect(kept.getByText('ON').tagName).toBe('STRONG')
  expect(lateReply.textOf?.({ discussionId: 9, body: 'Try **ON**\n\n- \\*' })).toBe('Try ON\n\n- *')
  expect(lateDiscussion.textOf?.({ title: '**T**', body: '`SELECT`' })).toBe('**T**\n\nSELECT')
})

test("editing one's reply in the editor sends the form, and names that it mentions stay emphasised", async () => {
  const own = aPost({
    body: '**Yes**, @Priya Nair',
    mentionedNames: ['Priya Nair'],
    permissions: { edit: true, report: false, moderate: false, vote: false, accept: false },
  })
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [own] })))
  const calls = recordCalls('updatePost', { success: true, data: own })
  const { press } = await renderRoute(path, { user: aisyah })
  await press.click(await screen.findByRole('button', { name: /^Actions for the reply/ }))
  await press.click(screen.getByRole('menuitem', { name: 'Edit' }))
  await goTo(await screen.findByLabelText('Edit your reply'))
  const editor = screen.getByRole('textbox', { name: 'Edit your reply' })
  expect(editor.querySelector('.plain-text-mention')?.textContent).toBe('@Priya Nair')
  const form = within(editor.closest('form') ?? document.body)
  await press.click(form.getByRole('button', { name: 'Numbered list' }))
  await press.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.body).toEqual({ body: '1. **Yes**, @Priya Nair' }))
})

test('new replies wait behind a button while the cursor is in an editor without text', async () => {
  let posts = [aPost({ body: 'First' })]
  answer('readDiscussion', () => readAnswer(aDiscussion({ posts })))
  await renderRoute(path, { user: aisyah })
  await goTo(await screen.findByLabelText('Your reply'))
  expect(document.activeElement?.tagName).toBe('DIV')
  posts = [aPost({ id: 32, body: 'Second' }), ...posts]
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByRole('button', { name: '1 new reply' })).toBeTruthy()
  expect(screen.queryByText('Second')).toBeNull()
})
