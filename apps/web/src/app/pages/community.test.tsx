import type {
  Discussion,
  DiscussionPost,
  DiscussionSummary,
  StudyGroup,
} from '@apogee/contracts/community.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  answer,
  breakNetwork,
  recordCalls,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const written = '2026-11-18T06:00:00.000Z'
const amirul = { id: 21, name: 'Muhammad Amirul Hakimi', avatar: null }
const nobody = { id: 22, name: null, avatar: null }

const aGroup = (given: Partial<StudyGroup> = {}): StudyGroup => ({
  id: 3,
  name: 'SQL on Sundays',
  description: 'One question a week',
  category: 'Data Science',
  memberCount: 5,
  discussionCount: 1,
  createdAt: written,
  lastActivityAt: written,
  membership: null,
  permissions: { edit: false },
  ...given,
})
const aDiscussion = (given: Partial<Discussion> = {}): Discussion => ({
  id: 9,
  title: 'Why does my LEFT JOIN lose rows?',
  author: { ...amirul, standing: null },
  group: null,
  course: { id: 5, title: 'Practical Machine Learning' },
  replyCount: 2,
  createdAt: written,
  lastActivityAt: written,
  isHidden: false,
  reportCount: 0,
  body: 'They are gone.\nSee https://example.org/join for the query.',
  editedAt: null,
  openingReportCount: 0,
  permissions: { reply: true, edit: false, report: true, moderate: false },
  posts: [],
  ...given,
})
const aSummary = (given: Partial<DiscussionSummary> = {}): DiscussionSummary => {
  const { body, editedAt: _, openingReportCount: __, permissions: ___, posts: ____, ...rest } = aDiscussion()
  return { ...rest, excerpt: body, ...given }
}
const aPost = (given: Partial<DiscussionPost> = {}): DiscussionPost => ({
  id: 31,
  author: { ...amirul, standing: 'teacher' },
  body: 'Move it into ON.',
  createdAt: written,
  editedAt: null,
  isHidden: false,
  reportCount: 0,
  permissions: { edit: false, report: true, moderate: false },
  ...given,
})
const listed = <T,>(...data: T[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
const read = (discussion: Discussion) => ({
  success: true as const,
  data: discussion,
  meta: { total: discussion.posts.length, nextCursor: null },
})
const answerLists = (groups: StudyGroup[], discussions: DiscussionSummary[]) => {
  answer('listGroups', listed(...groups))
  answer('listDiscussions', listed(...discussions))
}
const type = (
  label: string,
  typed: string,
  press: { type: (element: Element, text: string) => Promise<void> },
) => press.type(screen.getByLabelText(label), typed)

describe('Community', () => {
  test('has a search box, study groups and discussions from rows, and buttons Create Group / New Discussion', async () => {
    answerLists([aGroup()], [aSummary()])
    await renderRoute('/community', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'Community' })).toBeTruthy()
    expect(screen.getByRole('searchbox', { name: 'Search study groups and discussions' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create Group' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New Discussion' })).toBeTruthy()
    const group = await screen.findByRole('link', { name: 'SQL on Sundays' })
    expect(group.getAttribute('href')).toBe('/community/groups/3')
    expect(screen.getByText('5 members')).toBeTruthy()
    expect(screen.getByText('1 discussion · Last activity 18 Nov 2026')).toBeTruthy()
    const discussion = await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })
    expect(discussion.getAttribute('href')).toBe('/community/discussions/9')
    expect(screen.getByText('by Muhammad Amirul Hakimi')).toBeTruthy()
    expect(screen.getByText('in Practical Machine Learning')).toBeTruthy()
    expect(screen.getByText('2 replies')).toBeTruthy()
  })

  test('says Loading... while it loads', async () => {
    answerLists([], [])
    const said: string[] = []
    const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''))
    watch.observe(document.body, { childList: true, subtree: true })
    await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No discussions yet' })
    watch.disconnect()
    expect(said.some((page) => page.includes('Community') && page.includes('Loading...'))).toBe(true)
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('without groups and discussions leads to the first ones', async () => {
    answerLists([], [])
    await renderRoute('/community', { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'No study groups yet' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No discussions yet' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Create Group' })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'New Discussion' })).toHaveLength(2)
  })

  test('offers Retry where something could not be loaded', async () => {
    breakNetwork('listGroups')
    refuse('listDiscussions', 'INTERNAL')
    const { press } = await renderRoute('/community', { user: aisyah })
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2))
    const retries = screen.getAllByRole('button', { name: 'Retry' })
    answerLists([aGroup()], [aSummary()])
    for (const retry of retries) await press.click(retry)
    expect(await screen.findByRole('link', { name: 'SQL on Sundays' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
  })

  test('searches both as one pauses, and keeps it in the address', async () => {
    const asked: Record<string, string>[] = []
    answer('listGroups', ({ query }) => {
      asked.push(query)
      return listed(...(query['search'] ? [] : [aGroup()]))
    })
    answer('listDiscussions', ({ query }) => listed(...(query['search'] ? [] : [aSummary()])))
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('link', { name: 'SQL on Sundays' })
    await press.type(screen.getByRole('searchbox'), 'orchids')
    expect(await screen.findByRole('heading', { name: 'No study groups found' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No discussions found' })).toBeTruthy()
    expect(address()).toBe('/community?search=orchids')
    expect(asked.at(-1)?.['search']).toBe('orchids')
  })

  test('shows one’s own groups, and the way back when there are none', async () => {
    answer('listGroups', ({ query }) => listed(...(query['mine'] === 'true' ? [] : [aGroup()])))
    answer('listDiscussions', listed())
    const { press } = await renderRoute('/community', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'My groups' }))
    expect(await screen.findByRole('heading', { name: 'You are in no group yet' })).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'See all groups' }))
    expect(await screen.findByRole('link', { name: 'SQL on Sundays' })).toBeTruthy()
  })

  test('joins and leaves on the card', async () => {
    let membership: StudyGroup['membership'] = null
    answer('listGroups', () => listed(aGroup({ membership, memberCount: membership ? 6 : 5 })))
    answer('listDiscussions', listed())
    const turn = (next: StudyGroup['membership']) => () => {
      membership = next
      return { success: true as const, data: aGroup({ membership: next }) }
    }
    answer('joinGroup', turn('member'))
    answer('leaveGroup', turn(null))
    const { press } = await renderRoute('/community', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Join SQL on Sundays' }))
    expect(await screen.findByText('6 members')).toBeTruthy()
    expect(screen.getByText('You joined SQL on Sundays.')).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'Leave SQL on Sundays' }))
    expect(await screen.findByText('5 members')).toBeTruthy()
  })

  test('is there in Malay', async () => {
    answerLists([aGroup()], [aSummary()])
    await renderRoute('/community', { user: aisyah, language: 'ms' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Komuniti' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cipta Kumpulan' })).toBeTruthy()
    expect(await screen.findByText('2 balasan')).toBeTruthy()
  })
})

describe('Create Group', () => {
  test('opens a dialog that checks its fields, keeps them when it fails, and leads to the group', async () => {
    answerLists([], [])
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No study groups yet' })
    await press.click(screen.getAllByRole('button', { name: 'Create Group' })[0] as Element)
    const dialog = within(screen.getByRole('dialog', { name: 'Create Group' }))
    await press.click(dialog.getByRole('button', { name: 'Create Group' }))
    expect(await dialog.findByText('Name is required')).toBeTruthy()
    expect(dialog.getByText('Description is required')).toBeTruthy()
    await type('Name', 'SQL on Sundays', press)
    await type('Description', 'One question a week', press)
    await press.selectOptions(screen.getByLabelText('Category'), 'Data Science')
    refuse('createGroup', 'TOO_MANY_ATTEMPTS')
    await press.click(dialog.getByRole('button', { name: 'Create Group' }))
    expect(
      await dialog.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('SQL on Sundays')
    const sent = recordCalls('createGroup', { success: true, data: aGroup({ membership: 'owner' }) })
    answer('readGroup', { success: true, data: aGroup({ membership: 'owner' }) })
    answer('listGroupMembers', listed())
    await press.click(dialog.getByRole('button', { name: 'Create Group' }))
    await waitFor(() => expect(address()).toBe('/community/groups/3'))
    expect(sent[0]?.body).toEqual({
      name: 'SQL on Sundays',
      description: 'One question a week',
      category: 'Data Science',
    })
  })
})

describe('New Discussion', () => {
  test('asks where, starts it there, and leads to it', async () => {
    answer('listGroups', ({ query }) => listed(...(query['mine'] ? [aGroup({ membership: 'member' })] : [])))
    answer('listDiscussions', listed())
    answer('listEnrolledCourses', listed(aCourse({ isEnrolled: true })))
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No discussions yet' })
    await press.click(screen.getAllByRole('button', { name: 'New Discussion' })[0] as Element)
    const dialog = within(screen.getByRole('dialog', { name: 'New Discussion' }))
    await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
    expect(await dialog.findByText('Title is required')).toBeTruthy()
    expect(dialog.getByText('Please write something')).toBeTruthy()
    await type('Title', 'A question', press)
    await type('Your question or topic', 'Who knows?', press)
    expect(await dialog.findByRole('option', { name: 'Group: SQL on Sundays' })).toBeTruthy()
    await press.selectOptions(screen.getByLabelText('Where'), 'Course: Practical Machine Learning')
    const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
    answer('readDiscussion', read(aDiscussion()))
    await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
    await waitFor(() => expect(address()).toBe('/community/discussions/9'))
    expect(sent[0]?.body).toEqual({ title: 'A question', body: 'Who knows?', courseId: 5 })
  })
})

describe('a study group', () => {
  const answerGroup = (given: Partial<StudyGroup> = {}) => {
    answer('readGroup', { success: true, data: aGroup(given) })
    answer('listDiscussions', listed(aSummary({ group: { id: 3, name: 'SQL on Sundays' }, course: null })))
    answer(
      'listGroupMembers',
      listed(
        { ...amirul, role: 'owner', joinedAt: written },
        { ...nobody, role: 'member', joinedAt: written },
      ),
    )
  }

  test('shows its discussions and members; one joins before one writes', async () => {
    answerGroup()
    await renderRoute('/community/groups/3', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'SQL on Sundays' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Join Group' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New Discussion' })).toBeNull()
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
    expect(await screen.findByText('Muhammad Amirul Hakimi')).toBeTruthy()
    expect(screen.getByText('Unnamed User')).toBeTruthy()
  })

  test('an owner who leaves hears who will own it, and why they cannot when nobody else is there', async () => {
    answerGroup({ membership: 'owner', permissions: { edit: true } })
    refuse('leaveGroup', 'LAST_MEMBER')
    const { press } = await renderRoute('/community/groups/3', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Leave Group' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Leave SQL on Sundays?' }))
    expect(
      dialog.getByText('You own this group. Whoever has been a member longest becomes its owner.'),
    ).toBeTruthy()
    await press.click(dialog.getByRole('button', { name: 'Leave Group' }))
    expect(
      await dialog.findByText(
        'You are the only member of this group. Delete the group instead of leaving it.',
      ),
    ).toBeTruthy()
  })

  test('its owner edits and deletes it', async () => {
    answerGroup({ membership: 'owner', permissions: { edit: true } })
    const { press, address } = await renderRoute('/community/groups/3', { user: aisyah })
    const changed = recordCalls('updateGroup', { success: true, data: aGroup() })
    await press.click(await screen.findByRole('button', { name: 'Group settings' }))
    await press.click(screen.getByRole('menuitem', { name: 'Edit Group' }))
    await press.clear(screen.getByLabelText('Name'))
    await type('Name', 'SQL on Mondays', press)
    await press.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(changed[0]?.body).toMatchObject({ name: 'SQL on Mondays' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const removed = recordCalls('deleteGroup', { success: true })
    answerLists([], [])
    await press.click(screen.getByRole('button', { name: 'Group settings' }))
    await press.click(screen.getByRole('menuitem', { name: 'Delete Group' }))
    await press.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/community'))
    expect(removed).toHaveLength(1)
  })

  test('that is not there, and an address that is none, say so', async () => {
    refuse('readGroup', 'GROUP_NOT_FOUND')
    const first = await renderRoute('/community/groups/99', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'Study group not found' })).toBeTruthy()
    first.unmount()
    await renderRoute('/community/groups/none', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'Study group not found' })).toBeTruthy()
  })

  test('that could not be loaded offers Retry', async () => {
    refuse('readGroup', 'INTERNAL')
    const { press } = await renderRoute('/community/groups/3', { user: aisyah })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    answerGroup()
    await press.click(retry)
    expect(await screen.findByRole('heading', { level: 1, name: 'SQL on Sundays' })).toBeTruthy()
  })
})

describe('a discussion', () => {
  test('shows its text with line breaks and links, and its replies in the order of time', async () => {
    const later = aPost({ id: 32, body: 'Thank you!', author: { ...nobody, standing: null } })
    answer('readDiscussion', read(aDiscussion({ posts: [later, aPost()] })))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Why does my LEFT JOIN lose rows?' }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'https://example.org/join' })).toBeTruthy()
    const texts = screen
      .getAllByRole('article')
      .map((article) => article.querySelector('.community-text')?.textContent)
    expect(texts).toEqual([
      'They are gone.\nSee https://example.org/join for the query.',
      'Move it into ON.',
      'Thank you!',
    ])
    expect(screen.getByText('Instructor')).toBeTruthy()
    expect(screen.getByText('Unnamed User')).toBeTruthy()
    const back = screen.getAllByRole('link', { name: 'Practical Machine Learning' })
    expect(back.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/course/5?tab=discussion'))
  })

  test('a reply that could not be posted is not lost, and goes with the next press', async () => {
    answer('readDiscussion', read(aDiscussion()))
    breakNetwork('answerDiscussion')
    const first = await renderRoute('/community/discussions/9', { user: aisyah })
    await screen.findByText('No replies yet. Yours would be the first.')
    await type('Your reply', 'Have you tried ON?', first.press)
    await first.press.click(screen.getByRole('button', { name: 'Post Reply' }))
    expect(
      await screen.findByText('Your reply could not be posted. It is still here; please try again.'),
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('Have you tried ON?')
    first.unmount()
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('Have you tried ON?'),
    )
    const posts: DiscussionPost[] = []
    answer('readDiscussion', () => read(aDiscussion({ posts })))
    answer('answerDiscussion', ({ body }: SentRequest) => {
      const post = aPost({ ...(body as { body: string }) })
      posts.push(post)
      return { success: true, data: post }
    })
    await press.click(screen.getByRole('button', { name: 'Post Reply' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe(''))
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('too many replies are refused in words', async () => {
    answer('readDiscussion', read(aDiscussion()))
    refuse('answerDiscussion', 'TOO_MANY_ATTEMPTS')
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    await screen.findByRole('button', { name: 'Post Reply' })
    await press.clear(screen.getByLabelText('Your reply'))
    await press.click(screen.getByRole('button', { name: 'Post Reply' }))
    expect(await screen.findByText('Please write something')).toBeTruthy()
    await type('Your reply', 'Again', press)
    await press.click(screen.getByRole('button', { name: 'Post Reply' }))
    expect(
      await screen.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeTruthy()
  })

  test('one’s own reply is edited in its place and deleted after a question', async () => {
    const own = aPost({ permissions: { edit: true, report: false, moderate: false } })
    answer('readDiscussion', read(aDiscussion({ posts: [own] })))
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const changed = recordCalls('updatePost', { success: true, data: own })
    const menu = 'Actions for the reply by Muhammad Amirul Hakimi'
    await press.click(await screen.findByRole('button', { name: menu }))
    await press.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await press.clear(screen.getByLabelText('Edit your reply'))
    await type('Edit your reply', 'Put it into ON.', press)
    await press.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByLabelText('Edit your reply')).toBeNull())
    expect(changed[0]?.body).toEqual({ body: 'Put it into ON.' })
    const removed = recordCalls('deletePost', { success: true })
    await press.click(screen.getByRole('button', { name: menu }))
    await press.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await press.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Your reply was deleted.')).toBeTruthy()
    expect(removed).toHaveLength(1)
  })

  test('one’s own discussion is deleted, and one is back in its place', async () => {
    answer(
      'readDiscussion',
      read(aDiscussion({ permissions: { reply: true, edit: true, report: false, moderate: false } })),
    )
    answer('deleteDiscussion', { success: true })
    refuse('readCourse', 'COURSE_NOT_FOUND')
    const { press, address } = await renderRoute('/community/discussions/9', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Discussion actions' }))
    await press.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await press.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/course/5?tab=discussion'))
  })

  test('a reply is reported with a reason', async () => {
    answer('readDiscussion', read(aDiscussion({ posts: [aPost()] })))
    const sent = recordCalls('reportPost', { success: true })
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    await press.click(
      await screen.findByRole('button', { name: 'Actions for the reply by Muhammad Amirul Hakimi' }),
    )
    await press.click(screen.getByRole('menuitem', { name: 'Report' }))
    await press.click(screen.getByRole('button', { name: 'Send Report' }))
    expect(await screen.findByText('Please say what is wrong')).toBeTruthy()
    await type('What is wrong?', 'Not kind', press)
    await press.click(screen.getByRole('button', { name: 'Send Report' }))
    expect(await screen.findByText('Thank you. Your report was sent.')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ postId: 31, reason: 'Not kind' }])
  })

  test('whoever may, hides a reported reply, shows it again, or keeps it', async () => {
    let post = aPost({ reportCount: 2, permissions: { edit: false, report: true, moderate: true } })
    answer('readDiscussion', () => read(aDiscussion({ posts: [post] })))
    answer('hidePost', ({ body }) => {
      post = { ...post, isHidden: (body as { hidden: boolean }).hidden, reportCount: 0 }
      return { success: true }
    })
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const menu = { name: 'Actions for the reply by Muhammad Amirul Hakimi' }
    expect(await screen.findByText('2 reports')).toBeTruthy()
    await press.click(screen.getByRole('button', menu))
    expect(screen.getByRole('menuitem', { name: 'Keep, nothing is wrong' })).toBeTruthy()
    await press.click(screen.getByRole('menuitem', { name: 'Hide' }))
    expect(await screen.findByText('Hidden')).toBeTruthy()
    await press.click(screen.getByRole('button', menu))
    await press.click(screen.getByRole('menuitem', { name: 'Show again' }))
    await waitFor(() => expect(screen.queryByText('Hidden')).toBeNull())
  })

  test('a hidden reply says so to the others', async () => {
    const withheld = aPost({
      isHidden: true,
      body: '',
      permissions: { edit: false, report: false, moderate: false },
    })
    answer('readDiscussion', read(aDiscussion({ posts: [withheld] })))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(await screen.findByText('This text was hidden by a moderator.')).toBeTruthy()
  })

  test('of a group leads those who are not in it to the group', async () => {
    answer(
      'readDiscussion',
      read(
        aDiscussion({
          group: { id: 3, name: 'SQL on Sundays' },
          course: null,
          permissions: { reply: false, edit: false, report: true, moderate: false },
        }),
      ),
    )
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(await screen.findByText('Join this group to reply.')).toBeTruthy()
    expect(screen.queryByLabelText('Your reply')).toBeNull()
  })

  test.each([
    ['DISCUSSION_NOT_FOUND', 'Discussion not found', 'Back to the community'],
    ['FORBIDDEN', 'This discussion belongs to a course', 'Browse Courses'],
  ] as const)('%s says so and leads on', async (code, heading, link) => {
    answer('readDiscussion', () => refusal(code))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(screen.getByRole('link', { name: link })).toBeTruthy()
  })

  test('that could not be loaded offers Retry', async () => {
    breakNetwork('readDiscussion')
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    answer('readDiscussion', read(aDiscussion()))
    await press.click(retry)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Why does my LEFT JOIN lose rows?' }),
    ).toBeTruthy()
  })
})

describe('the tab Discussion of a course', () => {
  const course = {
    ...aCourse({ isEnrolled: true }),
    contents: [],
    permissions: { study: true, manage: false },
  }

  test('lists that course’s discussions and starts one there', async () => {
    answer('readCourse', { success: true, data: course })
    const asked = recordCalls('listDiscussions', listed(aSummary()))
    const { press, address } = await renderRoute('/course/5', { user: aisyah })
    await press.click(await screen.findByRole('tab', { name: 'Discussion' }))
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
    expect(asked[0]?.query).toMatchObject({ courseId: '5' })
    expect(screen.queryByText('in Practical Machine Learning')).toBeNull()
    await press.click(screen.getByRole('button', { name: 'New Discussion' }))
    expect(screen.queryByLabelText('Where')).toBeNull()
    await type('Title', 'A question', press)
    await type('Your question or topic', 'Who knows?', press)
    const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
    answer('readDiscussion', read(aDiscussion()))
    await press.click(screen.getByRole('button', { name: 'Start Discussion' }))
    await waitFor(() => expect(address()).toBe('/community/discussions/9'))
    expect(await screen.findByText('No replies yet. Yours would be the first.')).toBeTruthy()
    expect(sent[0]?.body).toEqual({ title: 'A question', body: 'Who knows?', courseId: 5 })
  })

  test('is empty with a next step, and there by its own address', async () => {
    answer('readCourse', { success: true, data: course })
    answer('listDiscussions', listed())
    await renderRoute('/course/5?tab=discussion', { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'No discussions yet' })).toBeTruthy()
    expect(screen.getByText('Ask the first question about this course.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New Discussion' })).toBeTruthy()
  })

  test('leads those who are not enrolled to the sales page', async () => {
    answer('readCourse', {
      success: true,
      data: { ...course, isEnrolled: false, permissions: { study: false, manage: false } },
    })
    await renderRoute('/course/5?tab=discussion', { user: aisyah })
    const panel = within(await screen.findByRole('tabpanel', { name: 'Discussion' }))
    expect(
      panel.getByRole('heading', { name: 'The discussion is for those who study this course' }),
    ).toBeTruthy()
    expect(panel.getByRole('link', { name: 'See course details' }).getAttribute('href')).toBe('/sp/5/')
  })
})
