import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { nobody, aDiscussion, aSummary, aPost, listed, readAnswer, typeInto } from '#web/testing/community.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

describe('a discussion', () => {
  test('a discussion shows its text with line breaks and links, and its replies in order of time', async () => {
    const later = aPost({ id: 32, body: 'Thank you!', author: { ...nobody, standing: null } })
    answer('readDiscussion', readAnswer(aDiscussion({ posts: [later, aPost()] })))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Why does my LEFT JOIN lose rows?' }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'https://example.org/join' })).toBeTruthy()
    const texts = screen
      .getAllByRole('article')
      .map((article) => article.querySelector('.plain-text')?.textContent)
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

  test('too many replies are refused with a sentence', async () => {
    answer('readDiscussion', readAnswer(aDiscussion()))
    refuse('answerDiscussion', 'TOO_MANY_ATTEMPTS')
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    await screen.findByRole('button', { name: 'Post reply' })
    await press.clear(screen.getByLabelText('Your reply'))
    await press.click(screen.getByRole('button', { name: 'Post reply' }))
    expect(await screen.findByText('Please write something')).toBeTruthy()
    await typeInto('Your reply', 'Again', press)
    await press.click(screen.getByRole('button', { name: 'Post reply' }))
    expect(
      await screen.findByText('Too many attempts. Please wait a few minutes and try again.'),
    ).toBeTruthy()
  })

  test("one's own reply is edited in place and deleted after a confirmation", async () => {
    const own = aPost({
      permissions: { edit: true, report: false, moderate: false, vote: false, accept: false },
    })
    answer('readDiscussion', readAnswer(aDiscussion({ posts: [own] })))
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const changed = recordCalls('updatePost', { success: true, data: own })
    const menu = 'Actions for the reply by Muhammad Amirul Hakimi'
    await press.click(await screen.findByRole('button', { name: menu }))
    await press.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await press.clear(await screen.findByLabelText('Edit your reply'))
    await typeInto('Edit your reply', 'Put it into ON.', press)
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

  test("deleting one's own discussion returns to its place", async () => {
    answer(
      'readDiscussion',
      readAnswer(
        aDiscussion({
          permissions: { reply: true, edit: true, report: false, moderate: false, vote: false },
        }),
      ),
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
    answer('readDiscussion', readAnswer(aDiscussion({ posts: [aPost()] })))
    const sent = recordCalls('reportPost', { success: true })
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    await press.click(
      await screen.findByRole('button', { name: 'Actions for the reply by Muhammad Amirul Hakimi' }),
    )
    await press.click(screen.getByRole('menuitem', { name: 'Report' }))
    await press.click(await screen.findByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('Please say what is wrong')).toBeTruthy()
    await typeInto('What is wrong?', 'Not kind', press)
    await press.click(screen.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('Thank you. Your report was sent.')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ postId: 31, reason: 'Not kind' }])
  })

  test('moderators hide a reported reply, show it again, or keep it', async () => {
    let post = aPost({
      reportCount: 2,
      permissions: { edit: false, report: true, moderate: true, vote: false, accept: false },
    })
    answer('readDiscussion', () => readAnswer(aDiscussion({ posts: [post] })))
    answer('hidePost', ({ body }) => {
      post = { ...post, isHidden: (body as { hidden: boolean }).hidden, reportCount: 0 }
      return { success: true }
    })
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const menu = { name: 'Actions for the reply by Muhammad Amirul Hakimi' }
    expect(await screen.findByText('2 reports')).toBeTruthy()
    await press.click(screen.getByRole('button', menu))
    expect(screen.getByRole('menuitem', { name: 'Keep and close reports' })).toBeTruthy()
    await press.click(screen.getByRole('menuitem', { name: 'Hide' }))
    expect(await screen.findByText('Hidden')).toBeTruthy()
    await press.click(screen.getByRole('button', menu))
    await press.click(screen.getByRole('menuitem', { name: 'Show again' }))
    await waitFor(() => expect(screen.queryByText('Hidden')).toBeNull())
  })

  test('a hidden reply says so to others', async () => {
    const withheld = aPost({
      isHidden: true,
      body: '',
      permissions: { edit: false, report: false, moderate: false, vote: false, accept: false },
    })
    answer('readDiscussion', readAnswer(aDiscussion({ posts: [withheld] })))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(await screen.findByText('This text was hidden by a moderator.')).toBeTruthy()
  })

  test("a group's discussion links people outside the group to the group", async () => {
    answer(
      'readDiscussion',
      readAnswer(
        aDiscussion({
          group: { id: 3, name: 'SQL on Sundays' },
          course: null,
          permissions: { reply: false, edit: false, report: true, moderate: false, vote: false },
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
  ] as const)('%s says so and links on', async (code, heading, link) => {
    answer('readDiscussion', () => refusal(code))
    await renderRoute('/community/discussions/9', { user: aisyah })
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(screen.getByRole('link', { name: link })).toBeTruthy()
  })

  test('a discussion that could not be loaded offers Retry', async () => {
    breakNetwork('readDiscussion')
    const { press } = await renderRoute('/community/discussions/9', { user: aisyah })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    answer('readDiscussion', readAnswer(aDiscussion()))
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

  test("a course's Discussion tab lists its discussions and starts one there", async () => {
    answer('readCourse', { success: true, data: course })
    const asked = recordCalls('listDiscussions', listed(aSummary()))
    const { press, address } = await renderRoute('/course/5', { user: aisyah })
    await press.click(await screen.findByRole('tab', { name: 'Discussion' }))
    expect(await screen.findByRole('link', { name: 'Why does my LEFT JOIN lose rows?' })).toBeTruthy()
    expect(asked[0]?.query).toMatchObject({ courseId: '5' })
    expect(screen.queryByText('in Practical Machine Learning')).toBeNull()
    await press.click(screen.getByRole('button', { name: 'New Discussion' }))
    await screen.findByRole('dialog', { name: 'New Discussion' })
    expect(screen.queryByLabelText('Where')).toBeNull()
    await typeInto('Title', 'A question', press)
    await typeInto('Your question or topic', 'Who knows?', press)
    const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
    answer('readDiscussion', readAnswer(aDiscussion()))
    await press.click(screen.getByRole('button', { name: 'Start Discussion' }))
    await waitFor(() => expect(address()).toBe('/community/discussions/9'))
    expect(await screen.findByText('No replies yet. Yours would be the first.')).toBeTruthy()
    expect(sent[0]?.body).toMatchObject({ title: 'A question', body: 'Who knows?', courseId: 5 })
  })

  test('an empty Discussion tab offers a next step, and has its own address', async () => {
    answer('readCourse', { success: true, data: course })
    answer('listDiscussions', listed())
    await renderRoute('/course/5?tab=discussion', { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'No discussions yet' })).toBeTruthy()
    expect(screen.getByText('Ask the first question about this course.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New Discussion' })).toBeTruthy()
  })

  test('the Discussion tab links people who are not enrolled to the sales page', async () => {
    answer('readCourse', {
      success: true,
      data: { ...course, isEnrolled: false, permissions: { study: false, manage: false } },
    })
    await renderRoute('/course/5?tab=discussion', { user: aisyah })
    const panel = within(await screen.findByRole('tabpanel', { name: 'Discussion' }))
    expect(
      await panel.findByRole('heading', { name: 'Only learners of this course can join the discussion' }),
    ).toBeTruthy()
    expect(panel.getByRole('link', { name: 'See course details' }).getAttribute('href')).toBe('/sp/5/')
  })
})
