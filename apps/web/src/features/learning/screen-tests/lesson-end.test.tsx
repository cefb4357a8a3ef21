import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { rememberPlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { storage } from '#web/platform/session/storage.ts'
import {
  answerCourse,
  answerModule,
  answerResources,
  basics,
  item,
  measuring,
  module,
  saved,
} from '#web/testing/lesson.ts'
import { answer, keepWaiting } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  rememberPlayerPreferences({ playsNext: false, speed: 1 })
})

const completed = { completed: true, watchTime: 100, position: 0 }

const answerLessons = (...resources: CourseResource[]) =>
  answerModule(module(11, 'Before the model', resources), { isCompleted: true })

/** Fires the browser's events at the end of a video. */
async function finishVideo() {
  await screen.findByRole('group', { name: 'Video player' })
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  Object.defineProperty(video, 'ended', { value: true, configurable: true })
  fireEvent.ended(video)
}

const variantOf = (element: HTMLElement) => element.getAttribute('data-variant')
const wantsMotion = (wanted: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: !wanted }))

test('the end of a video offers the next lesson, with its length, and the same one again', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2, title: 'Confusion matrix', seconds: 754 }))
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  // A video is completed by watching it, so its button is not the primary action.
  const complete = await screen.findByRole('button', { name: 'Mark as Complete' })
  expect(variantOf(complete)).toBe('secondary')
  await finishVideo()
  expect(screen.getByText('12:34', { selector: '.lesson-end-title span' })).toBeTruthy()
  const [inCard] = screen.getAllByRole('link', { name: 'Next lesson' })
  expect(inCard?.getAttribute('href')).toBe('/lesson/11/resources/2')
  // The view has only one primary action: the cover's.
  expect(inCard && variantOf(inCard)).toBe('primary')
  expect(variantOf(complete)).toBe('secondary')
  expect(screen.queryByText(/Starts in/)).toBeNull()
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Replay' }))
  expect(play).toHaveBeenCalledOnce()
})

/** Reports that every video that is asked to play has loaded and was played. */
function playVideos() {
  const prototype = HTMLMediaElement.prototype
  vi.spyOn(prototype, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(prototype, 'played', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => 1 })
  return vi.spyOn(prototype, 'play').mockResolvedValue()
}

test('a press on the next lesson plays it after a video was played', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2, title: 'Confusion matrix' }))
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('heading', { level: 2, name: 'Lesson 1' })
  const play = playVideos()
  await press.click(screen.getByRole('link', { name: /^Next lesson/ }))
  await screen.findByRole('heading', { level: 2, name: 'Confusion matrix' })
  expect(play).toHaveBeenCalledOnce()
})

test('the end of a video says that its module is complete when nothing of it is left', async () => {
  answerLessons(item({ id: 1, progress: completed }))
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await finishVideo()
  const cover = document.querySelector('.lesson-end')
  expect(cover?.textContent).toContain('Module 1 is complete: Before the model')
})

test('after the last lesson the end screen leads back to the course', async () => {
  answerLessons(item({ id: 1 }))
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await finishVideo()
  expect(screen.getByText('That was the last lesson of this course.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Back to course' })[0]?.getAttribute('href')).toBe('/course/5')
})

test('the next lesson starts after five seconds for whoever has chosen that, unless it is cancelled', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2, title: 'Confusion matrix' }))
  wantsMotion(true)
  rememberPlayerPreferences({ playsNext: true })
  const { unmount } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await finishVideo()
  expect(screen.getAllByText('Starts in 5 seconds')).toHaveLength(2)
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByText('Starts in 3 seconds')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  act(() => void vi.advanceTimersByTime(9000))
  expect(screen.getByRole('heading', { level: 2, name: 'Lesson 1' })).toBeTruthy()
  unmount()
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await finishVideo()
  act(() => void vi.advanceTimersByTime(5000))
  vi.useRealTimers()
  expect(await screen.findByRole('heading', { level: 2, name: 'Confusion matrix' })).toBeTruthy()
})

test('the next lesson does not start while a dialog is open', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2 }))
  wantsMotion(true)
  rememberPlayerPreferences({ playsNext: true })
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await finishVideo()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  act(() => void vi.advanceTimersByTime(9000))
  expect(screen.getAllByText('Starts in 5 seconds')).toHaveLength(2)
  dialog.remove()
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByText('Starts in 3 seconds')).toBeTruthy()
  vi.useRealTimers()
})

test('nothing starts by itself for somebody who wants less motion', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2 }))
  wantsMotion(false)
  rememberPlayerPreferences({ playsNext: true })
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await finishVideo()
  expect(screen.getByRole('button', { name: 'Replay' })).toBeTruthy()
  expect(screen.queryByText(/Starts in/)).toBeNull()
})

test('the main action of a completed lesson is the next one, and taking it back is quiet', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2, title: 'Confusion matrix' }))
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  const back = await screen.findByRole('button', { name: 'Mark as Incomplete' })
  expect(variantOf(back)).toBe('quiet')
  const next = screen.getByRole('link', { name: 'Next: Confusion matrix' })
  expect([variantOf(next), next.getAttribute('href')]).toEqual(['primary', '/lesson/11/resources/2'])
})

test('a course whose videos are all completed names the documents that are not', async () => {
  answerLessons(
    item({ id: 1, progress: completed }),
    item({ id: 2, title: 'Worksheet', fileType: 'pdf' }),
    item({ id: 3, title: 'Reading list', fileType: 'reading', progress: completed }),
  )
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  expect(await screen.findByText('You have completed every lesson.')).toBeTruthy()
  expect(screen.getByText(/Not completed yet:/).textContent).toBe(' Not completed yet: Worksheet')
})

test('the speed of one lesson holds for the next, and is stored', async () => {
  answerLessons(item({ id: 1 }), item({ id: 2 }))
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  const speed = await screen.findByRole('combobox', { name: 'Speed' })
  fireEvent.change(speed, { target: { value: '1.75' } })
  await waitFor(() => expect(storage.read(storageKeys.player)).toContain('"speed":1.75'))
})

/** Ends a video of 100 seconds whose ranges `watched` were played before. */
async function finishAfter(watched: [number, number][]) {
  answerLessons(
    item({ id: 1, progress: { completed: false, watchTime: 0, position: 0, watched } }),
    item({ id: 2 }),
  )
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  let now = 100
  const setTime = (seconds: number): void => {
    now = seconds
  }
  Object.defineProperties(video, {
    duration: { get: () => 100 },
    currentTime: { get: () => now, set: setTime },
  })
  fireEvent.loadedMetadata(video)
  fireEvent.timeUpdate(video)
  await finishVideo()
  return video
}

test('a skipped video says at its end what is missing, and plays the first gap', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const video = await finishAfter([
    [0, 20],
    [58, 100],
  ])
  expect(screen.getByText('62% watched. Watch 90% to complete the lesson.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as Complete' })).toBeTruthy()
  expect(document.querySelectorAll('.ap-player-unwatched')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Watch what you skipped' }))
  expect(video.currentTime).toBe(20)
  expect(play).toHaveBeenCalledOnce()
})

test('a video that was watched to 90 % says nothing of gaps at its end', async () => {
  await finishAfter([
    [0, 50],
    [60, 100],
  ])
  expect(screen.getAllByRole('link', { name: /^Next lesson/ }).length).toBeGreaterThan(1)
  expect(screen.queryByText(/% watched\./)).toBeNull()
})

test('the first lesson of the next module is shown on the same stage while the list of its module loads', async () => {
  answerCourse()
  answerResources(basics, measuring)
  answer('saveResourceProgress', saved(true))
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  const stage = document.querySelector('.learn-media')
  keepWaiting('listContentResources')
  await press.click(screen.getByRole('link', { name: /^Next: / }))
  await screen.findByRole('heading', { level: 2, name: 'Confusion matrix' })
  expect(document.querySelector('.learn-media')).toBe(stage)
})
