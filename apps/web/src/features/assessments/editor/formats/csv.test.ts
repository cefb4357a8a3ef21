import { expect, test } from 'vitest'
import { quizOf, readFileOf, readFrom } from './graded.testing.ts'
import { readQuestionFile } from './quiz-formats.ts'
import { realFile } from './real-files.testing.ts'

const readReal = (name: string) => readFileOf(realFile(`csv/${name}`))

test('CSV of Excel in an old encoding and in UTF-16 with tabs is read', async () => {
  const old = await readReal('excel-ansi-semicolon.csv')
  expect(quizOf(old)).toMatchObject([
    { question: 'Où est le café?', options: ["À l'été", 'Là-bas'], answer: "À l'été" },
  ])
  expect(old.guesses).toMatchObject({ encoding: 'windows-1252', separator: ';' })
  const wide = await readReal('excel-unicode-text-tab.csv')
  expect(quizOf(wide)).toMatchObject([{ type: 'short-answer', answers: ['Kuala Lumpur'] }])
  expect([wide.guesses.encoding, wide.guesses.separator]).toEqual([undefined, '\t'])
})

test('another encoding and another separator can be chosen', async () => {
  let made = 0
  const key = () => `key-${(made += 1)}`
  const chosen = { encoding: 'windows-1251', separator: ';' }
  const found = await readQuestionFile(realFile('csv/excel-ansi-semicolon.csv'), key, chosen)
  expect(found).toMatchObject({
    questions: [{ question: 'Oщ est le cafй?' }],
    guesses: { encoding: 'windows-1251', chosen },
  })
})

test('a heading with both separators is read by the one that names the columns', async () => {
  expect(quizOf(await readReal('header-with-both-separators.csv'))).toMatchObject([
    { type: 'true-false', question: 'Benar?', answer: true },
  ])
})

test('rows that cannot be read, second right answers and further columns are named, and other rows are read', async () => {
  const found = await readFrom(
    'quiz.csv',
    'type,question,points,right,wrong,notes\nessay,Why?,1,,,x\nmultiple-choice,A?,1,a|b,c,\ntrue-false,Five" wide?,1,true,,\nnumeric,N?,1,3,,"open\n',
  )
  expect(quizOf(found)).toMatchObject([{ question: 'Five" wide?' }])
  expect(found.leftOut).toEqual([
    { path: 'line 1', message: 'columns that are not read: notes' },
    { path: 'line 2', message: 'must have a type that CSV can hold' },
    { path: 'line 3', message: 'must have one right answer' },
    { path: 'line 5', message: 'has a quotation mark that is not closed' },
  ])
})
