import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDiscussion, amirul, aPost, aSummary, listed, readAnswer, typeInto } from '#web/testing/community.ts'
import { answer, refusal } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

/** Makes the page visible again, which reloads its discussions. */
const lookAgain = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const bodies = () =>
  screen.getAllByRole('article').map((article) => article.querySelector('.plain-text')?.textContent)

async function openDiscussion() {
  let discussion = aDiscussion({ body: 'Opening', posts: [aPost({ body: 'First' })] })
  answer('readDiscussion', () => readAnswer(discussion))
  const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
  await screen.findByText('First')
  const change = (given: Partial<typeof discussion>) => {
    discussion = { ...discussion, ...given }
  }
  return { press, change, posts: () => discussion.posts }
}

test('a reply of somebody else appears without a reload at the end of the replies', async () => {
  const { change, posts } = await openDiscussion()
  change({ posts: [aPost({ id: 32, body: 'Second' }), ...posts()] })
  await lookAgain()
  expect(await screen.findByText('Second')).toBeTruthy()
  expect(bodies()).toEqual(['Opening', 'First', 'Second'])
})

test('while a reply is typed, new replies wait behind a button, and the draft stays', async () => {
  const { press, change, posts } = await openDiscussion()
  await typeInto('Your reply', 'I think', press)
  change({
    posts: [aPost({ id: 33, body: 'Third' }), aPost({ id: 32, body: 'Second' }), ...posts()],
  })
  await lookAgain()
  const button = await screen.findByRole('button', { name: '2 new replies' })
  expect(bodies()).toEqual(['Opening', 'First'])
  await press.click(button)
  expect(bodies()).toEqual(['Opening', 'First', 'Second', 'Third'])
  expect(document.activeElement?.textContent).toContain('Second')
  expect(screen.queryByRole('button', { name: '2 new replies' })).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('I think')
})

test('votes, edits and removals show at once, also while somebody types', async () => {
  const { press, change } = await openDiscussion()
  await typeInto('Your reply', 'I think', press)
  change({ body: 'Opening, edited', posts: [aPost({ body: 'First', helpfulCount: 4 })] })
  await lookAgain()
  expect(await screen.findByText('Opening, edited')).toBeTruthy()
  expect(screen.getByText(/\b4\b/)).toBeTruthy()
  change({ posts: [] })
  await lookAgain()
  await waitFor(() => expect(screen.queryByText('First')).toBeNull())
})

test('an accepted reply is marked at once, and moves to the first place on a press while somebody types', async () => {
  const [first, second] = [aPost({ body: 'First' }), aPost({ id: 32, body: 'Second' })]
  const { press, change } = await openDiscussion()
  change({ posts: [second, first] })
  await lookAgain()
  await screen.findByText('Second')
  await typeInto('Your reply', 'I think', press)
  const accepted = { ...second, isAccepted: true }
  change({ isAnswered: true, acceptedPost: accepted, posts: [accepted, first] })
  await lookAgain()
  expect(await screen.findByText('Accepted answer')).toBeTruthy()
  expect(bodies()).toEqual(['Opening', 'First', 'Second'])
  await press.click(screen.getByRole('button', { name: 'Show the accepted answer' }))
  expect(bodies()).toEqual(['Opening', 'Second', 'First'])
})

test('when access is withdrawn the texts disappear, and the draft is there again on return', async () => {
  const { press } = await openDiscussion()
  await typeInto('Your reply', 'I think', press)
  answer('readDiscussion', () => refusal('FORBIDDEN'))
  await lookAgain()
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This discussion belongs to a course' }),
  ).toBeTruthy()
  expect(screen.queryByText('Opening')).toBeNull()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).toContain('I think')
})

test.each([
  ['/community', '1 new discussion'],
  ['/course/5?tab=discussion', '1 new discussion'],
])("on %s new discussions of others wait behind a button, one's own appear at once", async (path, name) => {
  let summaries = [aSummary()]
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ isEnrolled: true }), contents: [], permissions: { study: true, manage: false } },
  })
  answer('listGroups', listed())
  answer('listDiscussions', ({ query }) => listed(...(query['reported'] ? [] : summaries)))
  const { press } = await renderRoute(path, { user: aisyah })
  const first = await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })
  const own = { id: aisyah.id, name: aisyah.name, avatar: null, standing: null }
  summaries = [
    aSummary({ id: 11, title: 'My own', author: own }),
    aSummary({ id: 10, title: 'From somebody', author: { ...amirul, standing: null } }),
    aSummary({ helpfulCount: 3 }),
  ]
  await lookAgain()
  const button = await screen.findByRole('button', { name })
  const list = first.closest('ul') ?? document.body
  const titles = () =>
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent)
  expect(titles()).toEqual(['My own', 'Why does my LEFT JOIN lose rows?'])
  expect(within(list).getByText(/\b3\b/)).toBeTruthy()
  await press.click(button)
  expect(titles()).toEqual(['My own', 'From somebody', 'Why does my LEFT JOIN lose rows?'])
})
