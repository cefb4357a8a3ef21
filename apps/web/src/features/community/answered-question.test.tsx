/** Tests the way from a notice about an answer into the lesson that was asked about. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aDiscussion, amirul, aPost, aSummary, listed, readAnswer } from '#web/testing/community.ts'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const lesson = { id: 2, title: 'Confusion matrix', contentId: 12 }
const asked = {
  title: 'Why rows?',
  lesson,
  positionSeconds: 192,
  author: { id: aisyah.id, name: aisyah.name, avatar: null, standing: null },
}
const reply = aPost({ body: 'Because a join keeps pairs.', author: { ...amirul, standing: 'teacher' } })

beforeEach(() => {
  answerModule(module(12, 'Measuring it', [item({ id: 2, title: 'Confusion matrix', seconds: 300 })]))
  answer('readDiscussion', readAnswer(aDiscussion({ ...asked, posts: [reply] })))
})

test('the notice leads those who asked into the lesson, with the questions open and the answer in view', async () => {
  const scroll = vi.fn<() => void>()
  Element.prototype.scrollIntoView = scroll
  await renderRoute('/community/discussions/9?answer', { user: aisyah })
  const part = within(await screen.findByRole('region', { name: 'Questions about this lesson' }))
  expect(await part.findByText('Because a join keeps pairs.')).toBeTruthy()
  const card = part.getByRole('region', { name: 'Why rows?' })
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(scroll).toHaveBeenCalled()
  expect(within(card).getByRole('link', { name: 'Open the whole discussion' }).getAttribute('href')).toBe(
    '/community/discussions/9',
  )
})

test('without the notice, and for others, the discussion is its own page', async () => {
  const { unmount } = await renderRoute('/community/discussions/9', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Why rows?' })).toBeTruthy()
  unmount()
  await renderRoute('/community/discussions/9?answer', { user: { ...aisyah, id: 99 } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Why rows?' })).toBeTruthy()
})

test('a question that is gone leaves the questions of the lesson', async () => {
  refuse('readDiscussion', 'DISCUSSION_NOT_FOUND')
  const { press } = await renderRoute('/lesson/12/resources/2?t=192&question=9', { user: aisyah })
  expect(await screen.findByText('No questions about this lesson yet')).toBeTruthy()
  // Another part can be chosen.
  await press.click(screen.getByRole('button', { name: 'Notes' }))
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Questions about this lesson' })).toBeNull(),
  )
})

test('an own question says that it has a reply, and leads to it in the lesson; a question of others does not', async () => {
  answer(
    'listDiscussions',
    listed(
      aSummary({ id: 9, ...asked, replyCount: 1 }),
      aSummary({ id: 10, title: 'Why columns?', lesson, positionSeconds: null, replyCount: 3 }),
    ),
  )
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Questions' }))
  const link = await screen.findByRole('link', { name: 'Why rows?' })
  expect(link.getAttribute('href')).toBe('/lesson/12/resources/2?t=192&question=9')
  expect(link.closest('li')?.querySelector('.ap-badge')?.textContent).toBe('1 reply')
  const other = screen.getByRole('link', { name: 'Why columns?' })
  expect(other.getAttribute('href')).toBe('/community/discussions/10')
  expect(other.closest('li')?.querySelector('.ap-badge[data-tone=positive]')).toBeNull()
})
