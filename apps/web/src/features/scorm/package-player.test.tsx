import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { PackageActivity } from '@apogee/contracts/scorm/scorm.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { packageReport, reportKey } from './late-report.ts'

/** Each test has its own launch, because a page of the previous test may still receive messages of its launch. */
let launch = ''
let launches = 0
beforeEach(() => {
  launches += 1
  launch = `token-${launches}`
})

const none = { isCompleted: null, isPassed: null, score: null }
const activity = (identifier: string, more: Partial<PackageActivity> = {}): PackageActivity => ({
  identifier,
  title: `Part ${identifier}`,
  address: `/packages/token/0/${identifier}.html`,
  isReporting: true,
  ...none,
  ...more,
})

function answerLesson(activities: PackageActivity[], isRecorded = true, more: Partial<CourseResource> = {}) {
  const lesson: CourseResource = {
    id: 3,
    courseId: 5,
    courseContentId: 12,
    title: 'Fire drill',
    fileType: 'other',
    isPackage: true,
    seconds: null,
    pages: null,
    order: 1,
    isPublished: true,
    isPreview: false,
    progress: { completed: false, watchTime: 0, position: 0 },
    ...more,
  }
  const content = {
    id: 12,
    courseId: 5,
    title: 'Safety',
    description: '',
    order: 0,
    type: 'chapter' as const,
    isPublished: true,
    resources: [lesson],
  }
  const data = { ...aCourse({ isEnrolled: true }), contents: [content] }
  answer('readCourse', { success: true, data: { ...data, permissions: { study: true, manage: false } } })
  answer('listContentResources', { success: true, data: [lesson], meta: { total: 1, nextCursor: null } })
  const course = { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null }
  answer('saveResourceProgress', { success: true, completed: false, watchTime: 0, position: 0, course })
  return recordCalls('launchPackage', {
    success: true,
    data: { launch, hasOrigin: false, isRecorded, activities },
  })
}

const open = () => renderRoute('/lesson/12/resources/3', { user: aisyah })

function say(data: object, source: Window | null = null) {
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source }))
}

/** Waits until the page listens, then reports that the content has loaded. */
async function loaded(identifier: string): Promise<void> {
  await waitFor(() => {
    say({ apogee: 'open', launch, activity: identifier })
    expect(screen.queryByText('Opening the lesson…')).toBeNull()
  })
}

test('the lesson opens the first part that is not done in a frame without an origin, and shows what was reached', async () => {
  answerLesson([activity('A', { isCompleted: true, score: 0.9 }), activity('B')])
  await open()
  const frame = await screen.findByTitle('Part B')
  expect(frame.getAttribute('src')).toBe('/packages/token/0/B.html')
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
  await userEvent.click(screen.getByRole('button', { name: '1. Part A (done)' }))
  await screen.findByTitle('Part A')
  expect(screen.getByText('Score: 90%')).toBeDefined()
})

test('a launch with a host of its own may use its origin', async () => {
  const address = 'http://label.localhost:3000/packages/token~~/0/~player.html'
  answerLesson([activity('A', { address })])
  answer('launchPackage', {
    success: true,
    data: { launch, hasOrigin: true, isRecorded: true, activities: [activity('A', { address })] },
  })
  await open()
  const frame = await screen.findByTitle('Part A')
  expect(frame.getAttribute('src')).toBe(address)
  expect(frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-forms allow-same-origin allow-modals allow-downloads allow-popups',
  )
})

test('a lesson whose package reports says what completes it, and has no button for that', async () => {
  answerLesson([activity('A')], true, { isReported: true })
  const first = await open()
  expect(await screen.findByText('The lesson is completed by what its package reports.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as Complete' })).toBeNull()
  expect(screen.queryByText(/Mark it as complete/)).toBeNull()
  first.unmount()
  const progress = { completed: true, watchTime: 0, position: 0 }
  answerLesson([activity('A')], true, { isReported: true, progress })
  const second = await open()
  expect(await screen.findByText('The package has reported this lesson as completed.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Mark as Incomplete' })).toBeNull()
  second.unmount()
  answerLesson([activity('A', { isReporting: false })])
  await open()
  expect(await screen.findByRole('button', { name: 'Mark as Complete' })).toBeDefined()
})

test('a page whose policy does not name the host of packages asks to be loaded again', async () => {
  answerLesson([activity('A', { address: 'https://content.example.my/packages/token~/0/A.html' })])
  await open()
  await screen.findByTitle('Part A')
  const violation = (effectiveDirective: string, blockedURI: string) =>
    act(
      () =>
        void document.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
        ),
    )
  violation('img-src', 'https://content.example.my/x')
  violation('frame-src', 'https://elsewhere.example')
  expect(screen.queryByText(/out of date/)).toBeNull()
  violation('frame-src', 'https://content.example.my')
  expect(await screen.findByText(/This page is out of date/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
})

test('a report is sent, and what it has reached is shown', async () => {
  answerLesson([activity('A')])
  const reports = recordCalls('reportPackage', {
    success: true,
    data: { isCompleted: true, isPassed: true, score: 1, isLessonCompleted: true, isLatest: true },
  })
  await open()
  await screen.findByTitle('Part A')
  await loaded('A')
  const cmi = { core: { lesson_status: 'passed' } }
  say({ apogee: 'report', launch, activity: 'A', cmi })
  await screen.findByText('Passed')
  expect(screen.getByText('Score: 100%')).toBeDefined()
  expect(reports.map(({ body }) => body)).toEqual([{ launch, activity: 'A', cmi }])
})

test('a lesson that was opened elsewhere says so, and opens again', async () => {
  const opened = answerLesson([activity('A')])
  answer('reportPackage', {
    success: true,
    data: { ...none, isLessonCompleted: false, isLatest: false },
  })
  await open()
  await screen.findByTitle('Part A')
  await loaded('A')
  say({ apogee: 'report', launch, activity: 'A', cmi: {} })
  await screen.findByText(/was opened in another tab or on another device/)
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(opened).toHaveLength(2))
})

test('its author is told that nothing is recorded, and nothing is sent', async () => {
  answerLesson([activity('A')], false)
  const reports = recordCalls('reportPackage', {
    success: true,
    data: { ...none, isLessonCompleted: false, isLatest: true },
  })
  await open()
  await screen.findByText(/nothing is recorded/)
  say({ apogee: 'report', launch, activity: 'A', cmi: {} })
  expect(reports).toEqual([])
})

test('a package that fails, or is silent for a minute, is told to its teacher once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answerLesson([activity('A')])
  const notes = recordCalls('notePackageTrouble', { success: true })
  await open()
  await screen.findByTitle('Part A')
  await loaded('A')
  say({ apogee: 'error', launch, activity: 'A' })
  say({ apogee: 'error', launch, activity: 'A' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(notes.map(({ body }) => body)).toEqual([
    { launch, activity: 'A', kind: 'error' },
    { launch, activity: 'A', kind: 'silent' },
  ])
  expect(screen.queryByText(/has not reported/)).toBeNull()
})

test('a package that finds the platform or reports nothing by design is not silent; its author sees a silent one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const notes = recordCalls('notePackageTrouble', { success: true })
  answerLesson([activity('A')])
  const found = await open()
  await screen.findByTitle('Part A')
  await loaded('A')
  say({ apogee: 'found', launch, activity: 'A' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  found.unmount()
  answerLesson([activity('A', { isReporting: false })])
  const quiet = await open()
  await screen.findByTitle('Part A')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  quiet.unmount()
  answerLesson([activity('A')], false)
  await open()
  await screen.findByTitle('Part A')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await screen.findByText(/This package has not reported/)
  expect(notes).toEqual([])
})

test('a lesson that cannot be opened says so and can be tried again', async () => {
  answerLesson([activity('A')])
  refuse('launchPackage', 'INTERNAL')
  await open()
  await screen.findByText('The lesson could not be opened')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('reports that an earlier visit could not send are sent before the package opens', async () => {
  answerLesson([activity('A')])
  const calls: string[] = []
  answer('launchPackage', () => {
    calls.push('launch')
    return {
      success: true,
      data: { launch, hasOrigin: false, isRecorded: true, activities: [activity('A')] },
    }
  })
  answer('reportPackage', ({ body }) => {
    calls.push(`report of ${(body as { launch: string }).launch}`)
    return { success: true, data: { ...none, isLessonCompleted: false, isLatest: true } }
  })
  const report = { resourceId: 3, launch: 'earlier', activity: 'A', cmi: {} }
  outboxOf(aisyah.id).put(packageReport, reportKey(report), report)
  await open()
  await screen.findByTitle('Part A')
  expect(calls).toEqual(['report of earlier', 'launch'])
})
