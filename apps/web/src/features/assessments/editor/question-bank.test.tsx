import type { BankQuestion } from '@apogee/contracts/assessments/question-bank.ts'
import { emptySettings, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const asking = (question: string, more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  ...newQuestion('true-false', `q-${question.length}`),
  question,
  ...more,
})
const kept = (id: number, question: string, more: Partial<BankQuestion> = {}): BankQuestion => ({
  id,
  revision: 1,
  question: asking(question),
  tags: ['orbits'],
  changedAt: '2026-11-24T02:00:00.000Z',
  ...more,
})
const listOf = (...questions: BankQuestion[]) => ({
  success: true as const,
  data: { questions, total: questions.length, tags: ['orbits'] },
})
async function open(questions: DraftQuestion[] = [asking('Round?')], language: 'en' | 'ms' = 'en') {
  const quiz: QuizDraft = { settings: { ...emptySettings, timeLimitMinutes: '60' }, questions }
  const edit = {
    resourceId: 21,
    courseId: 5,
    assessmentId: 3,
    title: 'Orbits',
    isPublished: false,
    quiz,
    version: 4,
    isModulePublished: true,
    hasDraft: false,
    pictures: [],
    publishedVersion: null,
    attempts: 0,
    savedAt: '2026-11-24T02:00:00.000Z',
  }
  answer('readQuizEdit', { success: true, data: edit })
  const saves = recordCalls('saveQuizDraft', { success: true, data: { ...edit, version: 5 } })
  await renderRoute('/course/5/manage/quizzes/21', { user: admin, language })
  await screen.findByRole('heading', { level: 1, name: /Orbits/ })
  return () => saves.map(({ body }) => (body as { quiz: QuizDraft }).quiz.questions).at(-1)
}
const soon = { timeout: 3000 }

test('chosen questions of the bank are added as copies that know their origin', async () => {
  const drafts = await open()
  const lists = recordCalls('listBankQuestions', listOf(kept(7, 'Cold?', { revision: 3 }), kept(8, 'Hot?')))
  fireEvent.click(screen.getByRole('button', { name: 'Add from the bank' }))
  const dialog = await screen.findByRole('dialog', { name: /Add questions from the bank/ })
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Cold\?/ }))
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'hot' } })
  await waitFor(() => expect(lists.at(-1)?.query).toMatchObject({ search: 'hot' }), soon)
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Hot\?/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add 2 questions' }))
  expect(screen.getByRole('navigation', { name: 'Questions' }).textContent).toContain('3 questions')
  await waitFor(
    () =>
      expect(drafts()).toMatchObject([
        { question: 'Round?' },
        { question: 'Cold?', bank: { id: 7, revision: 3 } },
        { question: 'Hot?', bank: { id: 8, revision: 1 } },
      ]),
    soon,
  )
})

test('a question is saved to the bank with its tags, and then is a copy of it', async () => {
  const drafts = await open()
  answer('listBankQuestions', listOf(kept(9, 'Round?')))
  const saves = recordCalls('saveBankQuestion', { success: true, data: kept(9, 'Round?') })
  fireEvent.click(await screen.findByRole('button', { name: 'Save to the bank' }))
  const dialog = await screen.findByRole('dialog', { name: /Save this question/ })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Tags' }), {
    target: { value: ' orbits, , easy ' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save to the bank' }))
  expect(await screen.findByText('The question is in the bank.')).toBeTruthy()
  expect(saves.map(({ body }) => body)).toMatchObject([
    { tags: ['orbits', 'easy'], question: { question: 'Round?' } },
  ])
  expect(await screen.findByText('This question is a copy from the bank.')).toBeTruthy()
  await waitFor(() => expect(drafts()?.[0]?.bank).toEqual({ id: 9, revision: 1 }), soon)
})

test('a question that the bank changed since is taken over with one press and keeps its group', async () => {
  answer('listBankQuestions', listOf(kept(7, 'Is it round?', { revision: 4 })))
  const copy = asking('Roound?', { bank: { id: 7, revision: 3 }, group: 'Easy', points: '5' })
  const drafts = await open([copy])
  expect(await screen.findByText(/was changed in the bank since/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Take the change' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' }).value).toBe('Is it round?')
  expect(await screen.findByText('This question is a copy from the bank.')).toBeTruthy()
  await waitFor(
    () =>
      expect(drafts()).toMatchObject([
        { key: copy.key, question: 'Is it round?', group: 'Easy', points: '5', bank: { id: 7, revision: 4 } },
      ]),
    soon,
  )
})

test('a copy whose original was deleted says so, and can be saved anew', async () => {
  answer('listBankQuestions', listOf())
  await open([asking('Round?', { bank: { id: 7, revision: 1 } })])
  expect(await screen.findByText(/is no longer in the bank/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save to the bank' })).toBeTruthy()
})

test('a question is deleted from the bank after a second press', async () => {
  await open()
  answer('listBankQuestions', listOf(kept(7, 'Cold?')))
  const deleted = recordCalls('deleteBankQuestion', { success: true, data: { id: 7 } })
  fireEvent.click(screen.getByRole('button', { name: 'Add from the bank' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete from the bank: Cold?' }))
  expect(deleted).toEqual([])
  answer('listBankQuestions', { success: true, data: { questions: [], total: 0, tags: [] } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete from bank' }))
  expect(await screen.findByRole('heading', { name: 'The bank is empty' })).toBeTruthy()
  expect(deleted.map(({ params }) => params)).toMatchObject([{ bankQuestionId: '7' }])
})

test('a bank that cannot be loaded can be tried again', async () => {
  await open()
  refuse('listBankQuestions', 'UNAVAILABLE')
  fireEvent.click(screen.getByRole('button', { name: 'Add from the bank' }))
  expect(await screen.findByText('The bank could not be loaded')).toBeTruthy()
  answer('listBankQuestions', listOf(kept(7, 'Cold?')))
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('checkbox', { name: /Cold\?/ })).toBeTruthy()
})

test('the bank is available in Malay', async () => {
  await open([asking('Round?')], 'ms')
  answer('listBankQuestions', { success: true, data: { questions: [], total: 0, tags: [] } })
  fireEvent.click(screen.getByRole('button', { name: 'Tambah daripada bank' }))
  expect(await screen.findByRole('heading', { name: 'Bank ini kosong' })).toBeTruthy()
})
