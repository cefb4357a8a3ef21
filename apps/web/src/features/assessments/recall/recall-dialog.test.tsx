import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const asking = (question: string, more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  ...newQuestion('true-false', 'one'),
  question,
  points: '1',
  ...more,
})
const edit = (question: DraftQuestion | null, version = 3) => ({
  success: true as const,
  data: { question, pictures: [], version },
})

async function open(question: DraftQuestion | null, language: 'en' | 'ms' = 'en') {
  const resource = aResource({ title: 'Welcome', ...(question && { hasRecall: true as const }) })
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ title: 'First steps', resources: [resource] })],
      permissions: { study: true, manage: true },
    },
  })
  answer('readRecallEdit', edit(question))
  const { press } = await renderRoute('/course/5/manage', { user: admin, language })
  await press.click(await screen.findByRole('button', { name: /^First steps/ }))
  const name = {
    en: question ? 'Question after Welcome' : 'Add a question after Welcome',
    ms: question ? 'Soalan selepas Welcome' : 'Tambah soalan selepas Welcome',
  }[language]
  await press.click(await screen.findByRole('button', { name: /(More actions for|untuk) Welcome$/ }))
  await press.click(screen.getByRole('menuitem', { name }))
  // Another dialog is shown while the question loads.
  await screen.findByRole('button', { name: language === 'en' ? 'Save question' : 'Simpan soalan' })
  const dialog = within(screen.getByRole('dialog', { name: /“Welcome”/ }))
  return { press, dialog }
}

test('one press offers a new question without points, which is checked and saved', async () => {
  const calls = recordCalls('saveRecallQuestion', edit(asking('Is it red?'), 4))
  const { press, dialog } = await open(null)
  expect(dialog.queryByRole('textbox', { name: 'Points' })).toBeNull()
  expect(dialog.queryByRole('textbox', { name: /^Feedback/ })).toBeNull()
  await press.click(dialog.getByRole('button', { name: 'Save question' }))
  expect(await dialog.findByText(/not complete\.$/)).toBeTruthy()
  expect(calls).toEqual([])
  await press.selectOptions(dialog.getByRole('combobox', { name: 'Kind of question' }), 'true-false')
  await press.type(dialog.getByRole('textbox', { name: 'Question' }), 'Is it red?')
  await press.click(dialog.getByRole('button', { name: 'Save question' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls).toMatchObject([
    {
      params: { id: String(aResource({}).id) },
      body: { version: 3, question: { question: 'Is it red?', type: 'true-false' } },
    },
  ])
  expect(await screen.findByText('The question is asked after the video')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('code and hand-ins are no kinds of a question after a video', async () => {
  const { dialog } = await open(null)
  const kinds = within(dialog.getByRole('combobox', { name: 'Kind of question' }))
  expect(kinds.getAllByRole('option')).toHaveLength(7)
  expect(kinds.queryByRole('option', { name: /code|hand/i })).toBeNull()
})

test('one question is taken from the bank as a copy that remembers its origin', async () => {
  const kept = (id: number, question: DraftQuestion) => ({
    id,
    revision: 2,
    question,
    tags: [],
    changedAt: '2026-11-24T02:00:00.000Z',
  })
  const code = { ...newQuestion('coding', 'c'), question: 'Write it.' }
  answer('listBankQuestions', {
    success: true,
    data: {
      questions: [kept(7, asking('Round?')), kept(8, asking('Flat?')), kept(9, code)],
      total: 3,
      tags: [],
    },
  })
  const calls = recordCalls('saveRecallQuestion', edit(asking('Flat?'), 4))
  const { press, dialog } = await open(null)
  await press.click(dialog.getByRole('button', { name: 'Take one from the bank' }))
  const bank = within(await screen.findByRole('dialog', { name: 'Take a question from the bank' }))
  await press.click(await bank.findByRole('checkbox', { name: /^Round\?/ }))
  await press.click(bank.getByRole('checkbox', { name: /^Flat\?/ }))
  expect(bank.getByRole<HTMLInputElement>('checkbox', { name: /^Round\?/ }).checked).toBe(false)
  expect(bank.getByRole<HTMLInputElement>('checkbox', { name: /^Write it/ }).disabled).toBe(true)
  await press.click(bank.getByRole('button', { name: 'Add 1 question' }))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' }).value).toBe('Flat?')
  await press.click(dialog.getByRole('button', { name: 'Save question' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls).toMatchObject([{ body: { question: { question: 'Flat?', bank: { id: 8, revision: 2 } } } }])
})

test('a question is removed after a confirmation', async () => {
  const calls = recordCalls('removeRecallQuestion', edit(null, 4))
  const { press, dialog } = await open(asking('Round?'))
  await press.click(dialog.getByRole('button', { name: 'Remove question' }))
  const step = within(await screen.findByRole('alertdialog', { name: 'Remove this question?' }))
  await press.click(step.getByRole('button', { name: 'Remove question' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(await screen.findByText('No question is asked after the video')).toBeTruthy()
})

test('the editor is available in Malay', async () => {
  const { dialog } = await open(asking('Round?'), 'ms')
  expect(dialog.getByRole('button', { name: 'Buang soalan' })).toBeTruthy()
})
