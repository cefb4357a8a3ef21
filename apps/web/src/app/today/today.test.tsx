/** Tests what leads the dashboard and My learning: the lesson to go on with, and the rows of what else waits. */
import type { LearningGoal } from '@apogee/contracts/goals/goals.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerBare } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const study = aCourse({
  isEnrolled: true,
  enrollment: {
    progress: { completedLessons: 1, totalLessons: 4 },
    lastAccessed: '2026-11-18T01:00:00.000Z',
    next: { id: 2, courseContentId: 12, title: 'Commits', secondsLeft: 130 },
  },
})
const inOneHour = new Date(Date.now() + 3_600_000).toISOString()
const live = { id: 4, courseId: 6, courseTitle: 'Git', title: 'Ask me', startsAt: inOneHour, minutes: 60 }

const goal = (given: Partial<LearningGoal> = {}, learnedToday = false): LearningGoal => ({
  daysPerWeek: 3,
  plan: { weekdays: [], hour: 20, timeZone: 'Asia/Kuala_Lumpur' },
  reminders: 'off',
  calendarUrl: null,
  week: Array.from({ length: 7 }, (_, index) => ({
    day: `2026-11-${16 + index}`,
    state: index === 0 || (index === 1 && learnedToday) ? 'learned' : 'to-come',
    isToday: index === 1,
  })),
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  sessions: [],
  ...given,
})
const answerGoal = (given?: Partial<LearningGoal>, learnedToday = false) =>
  answer('readLearningGoal', { success: true, data: goal(given, learnedToday) })
const answerDue = (due: number) =>
  answer('listRepetitions', { success: true, data: { questions: [], due, nextDueAt: null } })
const attempt = {
  assessmentId: 9,
  title: 'Orbit quiz',
  courseTitle: 'Orbits',
  deadline: '2026-11-23T04:30:00.000Z',
}

beforeEach(() => {
  answer('listEnrolledCourses', { success: true, data: [study], meta: { total: 1, nextCursor: null } })
})

const open = (path: string) => renderRoute(path, { user: aisyah })
const today = async () => within(await screen.findByRole('region', { name: 'Today' }))
const rows = async () =>
  within((await today()).getByRole('list', { name: 'Also today' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe.each(['/dashboard', '/learning'])('the top of %s', (path) => {
  test('the page begins with the lesson to go on with, and a row with its address for each thing that waits', async () => {
    answer('listOpenAttempts', { success: true, data: [attempt] })
    answerDue(3)
    answerGoal({ sessions: [live] })
    await open(path)
    expect(await rows()).toEqual([
      ['Quiz under way: Orbit quiz', '/assessment/9'],
      [expect.stringMatching(/^Live on .*: Ask me$/), '/course/6?tab=announcements'],
      ['3 questions are due again', '/learning/questions'],
      ['Weekly goal: 1 of 3 days', '/learning#weekly-goal-heading'],
    ])
    const shown = await today()
    expect(shown.getByText('Continue: 3m left in Commits')).toBeTruthy()
    expect(shown.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/lesson/12/resources/2')
    expect(shown.getByText('Orbits · Open until 23 Nov 2026, 12:30')).toBeTruthy()
  })

  test('has no rows when nothing waits, and says nothing of a goal that today has served', async () => {
    answerGoal({}, true)
    await open(path)
    expect((await today()).getByRole('link', { name: 'Continue' })).toBeTruthy()
    expect((await today()).queryByRole('listitem')).toBeNull()
  })

  test('a part that has failed says so, and a press reads it again', async () => {
    const sent = answerBare('listRepetitions', { success: false, error: 'Unavailable' }, 503)
    const page = await open(path)
    const failed = await screen.findByText('A part of today could not be loaded')
    expect(sent.length).toBeLessThan(4)
    answerDue(1)
    const row = within(failed.closest('li') ?? failed)
    await page.press.click(row.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: '1 question is due again' })).toBeTruthy()
    expect(screen.queryByText('A part of today could not be loaded')).toBeNull()
  })

  test('the list is read again when the person returns to the page', async () => {
    await open(path)
    expect((await today()).queryByRole('listitem')).toBeNull()
    answerDue(2)
    answer('listEnrolledCourses', {
      success: true,
      data: [
        {
          ...study,
          enrollment: { ...study.enrollment!, next: { id: 3, courseContentId: 12, title: 'Branches' } },
        },
      ],
      meta: { total: 1, nextCursor: null },
    })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('link', { name: '2 questions are due again' })).toBeTruthy()
    await waitFor(async () =>
      expect((await today()).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
        '/lesson/12/resources/3',
      ),
    )
  })
})
