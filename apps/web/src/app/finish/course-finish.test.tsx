import type { CourseFinish } from '@apogee/contracts/achievements/achievements.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const content = module(11, 'Before the model', [
  item({ id: 1, title: 'Only lesson', progress: { completed: true, watchTime: 100, position: 0 } }),
])
const id = 'AbCdEfGhIjKlMnOpQrStUv'
const facts = {
  id,
  courseTitle: 'Practical Machine Learning',
  sellerName: 'Kuala Data School',
  issuedAt: '2026-11-18T06:00:00.000Z',
}
const finish: CourseFinish = {
  certificate: { ...facts, learnerName: 'Aisyah Rahman', teacherName: null, videoMinutes: null },
  xp: 350,
  level: 3,
  isNewLevel: true,
  badges: ['first-light', 'touchdown'],
}

const certificateIs = (isSeen: boolean) =>
  answer('listCertificates', {
    success: true,
    data: [{ ...facts, courseId: 5, isSeen }],
    meta: { total: 1, nextCursor: null },
  })

let seen: unknown[]
beforeEach(() => {
  answerModule(content, { isCompleted: true })
  certificateIs(false)
  answer('readFinish', { success: true, data: finish })
  seen = []
  answer('markFinishSeen', ({ params }) => {
    seen.push(params['id'])
    return { success: true }
  })
  answer('listReviews', {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null },
    summary: { average: null, count: 0, perStar: [0, 0, 0, 0, 0] },
    mine: null,
    permissions: { write: true, reply: false, report: false },
  })
  const others = [6, 7, 8, 9].map((other) =>
    aCourse({ id: other, title: `Course ${other}`, isEnrolled: other === 6 }),
  )
  answer('courseSales', { success: true, data: aSalesInfo({ related: others }) })
})

const dialog = () => screen.findByRole('dialog', { name: 'Course completed' })

test('the finish shows XP, level, badges and certificate, then the rating and up to three new courses', async () => {
  await renderRoute('/course/5', { user: aisyah })
  const shown = within(await dialog())
  expect(shown.getByText('You have completed “Practical Machine Learning”.')).toBeTruthy()
  expect(shown.getByText('+350 XP')).toBeTruthy()
  expect(shown.getByText('New level')).toBeTruthy()
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'First Light',
    'Touchdown',
    expect.stringContaining('Course 7'),
    expect.stringContaining('Course 8'),
    expect.stringContaining('Course 9'),
  ])
  const order = shown.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(order).toEqual([
    `/certificates/${id}`,
    '/course/5?tab=reviews#write-review',
    '/sp/7/',
    '/sp/8/',
    '/sp/9/',
  ])
  await waitFor(() => expect(seen).toEqual([id]))
})

test('the finish draws the whole path of the course, with a station for each module', async () => {
  const modules = ['One', 'Two', 'Three'].map((title) => ({ title, lessons: 1, quizzes: 0 }))
  const path = { modules, watchedPercent: null, quizPercent: null }
  answer('readFinish', {
    success: true,
    data: { ...finish, certificate: { ...finish.certificate, path } },
  })
  await renderRoute('/course/5', { user: aisyah })
  expect((await dialog()).querySelectorAll('.certificate-station')).toHaveLength(3)
})

test('the finish closes with Escape and is not shown again on this device', async () => {
  const first = await renderRoute('/course/5', { user: aisyah })
  await dialog()
  await waitFor(() => expect(seen).toEqual([id]))
  // The browser reports Escape as a cancel event.
  fireEvent(await dialog(), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  first.unmount()
  certificateIs(true)
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('link', { name: 'View certificate' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(seen).toEqual([id])
})

test('the finish that was seen on another device is not shown', async () => {
  certificateIs(true)
  const calls = recordCalls('readFinish', { success: true, data: finish })
  await renderRoute('/course/5', { user: aisyah })
  await screen.findByRole('link', { name: 'View certificate' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls).toEqual([])
})

test('the finish leaves out what did not happen, and what could not be loaded', async () => {
  answer('readFinish', { success: true, data: { ...finish, xp: 0, isNewLevel: false, badges: [] } })
  refuse('listReviews', 'COURSE_NOT_FOUND')
  refuse('courseSales', 'COURSE_NOT_FOUND')
  await renderRoute('/course/5', { user: aisyah })
  const shown = within(await dialog())
  for (const absent of ['XP gained', 'New level', 'Badges won', 'What to learn next'])
    expect(shown.queryByText(absent), absent).toBeNull()
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/certificates/${id}`])
})

test('the finish waits until no video is playing', async () => {
  const playing = vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('link', { name: 'View certificate' })
  const video = document.querySelector('video')
  expect(screen.queryByRole('dialog')).toBeNull()
  playing.mockReturnValue(true)
  act(() => void video?.dispatchEvent(new Event('pause')))
  await press.click(within(await dialog()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the finish closes when one of its links leads to another part of the page', async () => {
  const { press, address } = await renderRoute('/course/5', { user: aisyah })
  await press.click(within(await dialog()).getByRole('link', { name: /review/i }))
  expect(address()).toBe('/course/5?tab=reviews')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the finish is told in Malay', async () => {
  await renderRoute('/course/5', { user: aisyah, language: 'ms' })
  const shown = within(await screen.findByRole('dialog', { name: 'Kursus selesai' }))
  expect(shown.getByText('Tahap baharu')).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Lihat sijil' })).toBeTruthy()
})
