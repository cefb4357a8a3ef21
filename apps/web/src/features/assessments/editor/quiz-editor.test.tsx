import { emptySettings, newQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const address = '/course/5/manage/quizzes/21'
const asking = (...questions: string[]): QuizDraft => ({
  settings: { ...emptySettings, timeLimitMinutes: '60' },
  questions: questions.map((question, index) => ({
    ...newQuestion('true-false', `q${index}`),
    question,
  })),
})
const anEdit = (given: Partial<QuizEdit> = {}): QuizEdit => ({
  resourceId: 21,
  courseId: 5,
  assessmentId: 3,
  title: 'Orbits',
  isPublished: false,

  isModulePublished: true,
  quiz: asking('Round?', 'Flat?'),
  hasDraft: false,
  pictures: [],
  publishedVersion: null,
  attempts: 0,
  savedAt: '2026-11-24T02:00:00.000Z',
  version: 4,
  ...given,
})
async function open(given: Partial<QuizEdit> = {}, language: 'en' | 'ms' = 'en') {
  const edit = anEdit(given)
  answer('readQuizEdit', { success: true, data: edit })
  const saves = recordCalls('saveQuizDraft', { success: true, data: { ...edit, version: 5 } })
  await renderRoute(address, { user: admin, language })
  await screen.findByRole('heading', { level: 1, name: /Orbits/ })
  return () => saves.map(({ body }) => (body as { quiz: QuizDraft }).quiz)
}

test('the questions are listed beside the chosen one, and typing is saved as a draft', async () => {
  const drafts = await open()
  const list = screen.getByRole('navigation', { name: 'Questions' })
  expect(list.textContent).toContain('2 questions, 20 points')
  fireEvent.click(within(list).getByRole('button', { name: /Flat\?/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hollow?' } })
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await waitFor(() => expect(drafts()[0]?.questions[1]?.question).toBe('Hollow?'), { timeout: 3000 })
  expect(await screen.findByText('Saved. Learners do not see this quiz yet.')).toBeTruthy()
})

test('a question is added by its kind, duplicated, moved, deleted, and brought back', async () => {
  await open()
  const names = () =>
    within(screen.getByRole('navigation', { name: 'Questions' }))
      .getAllByRole('button')
      .map((button) => button.textContent)
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind of question' }), {
    target: { value: 'ordering' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add question' }))
  expect(screen.getByRole('group', { name: 'Items in the right order' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move up' }))
  expect(names()).toEqual(['1Round?True or false', '2No text yetOrdering', '3Flat?True or false'])
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate' }))
  expect(names()).toHaveLength(4)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(names()).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(names()).toEqual([
    '1Round?True or false',
    '2No text yetOrdering',
    '3No text yetOrdering',
    '4Flat?True or false',
  ])
})

test('an incomplete quiz is not published, and each problem stands at its field', async () => {
  await open({ quiz: { ...asking('Round?'), questions: [newQuestion('multiple-choice', 'one')] } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect(screen.getByRole('alert').textContent).toContain('fields are not complete')
  expect(screen.getByText('must have one right option')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Question' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('Not complete')
})

test('a complete quiz is published with the version that was read', async () => {
  await open()
  const published = anEdit({ isPublished: true, publishedVersion: 1, version: 6 })
  const calls = recordCalls('publishQuiz', { success: true, data: published })
  fireEvent.click(screen.getByRole('button', { name: 'Publish quiz' }))
  expect(await screen.findByText('The quiz is published')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ quiz: published.quiz, version: 4 }])
  expect(screen.getByText('Version 1')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update quiz' }).disabled).toBe(true)
})

test('the settings and the preview are views of the same quiz', async () => {
  const drafts = await open({ isPublished: true, publishedVersion: 2, attempts: 3 })
  expect(screen.getByText(/This version was taken 3 times/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Attempts allowed' }), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Their score' }))
  await waitFor(
    () => expect(drafts().at(-1)?.settings).toMatchObject({ attemptsAllowed: '3', review: 'score' }),
    { timeout: 3000 },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const first = await screen.findByRole('article', { name: 'Question 1' }, { timeout: 10_000 })
  fireEvent.click(within(first).getByRole('radio', { name: 'True' }))
  expect(within(first).getByRole<HTMLInputElement>('radio', { name: 'True' }).checked).toBe(true)
})

test('a draft that somebody else saved meanwhile is not overwritten without asking', async () => {
  await open()
  const theirs = asking('Cold?')
  const conflict = {
    version: 9,
    fields: [{ field: 'quiz', value: theirs, changedAt: '2026-11-24T02:00:00.000Z', changedBy: null }],
  }
  answer('saveQuizDraft', () => refusal('EDIT_CONFLICT', undefined, conflict))
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Hot?' } })
  const dialog = await screen.findByRole('alertdialog', {}, { timeout: 3000 })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use their quiz' }))
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('Cold?')
})

test('the questions of a file are added, and those of a wrong one are not', async () => {
  await open()
  const input = screen.getByLabelText('Import questions', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['What? {nothing}'], 'quiz.gift')] } })
  expect(await screen.findByText(/line 1: must have answers/)).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['Cold? {F}\n\nHot? {T}'], 'quiz.gift')] } })
  expect(await screen.findByText('2 questions were added.')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('4 questions')
})

test('an import says how many of its questions a person grades', async () => {
  await open()
  const input = screen.getByLabelText('Import questions', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['Why? {}\n\nHot? {T}'], 'quiz.gift')] } })
  const patience = { timeout: 10_000 }
  expect(await screen.findByText('2 questions were added.', {}, patience)).toBeTruthy()
  expect(await screen.findByText(/^1 question is graded by a person\./, {}, patience)).toBeTruthy()
})

test('a group is added, named and given to a question, and the list says what an attempt asks', async () => {
  const drafts = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add group' }))
  fireEvent.click(screen.getByRole('button', { name: 'Questions' }))
  for (const name of [/Round\?/, /Flat\?/]) {
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: 'Group 1' } })
  }
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain(
    'Each attempt asks 1 question for 10 points.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of group 1' }), { target: { value: '' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of group 1' }), { target: { value: 'Easy' } })
  expect(screen.getByText('The group has 2 questions.')).toBeTruthy()
  await waitFor(
    () =>
      expect(drafts().at(-1)).toMatchObject({
        settings: { groups: [{ name: 'Easy', draw: '1' }] },
        questions: [{ group: 'Easy' }, { group: 'Easy' }],
      }),
    { timeout: 3000 },
  )
  fireEvent.click(screen.getByRole('button', { name: /Delete group 1/ }))
  await waitFor(
    () => {
      expect(drafts().at(-1)?.settings).not.toHaveProperty('groups')
      expect(drafts().at(-1)?.questions[0]).not.toHaveProperty('group')
    },
    { timeout: 3000 },
  )
})

test('an imported quiz file brings its groups', async () => {
  const drafts = await open()
  const file = {
    title: 'File',
    groups: [{ name: 'Pool', draw: 1 }],
    questions: [{ type: 'true-false', question: 'Cold?', points: 5, answer: true, group: 'Pool' }],
  }
  const input = screen.getByLabelText('Import questions', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File([JSON.stringify(file)], 'quiz.json')] } })
  expect(await screen.findByText('1 question was added.')).toBeTruthy()
  await waitFor(() => expect(drafts().at(-1)?.settings.groups).toEqual([{ name: 'Pool', draw: '1' }]), {
    timeout: 3000,
  })
})

test('a quiz that cannot be loaded can be tried again, and a missing one says so', async () => {
  refuse('readQuizEdit', 'UNAVAILABLE')
  await renderRoute(address, { user: admin })
  expect(await screen.findByRole('heading', { level: 1, name: 'The quiz could not be loaded' })).toBeTruthy()
  answer('readQuizEdit', { success: true, data: anEdit() })
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('heading', { level: 1, name: /Orbits/ })).toBeTruthy()
})

test('the editor is available in Malay', async () => {
  await open({}, 'ms')
  expect(screen.getByRole('button', { name: 'Terbitkan kuiz' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Soalan' })).toBeTruthy()
})
