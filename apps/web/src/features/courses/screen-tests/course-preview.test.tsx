import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCourse } from '#web/testing/lesson.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const asAuthor = { isEnrolled: false, permissions: { study: true, manage: true } }

test('the builder opens the previews as a learner and as a visitor in a new tab', async () => {
  answerCourse(asAuthor)
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Preview' }))
  const links = screen.getAllByRole('menuitem')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
  ).toEqual([
    ['As a learner', '/course/5?preview=learner', '_blank'],
    ['As a visitor', '/course/5/sales-preview', '_blank'],
  ])
})

test('the preview hides what only authors have, says that nothing is saved, and stays from tab to tab', async () => {
  answerCourse(asAuthor)
  const { press } = await renderRoute('/course/5?preview=learner', { user: admin })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/Nothing you do in the lessons is saved as progress/)).toBeTruthy()
  expect(main.queryByRole('link', { name: 'Manage course' })).toBeNull()
  await press.click(main.getByRole('tab', { name: 'Resources' }))
  expect(main.getByRole('link', { name: 'Back to editing' }).getAttribute('href')).toBe('/course/5/manage')
})

test('an author who is enrolled is told that progress is saved', async () => {
  answerCourse({ ...asAuthor, isEnrolled: true })
  await renderRoute('/course/5?preview=learner', { user: admin, language: 'ms' })
  expect(await screen.findByText(/Anda sendiri telah mendaftar/)).toBeTruthy()
})

test('the address of a preview changes nothing for a learner', async () => {
  answerCourse()
  await renderRoute('/course/5?preview=learner', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByText(/This is what learners see/)).toBeNull()
})
