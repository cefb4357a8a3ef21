/** Tests where Today goes on: with what waits in the outbox of this device, and the picture at which a video stopped. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { completion, playback } from '#web/features/learning/late-progress.ts'
import { item } from '#web/testing/lesson.ts'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const begun = (id: number, title: string, lastAccessed: string, next: { id: number; title: string }) =>
  aCourse({
    id,
    title,
    isEnrolled: true,
    enrollment: {
      progress: { completedLessons: 1, totalLessons: 4 },
      lastAccessed,
      next: { ...next, courseContentId: id * 10, secondsLeft: 90 },
    },
  })
const orbits = begun(5, 'Orbits', '2026-11-18T01:00:00.000Z', { id: 2, title: 'Commits' })
const moons = begun(6, 'Moons', '2026-11-18T02:00:00.000Z', { id: 7, title: 'Phases' })
const video = (given: object = {}) =>
  item({
    id: 2,
    courseContentId: 50,
    title: 'Commits',
    ...given,
  })
const answerVideo = (given: object = {}) =>
  answer('listContentResources', {
    success: true,
    data: [video(given), item({ id: 3, courseContentId: 50, title: 'Branches' })],
    meta: { total: 2, nextCursor: null },
  })
const answerCourses = (...courses: (typeof orbits)[]) =>
  answer('listEnrolledCourses', {
    success: true,
    data: courses,
    meta: { total: courses.length, nextCursor: null },
  })
const put = (resourceId: number, position: number) =>
  outboxOf(aisyah.id).put(playback, `${resourceId}-page`, {
    resourceId,
    position,
    duration: 300,
    watched: [],
    completesAt: null,
  })
const stopped = () => document.querySelector('.learn-stopped')

beforeEach(() => {
  breakNetwork('saveResourceProgress')
  answerCourses(orbits, moons)
})

test('a position that waits on this device counts before the older one of the server, also for the choice of the course', async () => {
  answerVideo()
  put(2, 240)
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByText('Continue: 1m left in Commits')).toBeTruthy()
  await waitFor(() => expect(stopped()?.getAttribute('src')).toBe('/media/2?signature=1#t=240'))
  expect(stopped()?.getAttribute('data-shown')).toBe('false')
  fireEvent.loadedData(stopped() ?? expect.fail('no picture'))
  expect(stopped()?.getAttribute('data-shown')).toBe('true')
})

test('a position that is older than what another device has saved does not count', async () => {
  answerVideo()
  put(2, 240)
  const soon = new Date(Date.now() + 60_000).toISOString()
  answerCourses({ ...moons, enrollment: { ...moons.enrollment!, lastAccessed: soon } }, orbits)
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByText('Continue: 2m left in Phases')).toBeTruthy()
})

test('a position that another tab saves is shown at once, and stays until the list that knows of it is read', async () => {
  await renderRoute('/dashboard', { user: aisyah })
  expect(await screen.findByText('Continue: 2m left in Phases')).toBeTruthy()
  act(() => put(2, 180))
  expect(await screen.findByText('Continue: 2m left in Commits')).toBeTruthy()
  const arrival = Promise.withResolvers<void>()
  answer('listEnrolledCourses', async () => {
    await arrival.promise
    const lastAccessed = new Date().toISOString()
    const next = { ...orbits.enrollment!.next!, secondsLeft: 20 }
    const course = { ...orbits, enrollment: { ...orbits.enrollment!, lastAccessed, next } }
    return { success: true, data: [course, moons], meta: { total: 2, nextCursor: null } }
  })
  act(() => outboxOf(aisyah.id).drop(playback, '2-page'))
  expect(screen.getByText('Continue: 2m left in Commits')).toBeTruthy()
  arrival.resolve()
  expect(await screen.findByText('Continue: 1m left in Commits')).toBeTruthy()
})

test('a lesson that was completed on this device leads to the one after it', async () => {
  answerVideo()
  answerCourses(orbits)
  await renderRoute('/dashboard', { user: aisyah })
  await waitFor(() => expect(stopped()).not.toBeNull())
  act(() => outboxOf(aisyah.id).put(completion, '2', { resourceId: 2, completed: true }))
  expect(await screen.findByText('Next: Branches')).toBeTruthy()
  expect(stopped()).toBeNull()
})

test('a later lesson that was begun on this device is the one to go on with, although an earlier one is open', async () => {
  answerVideo()
  answerCourses(orbits)
  await renderRoute('/dashboard', { user: aisyah })
  await waitFor(() => expect(stopped()).not.toBeNull())
  act(() => put(3, 240))
  expect(await screen.findByText('Continue: 1m left in Branches')).toBeTruthy()
})

test('a storyboard gives the picture of the second without the video', async () => {
  const storyboard = {
    url: '/media/2/stream/storyboard.jpg',
    everySeconds: 4,
    columns: 2,
    tiles: 9,
    width: 160,
    height: 90,
  }
  answerVideo({ seconds: 100, stream: { url: '/main', qualities: [], poster: '/poster', storyboard } })
  answerCourses(orbits)
  await renderRoute('/dashboard', { user: aisyah })
  await waitFor(() => expect(stopped()?.getAttribute('viewBox')).toBe('0 90 160 90'))
  expect(stopped()?.tagName).toBe('svg')
})

test('the picture of the course stays for a lesson that was not begun or has no video', async () => {
  answerVideo({ fileType: 'pdf' })
  answerCourses(orbits)
  await renderRoute('/dashboard', { user: aisyah })
  await screen.findByText('Continue: 2m left in Commits')
  expect(stopped()).toBeNull()
})
