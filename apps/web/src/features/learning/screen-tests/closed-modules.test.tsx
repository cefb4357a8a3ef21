import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { answerCourse, answerResources, basics, item, module, saved } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const closed = {
  ...module(12, 'Measuring it', [
    item({ id: 2, title: 'Confusion matrix', filePath: undefined }),
    item({ id: 3, title: 'Worksheet', fileType: 'pdf', seconds: null, pages: 2, filePath: undefined }),
  ]),
  opening: { afterDays: 7 },
  opensAt: '2026-12-02T16:00:00.000Z',
}

test('a closed module says when it opens, its items are no links, and the course says what comes', async () => {
  answerCourse({ contents: [basics, closed], lessonCount: 2 })
  await renderRoute('/course/5', { user: aisyah })
  const panel = within(await screen.findByRole('tabpanel', { name: 'Course Content' }))
  expect(panel.getByText('Opens 3 Dec 2026')).toBeTruthy()
  expect(panel.getByText('Confusion matrix').closest('a')).toBeNull()
  expect(panel.getAllByRole('link').length).toBe(basics.resources.length)
  expect(
    screen.getByText('You have completed what is open. The next module opens on 3 Dec 2026.'),
  ).toBeTruthy()
})

test('the last open lesson leads back to the course, not into a closed module', async () => {
  answerCourse({ contents: [basics, closed], lessonCount: 2 })
  answerResources(basics)
  answer('saveResourceProgress', saved(true))
  await renderRoute(`/lesson/${basics.id}/resources/${basics.resources[0]?.id}`, { user: aisyah })
  const steps = within(await screen.findByRole('navigation', { name: 'Previous and next lesson' }))
  expect(steps.getByRole('link', { name: 'Back to course' })).toBeTruthy()
  expect(steps.queryByRole('link', { name: 'Next' })).toBeNull()
})

test('documents of a closed module are listed and cannot be opened', async () => {
  answerCourse({ contents: [basics, closed], lessonCount: 2 })
  await renderRoute('/course/5?tab=resources', { user: aisyah })
  const panel = within(await screen.findByRole('tabpanel', { name: 'Resources' }))
  expect(panel.getByText('Worksheet').closest('a')).toBeNull()
})

test('a module that waits for an item names it, and opens as soon as the item is completed', async () => {
  const first = item({ id: 1, title: 'Why accuracy flatters' })
  const before = module(11, 'Before the model', [first])
  const after = {
    ...module(12, 'Measuring it', [item({ id: 2, title: 'Confusion matrix', filePath: undefined })]),
    opening: { afterItem: first.id },
  }
  const waiting = { ...after, opensAfter: { id: first.id, title: first.title } }
  answerCourse({ contents: [before, waiting], lessonCount: 2 })
  answerResources(before)
  answer('saveResourceProgress', saved(false))
  const page = await renderRoute('/course/5', { user: aisyah })
  const panel = within(await screen.findByRole('tabpanel', { name: 'Course Content' }))
  expect(panel.getByText('Opens later')).toBeTruthy()
  expect(panel.getByText(`Opens when you have finished “${first.title}”.`)).toBeTruthy()
  expect(panel.getByText('Confusion matrix').closest('a')).toBeNull()
  page.unmount()
  await renderRoute(`/lesson/${before.id}/resources/${first.id}`, { user: aisyah })
  const complete = await screen.findByRole('button', { name: 'Mark as Complete' })
  answer('saveResourceProgress', saved(true))
  answerCourse({ contents: [before, after], lessonCount: 2 })
  await page.press.click(complete)
  const steps = within(await screen.findByRole('navigation', { name: 'Previous and next lesson' }))
  expect(await steps.findByRole('link', { name: /Next/ })).toBeTruthy()
})
