import type { DiscussionPost } from '@apogee/contracts/community/community.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aDiscussion, aPost, aSummary, listed, readAnswer } from '#web/testing/community.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const permissions = { edit: false, report: true, moderate: false, vote: true, accept: true }
const first = aPost({ id: 31, body: 'Move it into ON.', permissions })
const second = aPost({ id: 32, body: 'Use a subquery.', permissions })
const show = (...posts: DiscussionPost[]) => {
  const acceptedPost = posts.find((post) => post.isAccepted) ?? null
  answer(
    'readDiscussion',
    readAnswer(aDiscussion({ posts, acceptedPost, isAnswered: acceptedPost !== null })),
  )
}
const open = () => renderRoute('/community/discussions/9', { user: aisyah })
const replyOf = (body: string) => within(screen.getByText(body).closest('article') ?? expect.fail('no reply'))
const texts = () =>
  screen.getAllByRole('article').map((article) => article.querySelector('.plain-text')?.textContent)

test('accepting a reply shows it once, before the others and marked, until it is withdrawn', async () => {
  show(second, first)
  const { press } = await open()
  await screen.findByText('Use a subquery.')
  const sent = recordCalls('acceptPost', { success: true })
  show({ ...second, isAccepted: true }, first)
  await press.click(replyOf('Use a subquery.').getByRole('button', { name: 'Accept as Answer' }))
  expect(await screen.findByText('Accepted answer')).toBeTruthy()
  expect(texts().slice(1)).toEqual(['Use a subquery.', 'Move it into ON.'])
  expect(sent.at(-1)).toMatchObject({ params: { id: '32' }, body: { accepted: true } })
  show(second, first)
  await press.click(replyOf('Use a subquery.').getByRole('button', { name: 'Undo Acceptance' }))
  await waitFor(() => expect(screen.queryByText('Accepted answer')).toBeNull())
  expect(sent.at(-1)?.body).toEqual({ accepted: false })
  expect(texts().slice(1)).toEqual(['Move it into ON.', 'Use a subquery.'])
})

test('the button to accept a reply is shown only to people who may accept it', async () => {
  show(aPost({ isAccepted: true }))
  await open()
  expect(await screen.findByText('Accepted answer')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull()
})

test('a press marks a text as helpful and another one withdraws it; one’s own texts show their votes only', async () => {
  const own = { ...second, helpfulCount: 4, permissions: { ...permissions, vote: false } }
  show(own, first)
  const { press } = await open()
  await screen.findByText('Use a subquery.')
  expect(replyOf('Use a subquery.').getByText('Helpful: 4')).toBeTruthy()
  expect(replyOf('Use a subquery.').queryByRole('button', { name: /Helpful/ })).toBeNull()
  const given = recordCalls('voteForPost', { success: true, data: { helpfulCount: 1, hasVoted: true } })
  show(own, { ...first, helpfulCount: 1, hasVoted: true })
  await press.click(replyOf('Move it into ON.').getByRole('button', { name: 'Helpful' }))
  const vote = await replyOf('Move it into ON.').findByRole('button', { name: 'Helpful: 1' })
  expect(vote.getAttribute('aria-pressed')).toBe('true')
  expect(given[0]?.params).toMatchObject({ id: '31' })
  const withdrawn = recordCalls('withdrawPostVote', {
    success: true,
    data: { helpfulCount: 0, hasVoted: false },
  })
  show(own, first)
  await press.click(vote)
  expect(await replyOf('Move it into ON.').findByRole('button', { name: 'Helpful' })).toBeTruthy()
  expect(withdrawn).toHaveLength(1)
})

test('a vote for the question that fails says so and stays withdrawn', async () => {
  show()
  refuse('voteForDiscussion', 'DISCUSSION_NOT_FOUND')
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Helpful' }))
  expect(await screen.findByText('Discussion not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Helpful' }).getAttribute('aria-pressed')).toBe('false')
})

test('a list marks answered discussions and shows votes', async () => {
  answer('listGroups', listed())
  answer('listDiscussions', ({ query }) =>
    listed(...(query['reported'] ? [] : [aSummary({ isAnswered: true, helpfulCount: 3 })])),
  )
  await renderRoute('/community', { user: aisyah })
  expect(await screen.findByText('Answered')).toBeTruthy()
  expect(screen.getByText('Helpful: 3')).toBeTruthy()
})
