import type { DiscussionSummary, StudyGroup } from '@apogee/contracts/community/community.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import {
  amirul,
  nobody,
  written,
  aGroup,
  aDiscussion,
  aSummary,
  listed,
  readAnswer,
  typeInto,
} from '#web/testing/community.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const answerLists = (groups: StudyGroup[], discussions: DiscussionSummary[]) => {
  answer('listGroups', listed(...groups))
  answer('listDiscussions', ({ query }) => listed(...(query['reported'] ? [] : discussions)))
}

describe('Community', () => {
  test('the community has a search box, study groups and discussions, and the buttons Create Group and New Discussion', async () => {
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

  test('the community shows Loading... while it loads', async () => {
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

  test('an empty community offers to create the first group and discussion', async () => {
    answerLists([], [])
    await renderRoute('/community', { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'No study groups yet' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No discussions yet' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Create Group' })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'New Discussion' })).toHaveLength(2)
  })

  test('the community offers Retry after a failure', async () => {
    breakNetwork('listGroups')
    refuse('listDiscussions', 'INTERNAL')
    const { press } = await renderRoute('/community', { user: aisyah })
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2))
    const retries = screen.getAllByRole('button', { name: 'Try again' })
    answerLists([aGroup()], [aSummary()])
    for (const retry of retries) await press.click(retry)
    expect(await screen.findByRole('link', { name: 'SQL on Sundays' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
  })

  test('the community searches both lists after a pause, and keeps the search in the address', async () => {
    const asked: Record<string, string>[] = []
    answer('listGroups', ({ query }) => {
      asked.push(query)
      return listed(...(query['search'] ? [] : [aGroup()]))
    })
    answer('listDiscussions', ({ query }) =>
      listed(...(query['search'] || query['reported'] ? [] : [aSummary()])),
    )
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('link', { name: 'SQL on Sundays' })
    await press.type(screen.getByRole('searchbox'), 'orchids')
    expect(await screen.findByRole('heading', { name: 'No study groups found' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No discussions found' })).toBeTruthy()
    expect(address()).toBe('/community?search=orchids')
    expect(asked.at(-1)?.['search']).toBe('orchids')
  })

  test("the community shows one's own groups, and a link to all when there are none", async () => {
    answer('listGroups', ({ query }) => listed(...(query['mine'] === 'true' ? [] : [aGroup()])))
    answer('listDiscussions', listed())
    const { press } = await renderRoute('/community', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'My groups' }))
    expect(await screen.findByRole('heading', { name: 'You are in no group yet' })).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'See all groups' }))
    expect(await screen.findByRole('link', { name: 'SQL on Sundays' })).toBeTruthy()
  })

  test('groups are joined and left on their cards', async () => {
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

  test('moderators see what was reported', async () => {
    answer('listGroups', listed())
    answer('listDiscussions', ({ query }) =>
      listed(
        ...(query['reported'] === 'true'
          ? [aSummary({ reportCount: 2 })]
          : [aSummary({ id: 8, title: 'Quiet' })]),
      ),
    )
    const { press, address } = await renderRoute('/community', { user: aisyah })
    expect(await screen.findByText(/1 discussion has open reports./)).toBeTruthy()
    await press.click(screen.getByRole('link', { name: 'Show reported discussions' }))
    expect(await screen.findByRole('heading', { name: 'Reported discussions' })).toBeTruthy()
    expect(await screen.findByText('2 reports')).toBeTruthy()
    expect(screen.queryByText('Quiet')).toBeNull()
    await press.click(screen.getByRole('button', { name: 'All discussions' }))
    expect(await screen.findByText('Quiet')).toBeTruthy()
    expect(address()).toBe('/community')
  })

  test('the community is available in Malay', async () => {
    answerLists([aGroup()], [aSummary()])
    await renderRoute('/community', { user: aisyah, language: 'ms' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Komuniti' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cipta Kumpulan' })).toBeTruthy()
    expect(await screen.findByText('2 balasan')).toBeTruthy()
  })
})

describe('Create Group', () => {
  test('Create Group opens a dialog that validates its fields, keeps them after a failure, and leads to the group', async () => {
    answerLists([], [])
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No study groups yet' })
    await press.click(screen.getAllByRole('button', { name: 'Create Group' })[0] as Element)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
    await press.click(dialog.getByRole('button', { name: 'Create Group' }))
    expect(await dialog.findByText('Name is required')).toBeTruthy()
    expect(dialog.getByText('Description is required')).toBeTruthy()
    await typeInto('Name', 'SQL on Sundays', press)
    await typeInto('Description', 'One question a week', press)
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
  test('New Discussion asks for its place, creates it there, and leads to it', async () => {
    answer('listGroups', ({ query }) => listed(...(query['mine'] ? [aGroup({ membership: 'member' })] : [])))
    answer('listDiscussions', listed())
    answer('listEnrolledCourses', listed(aCourse({ isEnrolled: true })))
    const { press, address } = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No discussions yet' })
    await press.click(screen.getAllByRole('button', { name: 'New Discussion' })[0] as Element)
    const dialog = within(await screen.findByRole('dialog', { name: 'New Discussion' }))
    await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
    expect(await dialog.findByText('Title is required')).toBeTruthy()
    expect(dialog.getByText('Please write something')).toBeTruthy()
    await typeInto('Title', 'A question', press)
    await typeInto('Your question or topic', 'Who knows?', press)
    expect(await dialog.findByRole('option', { name: 'Group: SQL on Sundays' })).toBeTruthy()
    await press.selectOptions(screen.getByLabelText('Where'), 'Course: Practical Machine Learning')
    const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
    answer('readDiscussion', readAnswer(aDiscussion()))
    await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
    await waitFor(() => expect(address()).toBe('/community/discussions/9'))
    expect(sent[0]?.body).toMatchObject({ title: 'A question', body: 'Who knows?', courseId: 5 })
  })
})

describe('what was typed into a dialog', () => {
  const openGroupDialog = async (press: UserEvent) => {
    await press.click(screen.getAllByRole('button', { name: 'Create Group' })[0] as Element)
    return within(await screen.findByRole('dialog', { name: 'Create Group' }))
  }
  const openDiscussionDialog = async (press: UserEvent) => {
    await press.click(screen.getAllByRole('button', { name: 'New Discussion' })[0] as Element)
    return within(await screen.findByRole('dialog', { name: 'New Discussion' }))
  }
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  const openCommunity = async () => {
    answerLists([], [])
    answer('listEnrolledCourses', listed())
    const page = await renderRoute('/community', { user: aisyah })
    await screen.findByRole('heading', { name: 'No study groups yet' })
    return page
  }

  test("a dialog's input survives closing by the cross, until the person cancels or sends it", async () => {
    const { press } = await openCommunity()
    let dialog = await openGroupDialog(press)
    await typeInto('Name', 'SQL on Sundays', press)
    await typeInto('Description', 'One question a week', press)
    await press.click(dialog.getByRole('button', { name: 'Close' }))
    dialog = await openGroupDialog(press)
    expect([valueOf('Name'), valueOf('Description')]).toEqual(['SQL on Sundays', 'One question a week'])
    await press.click(dialog.getByRole('button', { name: 'Cancel' }))
    await openGroupDialog(press)
    expect(valueOf('Name')).toBe('')
  })

  test('the draft of a discussion is stored by place and person, and deleted once it was created', async () => {
    const { press, unmount } = await openCommunity()
    let dialog = await openDiscussionDialog(press)
    await typeInto('Title', 'A question', press)
    await press.click(dialog.getByRole('button', { name: 'Close' }))
    dialog = await openDiscussionDialog(press)
    expect(valueOf('Title')).toBe('A question')
    await typeInto('Your question or topic', 'Who knows?', press)
    answer('startDiscussion', { success: true, data: aDiscussion() })
    answer('readDiscussion', readAnswer(aDiscussion()))
    await press.click(dialog.getByRole('button', { name: 'Start Discussion' }))
    await screen.findByText('No replies yet. Yours would be the first.')
    unmount()
    await openDiscussionDialog((await openCommunity()).press)
    expect([valueOf('Title'), valueOf('Your question or topic')]).toEqual(['', ''])
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

  test('a study group shows its discussions and members; writing requires joining', async () => {
    answerGroup()
    await renderRoute('/community/groups/3', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'SQL on Sundays' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Join Group' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New Discussion' })).toBeNull()
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
    expect(await screen.findByText('Muhammad Amirul Hakimi')).toBeTruthy()
    expect(screen.getByText('Unnamed User')).toBeTruthy()
  })

  test('a leaving owner reads who will own the group, and why they cannot leave when nobody else is there', async () => {
    answerGroup({ membership: 'owner', permissions: { edit: true } })
    refuse('leaveGroup', 'LAST_MEMBER')
    const { press } = await renderRoute('/community/groups/3', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Leave Group' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Leave SQL on Sundays?' }))
    expect(
      dialog.getByText('You own this group. The longest-standing member becomes its owner.'),
    ).toBeTruthy()
    await press.click(dialog.getByRole('button', { name: 'Leave Group' }))
    expect(
      await dialog.findByText(
        'You are the only member of this group. Delete the group instead of leaving it.',
      ),
    ).toBeTruthy()
  })

  test('the owner edits and deletes the group', async () => {
    answerGroup({ membership: 'owner', permissions: { edit: true } })
    const { press, address } = await renderRoute('/community/groups/3', { user: aisyah })
    const changed = recordCalls('updateGroup', { success: true, data: aGroup() })
    await press.click(await screen.findByRole('button', { name: 'Group settings' }))
    await press.click(screen.getByRole('menuitem', { name: 'Edit Group' }))
    await press.clear(await screen.findByLabelText('Name'))
    await typeInto('Name', 'SQL on Mondays', press)
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

  test('a missing group and an invalid address say so', async () => {
    refuse('readGroup', 'GROUP_NOT_FOUND')
    const first = await renderRoute('/community/groups/99', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'Study group not found' })).toBeTruthy()
    first.unmount()
    await renderRoute('/community/groups/none', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: 'Study group not found' })).toBeTruthy()
  })

  test('a group that could not be loaded offers Retry', async () => {
    refuse('readGroup', 'INTERNAL')
    const { press } = await renderRoute('/community/groups/3', { user: aisyah })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    answerGroup()
    await press.click(retry)
    expect(await screen.findByRole('heading', { level: 1, name: 'SQL on Sundays' })).toBeTruthy()
  })
})
