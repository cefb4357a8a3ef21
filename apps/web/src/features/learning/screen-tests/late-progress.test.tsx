/** The tests cover offline actions in a lesson: they are stored on the device and sent by the next opened page. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import {
  answerCourse,
  answerResources,
  basics,
  courseDetail,
  item,
  measuring,
  module,
  saved,
} from '#web/testing/lesson.ts'

const waiting = () => Object.keys(localStorage).filter((key) => key.startsWith('outbox'))

async function playTo(from: number, to: number): Promise<HTMLVideoElement> {
  await screen.findByRole('group', { name: 'Video player' })
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  let now = 0
  const setTime = (seconds: number): void => {
    now = seconds
  }
  Object.defineProperties(video, {
    duration: { get: () => 100 },
    currentTime: { get: () => now, set: setTime },
  })
  fireEvent.loadedMetadata(video)
  for (now = from; now < to; now++) fireEvent.timeUpdate(video)
  now = to
  fireEvent.timeUpdate(video)
  return video
}

test('progress watched before the tab was killed is sent by the next page, and only for its account', async () => {
  answerCourse()
  answerResources(measuring)
  let tries = 0
  answer('saveResourceProgress', () => {
    tries++
    return HttpResponse.error()
  })
  const { unmount } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  fireEvent.pause(await playTo(50, 60))
  // The two requests are the report of the visit and the progress at the pause.
  await waitFor(() => expect(tries).toBe(2))
  unmount()
  await waitFor(() => expect(tries).toBe(3))
  expect(waiting()).toHaveLength(1)

  const calls = recordCalls('saveResourceProgress', saved(false))
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const others = await renderRoute('/dashboard', { user: { ...aisyah, id: 8 } })
  await screen.findByText('No Enrolled Courses')
  others.unmount()
  expect([calls.length, waiting().length]).toEqual([0, 1])

  await renderRoute('/dashboard', { user: aisyah })
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(calls.map(({ params, body }) => [params['id'], body])).toMatchObject([
    ['2', { position: 60, watched: [[50, 60]] }],
  ])
})

test('the dashboard shows what is left once the save of leaving the lesson has arrived', async () => {
  answerCourse()
  answerResources(measuring)
  let position = 0
  const arrival = Promise.withResolvers<void>()
  answer('saveResourceProgress', async ({ body }) => {
    if (body && typeof body === 'object' && 'position' in body) {
      await arrival.promise
      position = Number(body.position)
    }
    return saved(false)
  })
  answer('listEnrolledCourses', () => {
    const next = { id: 2, courseContentId: 12, title: 'Measuring', secondsLeft: 600 - position }
    const progress = { completedLessons: 0, totalLessons: 2 }
    const course = aCourse({ isEnrolled: true, enrollment: { progress, lastAccessed: null, next } })
    return { success: true, data: [course], meta: { total: 1, nextCursor: null } }
  })
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await playTo(50, 120)
  await press.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] ?? expect.fail('no link'))
  expect(await screen.findByText('Continue: 10m left in Measuring')).toBeTruthy()
  arrival.resolve()
  expect(await screen.findByText('Continue: 8m left in Measuring')).toBeTruthy()
})

test('a video watched to its end without a connection completes its lesson once that is known', async () => {
  answerCourse()
  answerResources(measuring)
  breakNetwork('saveResourceProgress')
  await renderRoute('/lesson/12/resources/2', { user: aisyah })
  fireEvent.pause(await playTo(1, 99))
  await waitFor(() => expect(waiting()).toHaveLength(1))
  const bodies: unknown[] = []
  answer('saveResourceProgress', ({ body }) => {
    bodies.push(body)
    return saved((body as { completed?: boolean }).completed ?? false, 99)
  })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ completed: true }))
  await waitFor(() => expect(waiting()).toEqual([]))
})

test('Mark as Complete without a connection is shown, says that it is on this device, and is sent later', async () => {
  answerCourse()
  answerResources(measuring)
  breakNetwork('saveResourceProgress')
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('Saved on this device')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
  expect(screen.getByText('100% complete')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Mark as Incomplete' }))
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(waiting()).toEqual(['outbox 7 completed 2'])
  const calls = recordCalls('saveResourceProgress', saved(true))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText('Saved on this device')).toBeNull())
  expect(calls.map(({ body }) => body)).toMatchObject([{ completed: true }])
  expect(await screen.findByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
})

test('a press stays when the course that was being read meanwhile is older than it', async () => {
  const earlier = { payload: { resourceId: 3, completed: true }, madeAt: Date.now() - 60_000 }
  localStorage.setItem('outbox 7 completed 3', JSON.stringify(earlier))
  const shown = Promise.withResolvers<void>()
  answer('saveResourceProgress', async ({ params }) => {
    if (params['id'] === '3') await shown.promise
    return saved(true)
  })
  answerResources(measuring)
  const measured = module(12, 'Measuring it', [
    item({ id: 2, title: 'Confusion matrix', progress: { completed: true, watchTime: 40, position: 42 } }),
  ])
  // Sending the entry of the earlier page refetches the course. The second read begins before the press and is answered after it.
  let reads = 0
  const later = Promise.withResolvers<void>()
  answer('readCourse', async () => {
    reads++
    const contents = [basics, reads < 3 ? measuring : measured]
    if (reads === 2) await later.promise
    return { success: true, data: courseDetail({ contents }) }
  })
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  const button = await screen.findByRole('button', { name: 'Mark as Complete' })
  shown.resolve()
  await waitFor(() => expect(reads).toBe(2))
  await press.click(button)
  await waitFor(() => expect(reads).toBe(3))
  expect(await screen.findByText('100% complete')).toBeTruthy()
  later.resolve()
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(screen.getByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
  expect(screen.getByText('100% complete')).toBeTruthy()
})

test('a press stays when the course was read between the press and its save, and was older than both', async () => {
  const earlier = { payload: { resourceId: 3, completed: true }, madeAt: Date.now() - 60_000 }
  localStorage.setItem('outbox 7 completed 3', JSON.stringify(earlier))
  const [pressed, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  answer('saveResourceProgress', async ({ params }) => {
    await (params['id'] === '3' ? pressed.promise : read.promise)
    return saved(true)
  })
  answerResources(measuring)
  let reads = 0
  answer('readCourse', () => {
    reads++
    return { success: true, data: courseDetail({ contents: [basics, measuring] }) }
  })
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  expect(await screen.findByText('100% complete')).toBeTruthy()
  // Sending the entry of the earlier page refetches the course. That answer lacks the change that this page is still saving.
  pressed.resolve()
  await waitFor(() => expect(reads).toBe(2))
  await waitFor(() => expect(screen.queryByText('100% complete')).toBeNull())
  read.resolve()
  await waitFor(() => expect(waiting()).toEqual([]))
  expect(await screen.findByText('100% complete')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as Incomplete' })).toBeTruthy()
})

test('the mark is in Malay, too', async () => {
  answerCourse()
  answerResources(measuring)
  breakNetwork('saveResourceProgress')
  const { press } = await renderRoute('/lesson/12/resources/2', { user: aisyah, language: 'ms' })
  await press.click(await screen.findByRole('button', { name: 'Tandakan selesai' }))
  expect(await screen.findByText('Disimpan pada peranti ini')).toBeTruthy()
})

test('a change of an earlier page that the server refuses is shown with its reason until it is discarded', async () => {
  const entry = { payload: { resourceId: 2, completed: true }, madeAt: Date.now() - 60_000 }
  localStorage.setItem('outbox 7 completed 2', JSON.stringify(entry))
  refuse('saveResourceProgress', 'NOT_ENROLLED')
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const { press } = await renderRoute('/dashboard', { user: aisyah })
  const line = 'One thing that you did without a connection could not be saved.'
  expect(await screen.findByText(line)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Show what was not saved' }))
  expect(await screen.findByText('A lesson marked as complete or incomplete')).toBeTruthy()
  expect(screen.getByText('Please enroll in this course first')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText(line)).toBeNull())
  expect(waiting()).toEqual([])
})

test('signing out sends what waits before the session ends, and forgets it', async () => {
  const entry = { payload: { resourceId: 2, completed: true }, madeAt: Date.now() - 60_000 }
  answerCourse()
  answerResources(measuring)
  breakNetwork('saveResourceProgress')
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  localStorage.setItem('outbox 7 completed 2', JSON.stringify(entry))
  const { press } = await renderRoute('/dashboard', { user: aisyah })
  await screen.findByText('No Enrolled Courses')
  const order: string[] = []
  const bearers: (string | null)[] = []
  answer('saveResourceProgress', ({ bearer }) => {
    order.push('saved')
    bearers.push(bearer)
    return saved(true)
  })
  answer('logout', ({ bearer }) => {
    order.push('ended')
    bearers.push(bearer)
    return { success: true }
  })
  await press.click(screen.getByRole('button', { name: /^Account of/ }))
  await press.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(order).toEqual(['saved', 'ended']))
  expect(bearers).toEqual(['token-of-7', 'token-of-7'])
  await act(async () => {})
  expect(waiting()).toEqual([])
})
