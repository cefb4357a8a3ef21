import type { Language } from '@apogee/domain/languages.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { OwnReview, ReportedReview, Review } from '@apogee/contracts/reviews/reviews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, recordCalls, refusal, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const superadmin = { ...admin, id: 1, name: 'Superadmin', role: 'superadmin' as const, businessId: null }

const aReview = (given: Partial<Review> = {}): Review => ({
  id: 31,
  courseId: 5,
  rating: 4,
  text: 'Clear and short.',
  author: { name: 'Harpreet Kaur', avatar: null },
  createdAt: '2026-11-02T04:00:00.000Z',
  editedAt: null,
  reply: null,
  isMine: false,
  ...given,
})
const mine = (given: Partial<OwnReview> = {}): OwnReview => ({
  ...aReview({ id: 40, author: { name: 'Aisyah Rahman', avatar: null }, isMine: true }),
  state: 'shown',
  ...given,
})

const listOf = (reviews: Review[], given: Partial<AnswerOf<'listReviews'>> = {}): AnswerOf<'listReviews'> => {
  const perStar = [1, 2, 3, 4, 5].map((stars) => reviews.filter(({ rating }) => rating === stars).length)
  const stars = reviews.reduce((sum, { rating }) => sum + rating, 0)
  return {
    success: true,
    data: reviews,
    meta: { total: reviews.length, nextCursor: null },
    summary: {
      average: reviews.length === 0 ? null : Math.round((stars * 10) / reviews.length) / 10,
      count: reviews.length,
      perStar,
    },
    mine: null,
    permissions: { write: false, reply: false, report: false },
    ...given,
  }
}

const reviews = async () => within(await screen.findByRole('region', { name: 'Reviews' }))

describe('reviews on the sales page', () => {
  beforeEach(() => answer('courseSales', { success: true, data: aSalesInfo() }))

  test("reviews show their stars in figures and words, with the seller's reply", async () => {
    const reply = {
      text: 'Now there are subtitles.',
      sellerName: 'Orbit Academy Sdn Bhd',
      createdAt: '2026-11-03T04:00:00.000Z',
      editedAt: null,
    }
    answer(
      'listReviews',
      listOf([
        aReview({ reply }),
        aReview({ id: 30, rating: 5, text: '', author: { name: null, avatar: null } }),
      ]),
    )
    await renderRoute('/sp/5/')
    const shown = await reviews()
    expect(await shown.findByRole('img', { name: '4.5 out of 5 stars' })).toBeTruthy()
    expect(shown.getByText('2 reviews')).toBeTruthy()
    expect(shown.getByText('5 stars: 1 review')).toBeTruthy()
    expect(shown.getByText('3 stars: 0 reviews')).toBeTruthy()
    expect(shown.getByRole('img', { name: '4 out of 5 stars' })).toBeTruthy()
    expect(shown.getByText('Reply from Orbit Academy Sdn Bhd')).toBeTruthy()
    expect(shown.getByText('A learner')).toBeTruthy()
    expect(shown.getAllByText('2 Nov 2026')).toHaveLength(2)
    expect(shown.queryByRole('button', { name: /Report|Reply/ })).toBeNull()
  })

  test('the number of reviews is beside the title and links to them', async () => {
    const course = aCourse({ rating: { average: 4.4, count: 8 } })
    answer('courseSales', { success: true, data: aSalesInfo({ course }) })
    await renderRoute('/sp/5/')
    const link = await screen.findByRole('link', { name: /Rated 4\.4 out of 5: ?8 reviews/ })
    expect(link.getAttribute('href')).toBe('#reviews')
  })

  test('without reviews the sales page says who may write one', async () => {
    await renderRoute('/sp/5/')
    const shown = await reviews()
    expect(await shown.findByText('No reviews yet')).toBeTruthy()
    expect(shown.getByText('Learners of this course can write the first one.')).toBeTruthy()
    expect(shown.queryByRole('link', { name: 'Write a review' })).toBeNull()
  })

  test('reviews that could not be loaded say so, and the page stays', async () => {
    refuse('listReviews', 'UNAVAILABLE')
    const { press } = await renderRoute('/sp/5/')
    const shown = await reviews()
    expect(await shown.findByText('The reviews could not be loaded')).toBeTruthy()
    answer('listReviews', listOf([aReview()]))
    await press.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText('Clear and short.')).toBeTruthy()
  })

  test('the first reviews are shown, then all in the chosen order', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map((id) => aReview({ id, text: `number ${id}` }))
    const asked: SentRequest[] = []
    answer('listReviews', (sent) => {
      asked.push(sent)
      const { data, ...rest } = listOf(all)
      return { ...rest, data: data.slice(0, Number(sent.query['limit'])) }
    })
    const { press } = await renderRoute('/sp/5/')
    const shown = await reviews()
    await press.click(await shown.findByRole('button', { name: 'Show all 7 reviews' }))
    expect(await shown.findByText('number 7')).toBeTruthy()
    await press.click(shown.getByRole('button', { name: 'Lowest' }))
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ limit: '20', order: 'lowest' }))
  })

  test('reviews link a learner to the place for writing theirs', async () => {
    answer('listReviews', listOf([], { permissions: { write: true, reply: false, report: true } }))
    await renderRoute('/sp/5/', { user: aisyah })
    const shown = await reviews()
    const link = await shown.findByRole('link', { name: 'Write a review' })
    expect(link.getAttribute('href')).toBe('/course/5?tab=reviews#write-review')
  })

  test('the seller replies to a review in place', async () => {
    let list = listOf([aReview()], { permissions: { write: false, reply: true, report: true } })
    answer('listReviews', () => list)
    const replied = aReview({
      reply: {
        text: 'Thank you',
        sellerName: 'Orbit Academy Sdn Bhd',
        createdAt: '2026-11-20T04:00:00.000Z',
        editedAt: null,
      },
    })
    const sent: SentRequest[] = []
    answer('replyToReview', (request) => {
      sent.push(request)
      list = { ...list, data: [replied] }
      return { success: true, data: replied }
    })
    const { press } = await renderRoute('/sp/5/', { user: admin })
    await press.click(await screen.findByRole('button', { name: 'Reply to the review by Harpreet Kaur' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reply to Harpreet Kaur' }))
    await press.click(dialog.getByRole('button', { name: 'Post reply' }))
    expect(await dialog.findByText('Please write something')).toBeTruthy()
    await press.type(dialog.getByRole('textbox', { name: 'Reply' }), 'Thank you')
    await press.click(dialog.getByRole('button', { name: 'Post reply' }))
    const shown = await reviews()
    expect(await shown.findByText('Thank you')).toBeTruthy()
    expect(sent.map(({ params, body }) => [params['id'], body])).toEqual([['31', { text: 'Thank you' }]])
    expect(shown.getByRole('button', { name: 'Edit reply' })).toBeTruthy()
  })

  test('a review is reported with a reason, which stays when sending fails', async () => {
    answer('listReviews', listOf([aReview()], { permissions: { write: false, reply: false, report: true } }))
    refuse('reportReview', 'TOO_MANY_ATTEMPTS')
    const { press } = await renderRoute('/sp/5/', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Report the review by Harpreet Kaur' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this review' }))
    await press.type(dialog.getByRole('textbox', { name: 'What is wrong with it?' }), 'A phone number')
    await press.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await dialog.findByText(/Too many attempts/)).toBeTruthy()
    const sent = recordCalls('reportReview', { success: true })
    await press.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('Thank you. Apogee will check it.')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ reason: 'A phone number' }])
  })
})

describe('one’s own review on the course’s page', () => {
  let list: AnswerOf<'listReviews'>
  beforeEach(() => {
    list = listOf([], { permissions: { write: true, reply: false, report: true } })
    answer('listReviews', () => list)
    answer('readCourse', {
      success: true,
      data: {
        ...aCourse({ isEnrolled: true }),
        contents: [],
        permissions: { study: true, manage: false },
      },
    })
  })
  const open = (language: Language = 'en') => renderRoute('/course/5?tab=reviews', { user: aisyah, language })

  test("one's own review has stars chosen by keyboard and a text, and says what is public", async () => {
    const sent: SentRequest[] = []
    answer('saveReview', (request) => {
      sent.push(request)
      const data = mine({ rating: 4, text: 'Worth it.' })
      list = { ...listOf([data]), mine: data, permissions: list.permissions }
      return { success: true, data }
    })
    const { press } = await open()
    expect(await screen.findByText(/are public: anyone can read them on the sales page/)).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'Publish review' }))
    expect(await screen.findByText('Please choose one to five stars')).toBeTruthy()
    const stars = within(screen.getByRole('group', { name: 'Your rating' }))
    const [first] = stars.getAllByRole('radio')
    expect(document.activeElement).toBe(first)
    await press.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}')
    expect(stars.getByRole<HTMLInputElement>('radio', { name: '4 stars: very good' }).checked).toBe(true)
    await press.type(screen.getByRole('textbox', { name: /What should others know/ }), 'Worth it.')
    await press.click(screen.getByRole('button', { name: 'Publish review' }))
    expect(await screen.findByText('Thank you. Your review is published.')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ rating: 4, text: 'Worth it.', version: 0 }])
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
  })

  test('a refused review keeps its input, and shows the reason', async () => {
    answer('saveReview', () => refusal('NOT_ENROLLED'))
    const { press } = await open()
    await press.click(await screen.findByRole('radio', { name: '2 stars: fair' }))
    await press.type(screen.getByRole('textbox', { name: /What should others know/ }), 'Too fast')
    await press.click(screen.getByRole('button', { name: 'Publish review' }))
    expect(await screen.findByText('Please enroll in this course first')).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /What should others know/ }).value).toBe(
      'Too fast',
    )
    const sent = recordCalls('saveReview', { success: true, data: mine({ rating: 2, text: 'Too fast' }) })
    await press.click(screen.getByRole('button', { name: 'Publish review' }))
    expect(await screen.findByText('Thank you. Your review is published.')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ rating: 2, text: 'Too fast', version: 0 }])
  })

  test("one's own review is changed and deleted in place", async () => {
    list = { ...listOf([mine()]), mine: mine(), permissions: list.permissions }
    const removed = recordCalls('deleteReview', { success: true })
    const { press } = await open()
    await press.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 stars: very good' }).checked).toBe(true)
    await press.click(screen.getByRole('button', { name: 'Cancel' }))
    await press.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your review?' }))
    list = listOf([], { permissions: list.permissions })
    await press.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('button', { name: 'Publish review' })).toBeTruthy()
    // The draft is not restored after submission.
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 stars: very good' }).checked).toBe(false)
    expect(removed.map(({ params }) => params['courseId'])).toEqual(['5'])
  })

  test("the heading of one's own review gets the focus when its form opens and closes", async () => {
    list = { ...listOf([mine()]), mine: mine(), permissions: list.permissions }
    recordCalls('saveReview', { success: true, data: mine() })
    recordCalls('deleteReview', { success: true })
    const { press } = await open()
    const heading = await screen.findByRole('heading', { name: 'Your review' })
    expect(document.activeElement).not.toBe(heading)
    await press.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(document.activeElement).toBe(heading)
    await press.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('button', { name: 'Edit' })
    expect(document.activeElement).toBe(heading)
    await press.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your review?' }))
    list = listOf([], { permissions: list.permissions })
    await press.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('heading', { name: 'How is this course?' })).toBe(document.activeElement)
  })

  test('a hidden review tells its author so', async () => {
    list = { ...list, mine: mine({ state: 'hidden' }) }
    await open()
    expect(await screen.findByText(/Apogee has hidden this review after a report/)).toBeTruthy()
    expect(screen.getByText('Clear and short.')).toBeTruthy()
    expect(await screen.findByText('No reviews yet')).toBeTruthy()
  })

  test('the review form is not shown to people who may not write one', async () => {
    list = listOf([aReview()])
    await open()
    expect(await screen.findByText('Clear and short.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Publish review' })).toBeNull()
  })

  test("one's own review is available in Malay", async () => {
    const { press } = await open('ms')
    await press.click(await screen.findByRole('button', { name: 'Terbitkan ulasan' }))
    expect(await screen.findByText('Sila pilih satu hingga lima bintang')).toBeTruthy()
    expect(screen.getByRole('radio', { name: '4 bintang: sangat baik' })).toBeTruthy()
    expect(screen.getByText('Belum ada ulasan')).toBeTruthy()
  })
})

describe('the invitation to review', () => {
  const courseDone = (completed: boolean) =>
    answer('readCourse', {
      success: true,
      data: {
        ...aCourse({ isEnrolled: true }),
        contents: [
          {
            id: 11,
            courseId: 5,
            title: 'Before the model',
            description: '',
            order: 0,
            type: 'chapter',
            isPublished: true,
            resources: [
              {
                id: 1,
                courseId: 5,
                courseContentId: 11,
                title: 'Why accuracy flatters',
                fileType: 'video',
                seconds: 100,
                pages: null,
                order: 0,
                isPublished: true,
                isPreview: false,
                progress: { completed, watchTime: 0, position: 0 },
              },
            ],
          },
        ],
        permissions: { study: true, manage: false },
      },
    })
  const invited = listOf([], { permissions: { write: true, reply: false, report: true } })

  test('the invitation to review is shown once half of the course is done, to learners without a review', async () => {
    courseDone(true)
    answer('listReviews', invited)
    const { press } = await renderRoute('/course/5', { user: aisyah })
    const link = await screen.findByRole('link', { name: 'Write a review' })
    expect(screen.getByText(/^You have finished this course\./)).toBeTruthy()
    expect(link.getAttribute('href')).toBe('/course/5?tab=reviews#write-review')
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await press.click(link)
    const firstStar = await screen.findByRole('radio', { name: /1 star/i })
    await waitFor(() => expect(document.activeElement).toBe(firstStar))
    expect(shown.mock.contexts.map((element) => (element as Element).id)).toContain('write-review')
  })

  test('the invitation to review is not shown before, nor afterwards', async () => {
    courseDone(false)
    const asked = recordCalls('listReviews', invited)
    const early = await renderRoute('/course/5', { user: aisyah })
    await screen.findByText('Why accuracy flatters')
    expect(asked).toEqual([])
    early.unmount()
    courseDone(true)
    const later = recordCalls('listReviews', { ...invited, mine: mine() })
    await renderRoute('/course/5', { user: aisyah })
    await waitFor(() => expect(later).toHaveLength(1))
    expect(screen.queryByRole('link', { name: 'Write a review' })).toBeNull()
  })
})

describe('reported reviews on the platform', () => {
  const aReport = (given: Partial<ReportedReview> = {}): ReportedReview => ({
    ...aReview({ text: 'Call 012-345 6789' }),
    course: { id: 5, title: 'Practical Machine Learning' },
    isHidden: false,
    reports: [
      { reason: 'An advertisement', reporterName: 'Farid Hakim', createdAt: '2026-11-19T04:00:00.000Z' },
    ],
    reportCount: 1,
    ...given,
  })
  let reported: ReportedReview[]
  beforeEach(() => {
    reported = [aReport()]
    refuse('platformSummary', 'UNAVAILABLE')
    answer('listReportedReviews', ({ query }) => {
      const data = reported.filter(({ isHidden }) => isHidden === (query['state'] === 'hidden'))
      return { success: true, data, meta: { total: data.length, nextCursor: null } }
    })
    answer('hideReview', ({ body }) => {
      reported = (body as { hidden: boolean }).hidden
        ? [aReport({ isHidden: true, reports: [], reportCount: 0 })]
        : []
      return { success: true }
    })
  })
  const open = () => renderRoute('/platform?tab=reviews', { user: superadmin })

  test('reported reviews are listed with their reasons, hidden and shown again', async () => {
    const { press } = await open()
    expect(await screen.findByText('An advertisement')).toBeTruthy()
    expect(screen.getByText('1 report')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Reviews (1)' })).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'Hide the review by Harpreet Kaur' }))
    expect(await screen.findByText('The review is hidden.')).toBeTruthy()
    expect(await screen.findByText('No reported reviews')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Reviews' })).toBeTruthy()
    await press.click(screen.getByRole('button', { name: 'Hidden' }))
    await press.click(await screen.findByRole('button', { name: 'Show the review by Harpreet Kaur again' }))
    expect(await screen.findByText('No hidden reviews')).toBeTruthy()
  })

  test('reported reviews can be kept', async () => {
    const { press } = await open()
    await press.click(await screen.findByRole('button', { name: 'Keep the review by Harpreet Kaur' }))
    expect(await screen.findByText('The review is kept, and its reports are closed.')).toBeTruthy()
    expect(await screen.findByText('No reported reviews')).toBeTruthy()
  })

  test('reported reviews that could not be loaded say so', async () => {
    refuse('listReportedReviews', 'INTERNAL')
    const { press } = await open()
    const failed = await reviews()
    expect(await failed.findByText('The reported reviews could not be loaded')).toBeTruthy()
    answer('listReportedReviews', { success: true, data: [aReport()], meta: { total: 1, nextCursor: null } })
    await press.click(failed.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('An advertisement')).toBeTruthy()
  })
})

describe('the rating on cards', () => {
  const listed = (...data: ReturnType<typeof aCourse>[]) =>
    answer('listCourses', { success: true, data, meta: { total: data.length, nextCursor: null } })
  const card = async (title: string) =>
    within(
      (await screen.findByRole('link', { name: title })).closest<HTMLElement>('.ap-card') ?? document.body,
    )
  const rated = aCourse({ rating: { average: 4, count: 12 } })
  const unrated = aCourse({ id: 6, title: 'New here' })

  test.each([
    ['/marketplace', undefined],
    ['/courses', aisyah],
  ] as const)('the rating on %s comes from reviews; without one none is shown', async (path, user) => {
    listed(rated, unrated)
    await renderRoute(path, user ? { user } : {})
    const shown = await card('Practical Machine Learning')
    expect(shown.getByText('Rated 4.0 out of 5 in 12 reviews.')).toBeTruthy()
    expect(shown.getByText('4.0')).toBeTruthy()
    expect((await card('New here')).queryByText(/Rated/)).toBeNull()
  })
})
