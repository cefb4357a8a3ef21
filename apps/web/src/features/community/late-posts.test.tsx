import type { DiscussionPost } from '@apogee/contracts/community/community.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answer,
  breakNetwork,
  forgiveConsoleErrors,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { aDiscussion, aPost, listed, readAnswer, typeInto } from '#web/testing/community.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const discussion = '/community/discussions/9'
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply')
const waiting = () => Object.keys(localStorage).filter((name) => name.startsWith('outbox '))
const keyOf = ({ body }: SentRequest) => (body as { clientKey?: string }).clientKey

async function replyWithoutConnection(body: string) {
  answer('readDiscussion', readAnswer(aDiscussion()))
  breakNetwork('answerDiscussion')
  const page = await renderRoute(discussion, { user: aisyah })
  await screen.findByRole('button', { name: 'Post reply' })
  await typeInto('Your reply', body, page.press)
  await page.press.click(screen.getByRole('button', { name: 'Post reply' }))
  const kept = within(await screen.findByRole('article', { name: 'Your reply, not posted yet' }))
  await waitFor(() => expect(field().value).toBe(''))
  return { ...page, kept }
}

/** Simulates the server: requests with the same client key create one reply. */
function takeReplies() {
  const posts = new Map<string | undefined, DiscussionPost>()
  const sent: SentRequest[] = []
  answer('readDiscussion', () => readAnswer(aDiscussion({ posts: [...posts.values()] })))
  answer('answerDiscussion', (request) => {
    sent.push(request)
    const post = aPost({ id: 40 + posts.size, body: (request.body as { body: string }).body })
    if (!posts.has(keyOf(request))) posts.set(keyOf(request), post)
    return { success: true, data: post }
  })
  return sent
}

test('a reply without a connection waits under the discussion and is posted once when the connection is back', async () => {
  const { kept } = await replyWithoutConnection('Have you tried ON?')
  expect(kept.getByText('Have you tried ON?')).toBeTruthy()
  expect(kept.getByText('Saved on this device')).toBeTruthy()
  const sent = takeReplies()
  window.dispatchEvent(new Event('online'))
  await waitFor(() =>
    expect(screen.queryByRole('article', { name: 'Your reply, not posted yet' })).toBeNull(),
  )
  expect(await screen.findByText('Have you tried ON?')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { body: 'Have you tried ON?', clientKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
  expect(waiting()).toEqual([])
})

test('a reply of an earlier page is posted by whichever page comes next', async () => {
  const { unmount } = await replyWithoutConnection('Have you tried ON?')
  unmount()
  const sent = takeReplies()
  answer('listNotifications', { success: true, data: [], meta: { total: 0, nextCursor: null, unread: 0 } })
  await renderRoute('/notifications', { user: aisyah })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(waiting()).toEqual([]))
})

test('a waiting reply goes back into the field to be edited, before what was typed since', async () => {
  const { kept, press } = await replyWithoutConnection('Have you tried ON?')
  await typeInto('Your reply', 'And WHERE?', press)
  await press.click(kept.getByRole('button', { name: 'Edit again' }))
  expect(field().value).toBe('Have you tried ON?\n\nAnd WHERE?')
  expect(waiting()).toEqual([])
})

test('a waiting reply with a form keeps it beside a plain text, whose signs stay words', async () => {
  const { kept, press } = await replyWithoutConnection('Try **ON**')
  await typeInto('Your reply', '2 * 3', press)
  await press.click(kept.getByRole('button', { name: 'Edit again' }))
  expect(field().value).toBe('Try **ON**\n\n2 \\* 3')
})

test('after a failure that the server answered, the text stays in the field and its next try has the same key', async () => {
  answer('readDiscussion', readAnswer(aDiscussion()))
  const keys: (string | undefined)[] = []
  answer('answerDiscussion', (request) => {
    keys.push(keyOf(request))
    return refusal('INTERNAL')
  })
  const { press } = await renderRoute(discussion, { user: aisyah })
  await screen.findByRole('button', { name: 'Post reply' })
  await typeInto('Your reply', 'Once', press)
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
  expect(
    await screen.findByText('Your reply could not be posted. It is still here; please try again.'),
  ).toBeTruthy()
  expect(field().value).toBe('Once')
  expect(waiting()).toEqual([])
  const sent = takeReplies()
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
  await waitFor(() => expect(field().value).toBe(''))
  await typeInto('Your reply', 'Twice', press)
  await press.click(screen.getByRole('button', { name: 'Post reply' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  keys.push(...sent.map(keyOf))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a reply that is refused later is shown with its text', async () => {
  await replyWithoutConnection('Have you tried ON?')
  refuse('answerDiscussion', 'DISCUSSION_NOT_FOUND')
  window.dispatchEvent(new Event('online'))
  expect(
    await screen.findByText('One thing that you did without a connection could not be saved.'),
  ).toBeTruthy()
  forgiveConsoleErrors()
})

test('a new discussion without a connection closes its dialog, says so, and is started once', async () => {
  answer('listGroups', listed())
  answer('listDiscussions', listed())
  answer('listEnrolledCourses', listed())
  breakNetwork('startDiscussion')
  const { press, address } = await renderRoute('/community', { user: aisyah })
  await screen.findByRole('heading', { name: 'No study groups yet' })
  await press.click(screen.getAllByRole('button', { name: 'New Discussion' })[0] as Element)
  const dialog = within(await screen.findByRole('dialog', { name: 'New Discussion' }))
  await typeInto('Title', 'A question', press)
  await typeInto('Your question or topic', 'Who knows?', press)
  await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
  expect(
    await screen.findByText(
      'Your discussion is saved on this device. It is posted when the connection is back.',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/community')
  const unsent = () => screen.queryByRole('list', { name: 'Your discussions, not posted yet' })
  expect(unsent()?.textContent).toBe('A questionSaved on this device')
  const bodies: unknown[] = []
  answer('startDiscussion', ({ body }) => {
    bodies.push(body)
    return { success: true, data: aDiscussion() }
  })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(bodies).toEqual([
    { title: 'A question', body: 'Who knows?', clientKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
  expect(unsent()).toBeNull()
})
