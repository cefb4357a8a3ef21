import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const course = aCourse({ category: null, instructorId: 8, level: 'beginner' })

beforeEach(() => {
  answer('readCourse', {
    success: true,
    data: { ...course, contents: [], permissions: { study: true, manage: true } },
  })
  answer('readCourseSale', { success: true, data: null })
  const farid = { id: 8, name: 'Farid Hakim', email: 'admin@apogee.test', role: 'admin' as const }
  answer('listInstructors', { success: true, data: [farid], meta: { total: 1, nextCursor: null } })
})

test('the language and the level of a course are chosen behind its other fields; only changes are sent', async () => {
  const calls = recordCalls('updateCourse', { success: true, data: course })
  const page = await renderRoute('/course/5/manage?part=settings', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'Edit details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Course' }))
  const language = await dialog.findByLabelText<HTMLSelectElement>('Language')
  const level = dialog.getByLabelText<HTMLSelectElement>('Level')
  expect([...language.options].map(({ text }) => text)).toEqual(['Not stated', 'English', 'Bahasa Melayu'])
  expect([...level.options].map(({ text }) => text)).toEqual([
    'Not stated',
    'Beginner',
    'Intermediate',
    'Advanced',
    'All levels',
  ])
  const image = dialog.getByText('Course Image')
  expect(image.compareDocumentPosition(language)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), '8')
  await page.press.selectOptions(language, 'Bahasa Melayu')
  await page.press.selectOptions(level, 'Not stated')
  await page.press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ language: 'ms', level: null })
})

test('an author lets learners keep the videos on their devices', async () => {
  const unlevelled = aCourse({ category: null, instructorId: 8 })
  answer('readCourse', {
    success: true,
    data: { ...unlevelled, contents: [], permissions: { study: true, manage: true } },
  })
  const calls = recordCalls('updateCourse', {
    success: true,
    data: { ...unlevelled, allowsOfflineVideo: true },
  })
  const page = await renderRoute('/course/5/manage?part=settings', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'Edit details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Course' }))
  const allowed = await dialog.findByRole('checkbox', {
    name: 'Learners may keep the videos on their devices',
  })
  expect(allowed).toHaveProperty('checked', false)
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), '8')
  await page.press.click(allowed)
  await page.press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Course details saved')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ allowsOfflineVideo: true })
})
