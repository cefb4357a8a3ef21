import type { LearningGoal } from '@apogee/contracts/goals/goals.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const states = ['before', 'missed', 'learned', 'rest', 'learned', 'to-come', 'to-come'] as const

const goal = (given: Partial<LearningGoal> = {}): LearningGoal => ({
  daysPerWeek: null,
  plan: { weekdays: [1], hour: 20, timeZone: ownZone },
  reminders: 'off',
  calendarUrl: null,
  week: states.map((state, index) => ({ day: `2026-11-${16 + index}`, state, isToday: index === 5 })),
  timeZone: ownZone,
  sessions: [],
  ...given,
})
const answerGoal = (given?: Partial<LearningGoal>) =>
  answer('readLearningGoal', { success: true, data: goal(given) })

beforeEach(() => {
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const section = async () => within(await screen.findByRole('region', { name: /Weekly goal|Matlamat/ }))

test('the week says of each day whether something was learned', async () => {
  answerGoal()
  await renderRoute('/profile', { user: aisyah })
  const shown = await section()
  const week = within(await shown.findByRole('list', { name: 'This week' }))
  const days = week.getAllByRole('listitem')
  expect(days.map((day) => day.lastElementChild?.textContent)).toEqual([
    'Monday: before you joined',
    'Tuesday: nothing learned',
    'Wednesday: learned',
    'Thursday: nothing learned, streak kept',
    'Friday: learned',
    'Saturday: today, nothing learned yet',
    'Sunday: to come',
  ])
  expect(days.map((day) => day.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    null,
    null,
    'date',
    null,
  ])
  expect(shown.getByText('2 days learned this week')).toBeTruthy()
})

test('a chosen goal is shown at once and sent', async () => {
  answerGoal()
  const saved = recordCalls('saveLearningGoal', { success: true, data: goal({ daysPerWeek: 3 }) })
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await section()
  const choice = await shown.findByRole('combobox', { name: 'Your goal' })
  expect(within(choice).getAllByRole('option')).toHaveLength(8)
  await page.press.selectOptions(choice, '3 days a week')
  expect(await shown.findByText('2 of 3 days this week')).toBeTruthy()
  await page.press.selectOptions(choice, '2 days a week')
  expect(await shown.findByText('Goal reached: 2 of 2 days')).toBeTruthy()
  await page.press.selectOptions(choice, 'No goal')
  expect(await shown.findByText('2 days learned this week')).toBeTruthy()
  await expect
    .poll(() => saved.map(({ body }) => body))
    .toEqual([3, 2, null].map((daysPerWeek) => ({ daysPerWeek })))
})

test('a goal that was not saved is shown as before, with the reason', async () => {
  answerGoal({ daysPerWeek: 5 })
  refuse('saveLearningGoal', 'INTERNAL')
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await section()
  const choice = await shown.findByRole<HTMLSelectElement>('combobox', { name: 'Your goal' })
  await page.press.selectOptions(choice, '1 day a week')
  expect(await shown.findByRole('alert')).toBeTruthy()
  expect(choice.value).toBe('5')
})

test('a goal that could not be loaded can be loaded again', async () => {
  breakNetwork('readLearningGoal')
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await section()
  expect(await shown.findByText('Your weekly goal could not be loaded')).toBeTruthy()
  answerGoal()
  await page.press.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByRole('list', { name: 'This week' })).toBeTruthy()
})

test('the weekly goal is available in Malay', async () => {
  answerGoal({ daysPerWeek: 3 })
  await renderRoute('/profile', { user: aisyah, language: 'ms' })
  const shown = await section()
  expect(await shown.findByText('2 daripada 3 hari minggu ini')).toBeTruthy()
  expect(shown.getByText('Selasa: tidak belajar')).toBeTruthy()
})

const opened = async (page: Awaited<ReturnType<typeof renderRoute>>) => {
  const shown = await section()
  await page.press.click(await shown.findByText('Reminders and calendar'))
  await shown.findByRole('button', { name: 'Save times' })
  return shown
}

test('the chosen weekdays and hour are sent with the zone of the browser', async () => {
  answerGoal()
  const plan = { weekdays: [1, 3], hour: 7, timeZone: ownZone }
  const saved = recordCalls('saveLearningPlan', { success: true, data: goal({ plan }) })
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await opened(page)
  expect(shown.getByRole<HTMLInputElement>('checkbox', { name: 'Monday' }).checked).toBe(true)
  await page.press.click(shown.getByRole('checkbox', { name: 'Wednesday' }))
  await page.press.selectOptions(shown.getByRole('combobox', { name: 'Time' }), '07:00')
  await page.press.click(shown.getByRole('checkbox', { name: /^Remind me by email/ }))
  await page.press.click(shown.getByRole('button', { name: 'Save times' }))
  expect(await screen.findByText('Times saved')).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([{ ...plan, reminds: true }])
})

test('the calendar address is created, opened by webcal: and replaced', async () => {
  answerGoal()
  let number = 0
  answer('replaceCalendarLink', () => {
    number += 1
    return { success: true, data: goal({ calendarUrl: `https://apogee.test/api/calendar/${number}.ics` }) }
  })
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await opened(page)
  await page.press.click(shown.getByRole('button', { name: 'Create calendar address' }))
  const address = await shown.findByRole<HTMLInputElement>('textbox', { name: 'Calendar address' })
  expect(address.value).toBe('https://apogee.test/api/calendar/1.ics')
  const link = shown.getByRole('link', { name: 'Open in calendar' })
  expect(link.getAttribute('href')).toBe('webcal://apogee.test/api/calendar/1.ics')
  expect(shown.getByRole('button', { name: 'Copy address' })).toBeTruthy()
  await page.press.click(shown.getByRole('button', { name: 'Replace address' }))
  await expect.poll(() => address.value).toBe('https://apogee.test/api/calendar/2.ics')
})

test('reminders that stopped by themselves are offered again', async () => {
  answerGoal({ reminders: 'stopped' })
  const page = await renderRoute('/profile', { user: aisyah })
  const shown = await opened(page)
  expect(shown.getByText(/^We stopped the reminders/)).toBeTruthy()
  expect(shown.getByRole<HTMLInputElement>('checkbox', { name: /^Remind me by email/ }).checked).toBe(true)
})

test('the link of a reminder stops reminders at the press of its button, without signing in', async () => {
  const stopped = recordCalls('stopReminders', { success: true })
  const page = await renderRoute('/stop-reminders/7.abc')
  const button = await screen.findByRole('button', { name: 'Stop reminders' })
  expect(stopped).toEqual([])
  await page.press.click(button)
  expect(await screen.findByRole('heading', { level: 1, name: 'Reminders stopped' })).toBeTruthy()
  expect(stopped).toHaveLength(1)
})

test('a link that we did not write says what to do', async () => {
  refuse('stopReminders', 'NOT_FOUND')
  const page = await renderRoute('/stop-reminders/7.abc')
  await page.press.click(await screen.findByRole('button', { name: 'Stop reminders' }))
  expect(await screen.findByText(/^This link is not valid/)).toBeTruthy()
})
