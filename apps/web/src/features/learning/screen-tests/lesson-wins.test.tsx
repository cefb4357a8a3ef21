import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownTimeZone } from '#web/platform/language/time-zone.ts'
import { answerCourse, answerModule, item, module, worksheet } from '#web/testing/lesson.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const completed = { completed: true, watchTime: 100, position: 0 }

test('completing a lesson names a streak of seven days once, in a notice that goes by itself', async () => {
  answerModule(module(11, 'Before the model', [item({ id: 1 }), item({ id: 2 })]), { isCompleted: true })
  answer('readAchievements', {
    success: true,
    data: {
      xp: 0,
      level: 1,
      levelFrom: 0,
      levelTo: 100,
      streak: { days: 7, isToday: true },
      averageScore: null,
      timeZone: ownTimeZone(),
      badges: [],
    },
  })
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  const sentence = '7 days in a row: you can now raise your weekly goal.'
  const complete = await screen.findByRole('button', { name: 'Mark as Complete' })
  expect(screen.queryByText(sentence)).toBeNull()
  await press.click(complete)
  expect(await screen.findAllByText(sentence)).toHaveLength(1)
  await press.click(screen.getByRole('link', { name: /^Next lesson/ }))
  await screen.findByRole('heading', { level: 2, name: 'Lesson 2' })
  await press.click(await screen.findByRole('button', { name: 'Mark as Complete' }))
  await screen.findByRole('button', { name: 'Mark as Incomplete' })
  expect(screen.getAllByText(sentence)).toHaveLength(1)
})

test('a passed quiz says what one can use now', async () => {
  answerModule(
    module(11, 'Before the model', [
      item({ id: 1, title: 'Slides', passPercentage: 70, progress: completed }),
      item({ id: 2 }),
    ]),
  )
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  expect(
    await screen.findByText('You have passed the quiz: you can now use what “Before the model” teaches.'),
  ).toBeTruthy()
})

test('a module that is done draws the orbit one step further, and only at that moment moves it', async () => {
  const last = module(11, 'Before the model', [item({ id: 1, progress: completed }), item({ id: 2 })])
  answerModule(last, { isCompleted: true })
  const way = () => document.querySelector('.learn-body .course-orbit-way')
  const { press, unmount } = await renderRoute('/lesson/11/resources/2', { user: aisyah })
  const complete = await screen.findByRole('button', { name: 'Mark as Complete' })
  expect(document.querySelector('.learn-body .course-orbit')).toBeNull()
  await press.click(complete)
  await waitFor(() => expect(way()?.getAttribute('data-new')).toBe('true'))
  expect(document.querySelector('.course-orbit')?.getAttribute('data-done')).toBe('1')
  expect(document.querySelector('.course-orbit')?.getAttribute('aria-hidden')).toBe('true')
  unmount()

  answerModule(
    module(
      11,
      'Before the model',
      last.resources.map((one) => ({ ...one, progress: completed })),
    ),
  )
  await renderRoute('/lesson/11/resources/2', { user: aisyah })
  await waitFor(() => expect(way()).not.toBeNull())
  expect(way()?.hasAttribute('data-new')).toBe(false)
})

test('the page of a course shows the modules that are done as its orbit', async () => {
  answerCourse()
  await renderRoute('/course/5', { user: aisyah })
  const orbit = await waitFor(
    () => document.querySelector('.course-orbit') ?? expect.fail('There is no orbit'),
  )
  expect([orbit.getAttribute('data-done'), orbit.querySelectorAll('circle').length]).toEqual(['1', 3])
  expect(orbit.querySelector('[data-new]')).toBeNull()
})

test('the orbit of a finished course is whole, although an extra is left', async () => {
  answerCourse({
    contents: [
      module(11, 'Before the model', [item({ id: 1, progress: completed })]),
      module(12, 'Measuring it', [item({ id: 2, progress: completed }), worksheet]),
    ],
  })
  await renderRoute('/course/5', { user: aisyah })
  await waitFor(() => expect(document.querySelector('.course-orbit')?.getAttribute('data-done')).toBe('2'))
})
