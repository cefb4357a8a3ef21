import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aDiscussion, aSummary, listed, readAnswer } from '#web/testing/community.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const lesson = { id: 2, title: 'Confusion matrix', contentId: 12 }

const answerLesson = (resource: Partial<CourseResource> = {}, course: Partial<CourseDetail> = {}) =>
  answerModule(
    module(12, 'Measuring it', [item({ id: 2, title: 'Confusion matrix', seconds: 300, ...resource })]),
    { course },
  )

const video = (): HTMLVideoElement => document.querySelector('video') ?? expect.fail('no video')
function moveTo(second: number) {
  video().currentTime = second
  fireEvent.timeUpdate(video())
}

async function openQuestions() {
  const page = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await page.press.click(await screen.findByRole('button', { name: 'Questions' }))
  const part = within(await screen.findByRole('region', { name: 'Questions about this lesson' }))
  return { ...page, part }
}

const waiting = () => Object.keys(localStorage).filter((name) => /^outbox \d+ discussion/.test(name))

test('a question takes the second at which the person began to write, and is listed without leaving the lesson', async () => {
  answerLesson()
  const asked = recordCalls('listDiscussions', listed())
  const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
  const { press, part } = await openQuestions()
  expect(await part.findByText('No questions about this lesson yet')).toBeTruthy()
  expect(asked[0]?.query).toMatchObject({ courseId: '5', resourceId: '2' })
  moveTo(192.4)
  await press.type(part.getByLabelText('Your question'), 'Why rows?')
  moveTo(200)
  expect(part.getByRole('checkbox', { name: 'At 3:12' })).toBeTruthy()
  answer('listDiscussions', listed(aSummary({ title: 'Why rows?', lesson, positionSeconds: 192 })))
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  expect(await part.findByRole('link', { name: 'Why rows?' })).toBeTruthy()
  expect(sent[0]?.body).toEqual({
    title: 'Why rows?',
    body: 'Why rows?',
    courseId: 5,
    resourceId: 2,
    positionSeconds: 192,
    clientKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(part.getByLabelText<HTMLInputElement>('Your question').value).toBe('')
  expect(part.getByRole('checkbox', { name: 'At 3:20' })).toBeTruthy()
  await press.click(part.getByRole('button', { name: 'Go to 3:12' }))
  expect(video().currentTime).toBe(192)
})

test('the time of a question can be left out, and a document has none', async () => {
  answerLesson()
  answer('listDiscussions', listed())
  const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
  const first = await openQuestions()
  await first.press.type(first.part.getByLabelText('Your question'), 'In general?')
  await first.press.type(first.part.getByLabelText('Details (optional)'), 'I mean all of it.')
  await first.press.click(first.part.getByRole('checkbox', { name: 'At 0:00' }))
  await first.press.click(first.part.getByRole('button', { name: 'Ask Question' }))
  expect(await screen.findByText('Your question was posted.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ title: 'In general?', body: 'I mean all of it.', resourceId: 2 })
  expect(sent[0]?.body).not.toHaveProperty('positionSeconds')
  first.unmount()
  answerLesson({ fileType: 'pdf', pages: 3, seconds: null })
  const second = await openQuestions()
  expect(second.part.queryByRole('checkbox')).toBeNull()
})

test('a question without a connection keeps its lesson and second until it is posted', async () => {
  answerLesson()
  answer('listDiscussions', listed())
  breakNetwork('startDiscussion')
  const { press, part } = await openQuestions()
  moveTo(61)
  await press.type(part.getByLabelText('Your question'), 'On the train?')
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  const unsent = await part.findByRole('list', { name: 'Your discussions, not posted yet' })
  expect(unsent.textContent).toContain('On the train?')
  const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(sent[0]?.body).toMatchObject({
    title: 'On the train?',
    courseId: 5,
    resourceId: 2,
    positionSeconds: 61,
  })
})

test('a question takes a picture, which is sent with it and leaves the form with it', async () => {
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
  answerLesson()
  answer('listDiscussions', listed())
  answer('uploadFile', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size: 3, contentType: 'image/png' },
  })
  const sent = recordCalls('startDiscussion', { success: true, data: aDiscussion() })
  const { press, part } = await openQuestions()
  await press.type(part.getByLabelText('Your question'), 'What is this?')
  const input = await part.findByLabelText('Add picture', { selector: 'input' })
  await press.upload(input, new File(['abc'], 'screen.png', { type: 'image/png' }))
  await press.type(await part.findByLabelText('Description of picture 1 (optional)'), 'An error')
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ resourceId: 2, pictures: [{ url: '/media/a', alt: 'An error' }] })
  await waitFor(() => expect(part.queryByLabelText(/^Description/)).toBeNull())
})

test('an empty question is not sent, and a refused one stays in its fields', async () => {
  answerLesson()
  answer('listDiscussions', listed())
  refuse('startDiscussion', 'TOO_MANY_ATTEMPTS')
  const { press, part } = await openQuestions()
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  expect(await part.findByText('Please write something')).toBeTruthy()
  await press.type(part.getByLabelText('Your question'), 'Too often?')
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  expect(await part.findByText('Too many attempts. Please wait a few minutes and try again.')).toBeTruthy()
  expect(part.getByLabelText<HTMLInputElement>('Your question').value).toBe('Too often?')
})

test('who does not study the course is led to its page', async () => {
  answerLesson({ isPreview: true }, { isEnrolled: false, permissions: { study: false, manage: false } })
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Questions' }))
  const link = await screen.findByRole('link', { name: 'Ask about this lesson' })
  expect(link.getAttribute('href')).toBe('/course/5?tab=discussion')
})

test("a course's list and a discussion's facts lead to the lesson at the question's second", async () => {
  answer('listDiscussions', listed(aSummary({ lesson, positionSeconds: 192 })))
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ isEnrolled: true }),
      contents: [],
      permissions: { study: true, manage: false },
    },
  })
  const { unmount } = await renderRoute('/course/5?tab=discussion', { user: aisyah })
  const address = '/lesson/12/resources/2?t=192'
  const link = await screen.findByRole('link', { name: 'Confusion matrix, at 3:12' })
  expect(link.getAttribute('href')).toBe(address)
  unmount()
  answer('readDiscussion', readAnswer(aDiscussion({ lesson, positionSeconds: null })))
  await renderRoute('/community/discussions/9', { user: aisyah })
  const facts = within(await screen.findByRole('complementary', { name: 'About this discussion' }))
  expect(facts.getByRole('link', { name: 'Confusion matrix' }).getAttribute('href')).toBe(
    '/lesson/12/resources/2',
  )
})

test('the instructor stands where one asks, and the notice of a question says when to expect an answer', async () => {
  answerLesson()
  answer('listDiscussions', listed())
  const teacher = { id: 77, name: 'Priya Nair', avatar: null }
  answer('readAnswerer', { success: true, data: { teacher, minutes: 61 } })
  answer('startDiscussion', { success: true, data: aDiscussion() })
  const { press, part } = await openQuestions()
  expect(await part.findByText('Priya Nair')).toBeTruthy()
  expect(part.getByText('An answer usually comes within 2 hours.')).toBeTruthy()
  await press.type(part.getByLabelText('Your question'), 'Why rows?')
  await press.click(part.getByRole('button', { name: 'Ask Question' }))
  expect(
    await screen.findByText('Your question was posted. An answer usually comes within 2 hours.'),
  ).toBeTruthy()
})

test.each([
  [null, 'Answers questions in this course'],
  [1, 'An answer usually comes within 1 hour.'],
  [1440, 'An answer usually comes within 24 hours.'],
  [1441, 'An answer usually comes within 2 days.'],
])('a median of %j minutes is told as: %s', async (minutes, sentence) => {
  answerLesson()
  answer('listDiscussions', listed())
  answer('readAnswerer', { success: true, data: { teacher: { id: 77, name: null, avatar: null }, minutes } })
  const { part } = await openQuestions()
  expect(await part.findByText(sentence)).toBeTruthy()
})

test('questions of others about the minute at which the video stands come first, and stay while it plays', async () => {
  answerLesson()
  const about = (id: number, title: string, positionSeconds: number | null, authorId = 21) =>
    aSummary({
      id,
      title,
      lesson,
      positionSeconds,
      author: { id: authorId, name: 'A', avatar: null, standing: null },
    })
  const all = [
    about(9, 'New', null),
    about(8, 'My own', 190, aisyah.id),
    about(7, 'Second minute', 70),
    about(6, 'Fourth minute', 185),
  ]
  answer('listDiscussions', ({ query }) => {
    const { minute } = query
    return listed(
      ...(minute === undefined
        ? all
        : all.filter(({ positionSeconds: at }) => at !== null && Math.floor(at / 60) === Number(minute))),
    )
  })
  const { part } = await openQuestions()
  const titles = () => part.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(await part.findByRole('link', { name: 'New' })).toBeTruthy()
  expect(titles()).toEqual(['New', 'My own', 'Second minute', 'Fourth minute'])
  video().currentTime = 192
  fireEvent.seeked(video())
  await waitFor(() => expect(titles()).toEqual(['Fourth minute', 'New', 'My own', 'Second minute']))
  expect(part.getAllByText('About this minute')).toHaveLength(1)
  Object.defineProperty(video(), 'paused', { value: false })
  moveTo(70)
  fireEvent.seeked(video())
  expect(titles()).toEqual(['Fourth minute', 'New', 'My own', 'Second minute'])
})
