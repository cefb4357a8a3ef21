import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { call } from '#web/platform/transfer/client.ts'
import * as code from '#web/shared/text/small-text/editor-code.ts'
import { editorCode } from '#web/shared/text/small-text/load-editor.ts'
import { aDiscussion, aPost, readAnswer, typeInto } from '#web/testing/community.ts'
import {
  answer,
  breakNetwork,
  recordCalls,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { lateDiscussion, lateReply } from './late-posts.ts'

const path = '/community/discussions/9'
const { load } = editorCode
afterEach(() => {
  editorCode.load = load
})

/** Focuses the field, and waits for its editor. */
async function goTo(field: HTMLElement): Promise<void> {
  editorCode.load = () => Promise.resolve(code)
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
  await screen.findByRole('button', { name: 'Post reply' })
  await typeInto('Your reply', 'Try **ON**', press)
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
  const kept = within(await screen.findByRole('article', { name: 'Your reply, not posted yet' }))
  expect(kept.getByText('ON').tagName).toBe('STRONG')
  expect(lateReply.textOf?.({ discussionId: 9, body: 'Try **ON**\n\n- \\*' })).toBe('Try ON\n\n- *')
  expect(lateDiscussion.textOf?.({ title: '**T**', body: '`SELECT`' })).toBe('**T**\n\nSELECT')
})

const own = aPost({
  body: '**Yes**, @Priya Nair',
  mentionedNames: ['Priya Nair'],
  permissions: { edit: true, report: false, moderate: false, vote: false, accept: false },
})

/** Starts editing the user's own reply in the editor. */
async function editOwn({ press }: Pick<RenderedRoute, 'press'>) {
  await press.click(await screen.findByRole('button', { name: /^Actions for the reply/ }))
  await press.click(screen.getByRole('menuitem', { name: 'Edit' }))
  await goTo(await screen.findByLabelText('Edit your reply'))
  const editor = screen.getByRole('textbox', { name: 'Edit your reply' })
  return { editor, form: within(editor.closest('form') ?? document.body) }
}

test("editing one's reply in the editor sends the form, and names that it mentions stay emphasised", async () => {
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [own] })))
  const calls = recordCalls('updatePost', { success: true, data: own })
  const page = await renderRoute(path, { user: aisyah })
  const { editor, form } = await editOwn(page)
  expect(editor.querySelector('.plain-text-mention')?.textContent).toBe('@Priya Nair')
  await page.press.click(form.getByRole('button', { name: 'Numbered list' }))
  expect(sessionStorage.getItem(storageKeys.drafts)).toContain('1. **Yes**')
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.body).toEqual({ body: '1. **Yes**, @Priya Nair' }))
  await waitFor(() => expect(editor.isConnected).toBe(false))
  expect(sessionStorage.getItem(storageKeys.drafts)).toBeNull()
})

test('an edit in the editor counts as typed: a session that has ended asks for the password over the page', async () => {
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [own] })))
  answer('listSignInProviders', { success: true, data: { google: null, github: null } })
  const page = await renderRoute(path, { user: aisyah })
  const { editor, form } = await editOwn(page)
  await page.press.click(form.getByRole('button', { name: 'Numbered list' }))
  refuse('listSessions', 'UNAUTHENTICATED')
  const reading = call('listSessions').catch(() => 'refused')
  const asked = within(await screen.findByRole('dialog', { name: 'Your session has ended' }))
  await page.press.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(await reading).toBe('refused')
  expect([editor.isConnected, editor.textContent, page.address()]).toEqual([true, 'Yes, @Priya Nair', path])
})

test('an edit of a reply is there again when the page was left, with the version that it began with', async () => {
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [{ ...own, version: 3 }] })))
  const first = await renderRoute(path, { user: aisyah })
  const { form } = await editOwn(first)
  await first.press.click(form.getByRole('button', { name: 'Numbered list' }))
  first.unmount()
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [{ ...own, body: 'Others', version: 4 }] })))
  const calls = recordCalls('updatePost', { success: true, data: own })
  const page = await renderRoute(path, { user: aisyah })
  const again = await editOwn(page)
  expect(again.editor.querySelector('ol')?.textContent).toBe('Yes, @Priya Nair')
  await page.press.click(again.form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls[0]?.body).toEqual({ body: '1. **Yes**, @Priya Nair', version: 3 }))
  await waitFor(() => expect(again.editor.isConnected).toBe(false))
})

test('an edit of a reply that the person cancels is forgotten', async () => {
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [own] })))
  const page = await renderRoute(path, { user: aisyah })
  const { form } = await editOwn(page)
  await page.press.click(form.getByRole('button', { name: 'Numbered list' }))
  await page.press.click(form.getByRole('button', { name: 'Cancel' }))
  expect(sessionStorage.getItem(storageKeys.drafts)).toBeNull()
})

test('two texts of one reply are joined with their forms: the signs of the plain one stay words', async () => {
  answer('readDiscussion', readAnswer(aDiscussion({ posts: [{ ...own, version: 1 }] })))
  const calls: SentRequest[] = []
  answer('updatePost', (sent) => {
    calls.push(sent)
    const value = 'From *another* tab:\n2 * 3'
    const fields = [{ field: 'body', value, changedAt: '2026-11-21T04:05:00.000Z', changedBy: null }]
    if (calls.length === 1) return refusal('EDIT_CONFLICT', undefined, { version: 2, fields })
    return { success: true, data: own }
  })
  const page = await renderRoute(path, { user: aisyah })
  const { editor, form } = await editOwn(page)
  await page.press.click(form.getByRole('button', { name: 'Numbered list' }))
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Changed while you were editing' }))
  await page.press.click(asked.getByRole('radio', { name: 'Both, one after the other' }))
  await page.press.click(asked.getByRole('button', { name: 'Save this choice' }))
  const body = 'From \\*another\\* tab:\n2 \\* 3\n\n1. **Yes**, @Priya Nair'
  await waitFor(() => expect(calls[1]?.body).toEqual({ body, version: 2 }))
  await waitFor(() => expect(editor.isConnected).toBe(false))
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
