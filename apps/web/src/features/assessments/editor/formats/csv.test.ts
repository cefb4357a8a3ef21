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

test('headings of other programs are known, and numbers or letters of options are right answers', async () => {
  const kahoot = `Question,Answer 1,Answer 2,Answer 3,Answer 4,Time limit (sec),Correct answer(s)
Largest planet?,Mars,Jupiter,Venus,,20,2
Inner planets?,Mars,Jupiter,Venus,,20,"1,3"
Two plus two?,3,4,2,,20,2
`
  const found = await readFrom('kahoot.csv', kahoot)
  expect(quizOf(found)).toMatchObject([
    { type: 'multiple-choice', points: 1, options: ['Mars', 'Jupiter', 'Venus'], answer: 'Jupiter' },
    { type: 'multiple-answers', options: ['Mars', 'Jupiter', 'Venus'], answers: ['Mars', 'Venus'] },
  ])
  expect(found.leftOut).toEqual([
    { path: 'line 1', message: 'columns that are not read: Time limit (sec)' },
    { path: 'line 4', message: 'has a right answer that is both the number and the text of an option' },
  ])
  const malay =
    'Soalan;Pilihan A;Pilihan B;Jawapan;Markah\nIbu negara?;Ipoh;Kuala Lumpur;B;2\nBulat?;;;Betul;1\n'
  expect(quizOf(await readFrom('soalan.csv', malay))).toMatchObject([
    { type: 'multiple-choice', points: 2, options: ['Ipoh', 'Kuala Lumpur'], answer: 'Kuala Lumpur' },
    { type: 'true-false', answer: true },
  ])
})

test('the author can say what the columns hold', async () => {
  const file = new File(['Frage,Antwort,Falsch\nHauptstadt?,Kuala Lumpur,Ipoh\n'], 'fragen.csv')
  const key = () => 'key'
  const unknown = await readQuestionFile(file, key)
  expect(unknown).toMatchObject({
    questions: [],
    leftOut: [{ message: 'must name the columns: question, right' }],
    guesses: { table: { headings: ['Frage', 'Antwort', 'Falsch'], columns: [null, null, null] } },
  })
  const columns = ['question', 'right', 'wrong'] as const
  expect(await readQuestionFile(file, key, { columns })).toMatchObject({
    questions: [
      { question: 'Hauptstadt?', options: [{ text: 'Kuala Lumpur', isRight: true }, { text: 'Ipoh' }] },
    ],
  })
})
