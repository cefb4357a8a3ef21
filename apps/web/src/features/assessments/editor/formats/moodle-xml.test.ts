import { expect, test } from 'vitest'
import { earned, quizOf, readFrom } from './graded.testing.ts'

const text = (words: string) => `<text><![CDATA[${words}]]></text>`
const answer = (fraction: number, words: string, more = '') =>
  `<answer fraction="${fraction}">${text(words)}${more}</answer>`
const feedback = (words: string) => `<feedback format="html">${text(words)}</feedback>`
const question = (type: string, inside: string, stem = 'Which?') =>
  `<question type="${type}"><name><text>N</text></name><questiontext format="html">${text(stem)}</questiontext>${inside}</question>`
const read = (...questions: string[]) =>
  readFrom('bank.xml', `<?xml version="1.0" encoding="UTF-8"?><quiz>${questions.join('')}</quiz>`)

async function oneOf(...given: Parameters<typeof question>) {
  const found = await read(question(...given))
  const [only] = quizOf(found)
  if (!only) throw new Error(JSON.stringify(found.leftOut))
  return { question: only, changes: found.origins[0]?.changes ?? [] }
}
const leftOut = async (...given: Parameters<typeof question>) => (await read(question(...given))).leftOut

test('texts, points and feedback of a choice are read, and half credits are named', async () => {
  const { question: choice, changes } = await oneOf(
    'multichoice',
    `<defaultgrade>2.0000000</defaultgrade><single>true</single><generalfeedback format="html">${text('<p>Because.</p>')}</generalfeedback>
     <correctfeedback format="html">${text('Your answer is correct.')}</correctfeedback><hint format="html">${text('Think.')}</hint>
     ${answer(100, '<p>Kuala Lumpur</p>', feedback('Right.'))}${answer(50, 'Melaka')}${answer(-25, 'Jakarta')}`,
    '<p>Which <b>city</b>?</p><p><img src="@@PLUGINFILE@@/a.png" alt="a"></p>',
  )
  expect(choice).toEqual({
    type: 'multiple-choice',
    question: 'Which city?',
    points: 2,
    explanation: 'Because.',
    options: ['Kuala Lumpur', 'Melaka', 'Jakarta'],
    answer: 'Kuala Lumpur',
    feedback: ['Right.', '', ''],
  })
  expect(changes).toEqual([
    'gives part of the points in the file and none here: Melaka (50 %)',
    'takes points away in the file and none here: Jakarta (-25 %)',
    'feedbacks left out: 1',
    'pictures left out: 1',
  ])
})

test('the picture of a question is kept, and one beside the text is counted', async () => {
  const stem = `<questiontext format="html">${text('Which? <img src="@@PLUGINFILE@@/my%20map.png" alt="A &amp; B">')}<file name="my map.png" encoding="base64">iVBORw==</file></questiontext>`
  const inside = `${answer(100, 'a')}${answer(0, 'b')}`
  const found = await read(
    `<question type="multichoice">${stem}${inside}</question>`,
    question('multichoice', `${inside}<image_base64>iVBORw==</image_base64>`),
  )
  expect(found.pictures).toMatchObject([{ question: 0, option: null, alt: 'A & B' }])
  expect(found.origins.map(({ changes }) => changes)).toEqual([[], ['pictures left out: 1']])
})

test('several answers earn what their fractions sum to', async () => {
  const { question: several, changes } = await oneOf(
    'multichoice',
    `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(-50, 'c')}`,
  )
  expect(several).toMatchObject({ type: 'multiple-answers', answers: ['a', 'b'], partial: true })
  expect([['a', 'b'], ['a'], ['a', 'c']].map((words) => earned(several, { words }))).toEqual([1, 0.5, 0])
  expect(changes).toEqual([])
})

test('typed answers match as in Moodle, and patterns that give all points leave the question out', async () => {
  const typed = await oneOf('shortanswer', `<usecase>1</usecase>${answer(100, 'Perak')}${answer(0, '*')}`)
  expect(['Perak', 'perak'].map((one) => earned(typed.question, one))).toEqual([1, 0])
  expect(await leftOut('shortanswer', answer(100, 'Per*'))).toEqual([
    { path: 'question 1 "N"', message: 'accepts a pattern (*), which a short answer here cannot' },
  ])
})

test('numbers keep their tolerance; several right numbers and units leave the question out', async () => {
  const number = await oneOf('numerical', answer(100, '3.14', '<tolerance>0.01</tolerance>'))
  expect(number.question).toMatchObject({ type: 'numeric', answer: 3.14, tolerance: 0.01 })
  const messages = await Promise.all([
    leftOut('numerical', answer(100, '1') + answer(100, '3')),
    leftOut('numerical', `${answer(100, '1')}<units><unit><unit_name>m</unit_name></unit></units>`),
  ])
  expect(messages.flat().map(({ message }) => message)).toEqual([
    'has several right numbers, and a question here has one',
    'has units, which a number here cannot have',
  ])
})

test('true and false, pairs and essays are read, and other kinds are left out by name', async () => {
  const pair = (prompt: string, match: string) =>
    `<subquestion format="html">${text(prompt)}<answer>${text(match)}</answer></subquestion>`
  const found = await read(
    '<question type="category"><category><text>$course$/Top</text></category></question>',
    question('truefalse', answer(0, 'true') + answer(100, 'false')),
    question('matching', pair('Ipoh', 'Perak') + pair('Seremban', 'N9') + pair('', 'Johor')),
    question('essay', `<attachments>-1</attachments><graderinfo format="html">${text('Look.')}</graderinfo>`),
    question('cloze', '', 'A {1:SHORTANSWER:=b}'),
    question('calculated', ''),
    question('description', ''),
  )
  expect(quizOf(found)).toMatchObject([
    { type: 'true-false', answer: false, points: 1 },
    {
      type: 'matching',
      pairs: [
        { prompt: 'Ipoh', match: 'Perak' },
        { prompt: 'Seremban', match: 'N9' },
      ],
      distractors: ['Johor'],
      partial: true,
    },
    { type: 'hand-in', files: 5, guide: 'Look.' },
  ])
  expect(found.leftOut.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'question 4 "N": is a question of a kind that is not supported: cloze',
    'question 5 "N": is a question of a kind that is not supported: calculated',
    'question 6 "N": is a text without a question',
  ])
})

test('a quiz without a question says so', async () => {
  expect((await read()).leftOut).toEqual([{ path: 'bank.xml', message: 'must have at least one item' }])
})
