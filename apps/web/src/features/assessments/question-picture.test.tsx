import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAssessment, anAttempt, answerOpen, graded } from '#web/testing/assessment.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const picture = { url: `/media/${'p'.repeat(22)}?u=1&e=2&s=3`, alt: 'An ellipse', width: 800, height: 400 }
const soon = { timeout: 10_000 }
const pictured = <Attempt extends ReturnType<typeof anAttempt>>(attempt: Attempt): Attempt => ({
  ...attempt,
  questions: attempt.questions.map((question, index) => (index === 0 ? { ...question, picture } : question)),
})

test('a picture stands above its question, and a press enlarges it in steps', async () => {
  answer('readAssessment', { success: true, data: anAssessment() })
  answerOpen(pictured(anAttempt()))
  const page = await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  const open = await screen.findByRole('button', { name: 'Enlarge the picture: An ellipse' }, soon)
  expect(open.querySelector('img')?.getAttribute('srcset')).toContain('/w640')
  await page.press.click(open)
  const dialog = await screen.findByRole('dialog', { name: 'Picture of the question' }, soon)
  const area = dialog.querySelector('.question-zoom')
  expect(area?.hasAttribute('data-large')).toBe(false)
  const [larger] = screen.getAllByRole('button', { name: 'Show larger' })
  if (larger) await page.press.click(larger)
  expect(area?.hasAttribute('data-large')).toBe(true)
  await page.press.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a picture that cannot be loaded is replaced by its words', async () => {
  answer('readAssessment', { success: true, data: anAssessment() })
  answerOpen(pictured(anAttempt()))
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  const open = await screen.findByRole('button', { name: 'Enlarge the picture: An ellipse' }, soon)
  const image = open.querySelector('img')
  if (image) fireEvent.error(image)
  expect(screen.getByText('An ellipse')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enlarge the picture: An ellipse' })).toBeNull()
})

test('the result shows the picture of each question', async () => {
  answer('readAssessment', { success: true, data: anAssessment() })
  answer('readAttempt', { success: true, data: pictured(graded()) })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(await screen.findByRole('button', { name: 'Enlarge the picture: An ellipse' }, soon)).toBeTruthy()
})

test('an option is chosen by its picture, alone or above its text, and the result shows it', async () => {
  const withOptions = <Attempt extends ReturnType<typeof anAttempt>>(attempt: Attempt): Attempt => ({
    ...attempt,
    questions: attempt.questions.map((question) =>
      question.kind === 'multiple-choice'
        ? {
            ...question,
            optionPictures: question.options.map((_, index) =>
              index < 2 ? { ...picture, alt: `Shape ${index + 1}`, isAlone: index === 0 } : null,
            ),
          }
        : question,
    ),
  })
  answer('readAssessment', { success: true, data: anAssessment() })
  answerOpen(withOptions(anAttempt()))
  answer('saveAnswer', { success: true, data: { savedAt: '2026-11-26T00:00:00.000Z' } })
  const page = await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  const image = await screen.findByRole('img', { name: 'Shape 1' }, soon)
  const option = image.closest('label')?.querySelector('input')
  expect(image.closest('label')?.textContent.trim()).toBe('')
  await page.press.click(image)
  expect(option?.checked).toBe(true)
  expect(await screen.findByText('All answers saved', {}, soon)).toBeTruthy()
  const beside = screen.getByRole('img', { name: 'Shape 2' })
  expect(beside.closest('label')?.textContent).not.toBe('')
  fireEvent.error(beside)
  expect(screen.getByText('Shape 2')).toBeTruthy()
})
