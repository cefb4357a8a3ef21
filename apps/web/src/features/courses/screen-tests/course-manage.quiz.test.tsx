import { quizExample } from '@apogee/contracts/assessments/quiz-file.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

beforeEach(() => {
  answer('readCourse', {
    success: true,
    data: { ...aCourse(), contents: [aModule()], permissions: { study: true, manage: true } },
  })
})

const aQuizFile = (content: unknown, name = 'orbits.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name, {
    type: 'application/json',
  })

async function quizDialog() {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'Add Content' }))
  await screen.findByRole('dialog')
  await page.press.click(screen.getByRole('radio', { name: /^Quiz/ }))
  const dialog = within(screen.getByRole('dialog'))
  return {
    page,
    dialog,
    choose: (file: File) => page.press.upload(dialog.getByLabelText(/^File/), file),
    add: () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Add Content' }),
  }
}

test('a quiz file is read, uploaded as a quiz and added under its own title', async () => {
  const { page, dialog, choose, add } = await quizDialog()
  expect(add().disabled).toBe(true)
  const created = recordCalls('createResource', { success: true, data: aResource({ fileType: 'quiz' }) })
  const uploads = recordCalls('uploadFile', {
    success: true,
    url: '/media/q',
    data: { url: '/media/q', size: 1, contentType: 'application/json' },
  })
  await choose(aQuizFile(quizExample))
  expect(await dialog.findByText('3 questions, 35 points')).toBeTruthy()
  await page.press.click(add())
  await waitFor(() => expect(created).toHaveLength(1))
  expect(uploads[0]?.query).toEqual({ purpose: 'quiz' })
  expect(created[0]?.body).toEqual({
    courseContentId: 11,
    title: 'Orbits: what stayed with you',
    filePath: '/media/q',
    fileType: 'quiz',
  })
})

test('an invalid quiz file shows the place of its problem, and cannot be added', async () => {
  const { dialog, choose, add } = await quizDialog()
  const [first] = quizExample.questions
  await choose(aQuizFile({ ...quizExample, questions: [{ ...first, answer: 'At noon' }] }))
  expect(await dialog.findByText('Question 1, “answer”: must be one of the options')).toBeTruthy()
  expect(add().disabled).toBe(true)
  await choose(aQuizFile('{'))
  expect(await dialog.findByText(/^The file: is not valid JSON/)).toBeTruthy()
  await choose(aQuizFile({ questions: [first] }))
  expect(await dialog.findByText('“title”: is missing')).toBeTruthy()
  await choose(aQuizFile({ ...quizExample, questions: [{ ...first, options: ['At apogee', 7] }] }))
  expect(await dialog.findByText('Question 1, option 2: must be text')).toBeTruthy()
})

test('problems of a quiz file are shown in Malay too', async () => {
  const page = await renderRoute('/course/5/manage?module=11', { user: admin, language: 'ms' })
  await page.press.click(await screen.findByRole('button', { name: 'Tambah Kandungan' }))
  const dialog = within(screen.getByRole('dialog'))
  await page.press.click(dialog.getByRole('radio', { name: /^Kuiz/ }))
  const choose = (content: unknown) => page.press.upload(dialog.getByLabelText(/^Fail/), aQuizFile(content))
  const [first] = quizExample.questions
  await choose({ ...quizExample, questions: [first, { ...first, answer: 'At noon' }] })
  expect(await dialog.findByText('Soalan 2, “answer”: mesti salah satu pilihan')).toBeTruthy()
  await choose({ ...quizExample, questions: [{ ...first, explain: 'x' }] })
  expect(await dialog.findByText(/^Soalan 1: mengandungi medan yang tidak dikenali: explain$/)).toBeTruthy()
})

test('the quiz dialog offers an example to download', async () => {
  const { page, dialog } = await quizDialog()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.press.click(dialog.getByRole('button', { name: 'Download an example' }))
  await waitFor(() => expect(saved).toEqual(['quiz-example.json']))
})
