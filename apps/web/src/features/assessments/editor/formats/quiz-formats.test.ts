import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { draftOfQuiz, quizOfDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { expect, test } from 'vitest'
import { writeGift } from './gift.ts'
import { withPictures } from './pictures-in-json.ts'
import { readQuestionFile, readQuestions } from './quiz-formats.ts'

let made = 0
const key = () => `key-${(made += 1)}`
const read = (name: string, content: string) => readQuestions(name, content, key)
function quizIn(name: string, content: string): QuizFile['questions'] {
  const found = read(name, content)
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  const { settings } = draftOfQuiz({ title: 'x', questions: [] }, key)
  const checked = quizOfDraft('x', { settings, questions: found.questions })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.quiz.questions
}

const questions: QuizFile['questions'] = [
  {
    type: 'multiple-choice',
    question: 'Which {one} = red: #1?\nSay.',
    points: 5,
    answer: 'Rust = red',
    options: ['Sky ~ blue', 'Rust = red'],
    feedback: ['No: blue', ''],
    explanation: 'See {1}.',
  },
  {
    type: 'multiple-answers',
    question: 'Planets?',
    points: 3,
    partial: true,
    options: ['Mars', 'Moon', 'Venus', 'Earth'],
    answers: ['Mars', 'Venus', 'Earth'],
  },
  { type: 'true-false', question: 'Round?', points: 1, answer: false },
  { type: 'short-answer', question: 'Farthest?', points: 2, answers: ['apogee', 'apo\\gee'] },
  { type: 'numeric', question: 'g?', points: 2, answer: -9.81, tolerance: 0.05 },
  {
    type: 'matching',
    question: 'Capitals',
    points: 4,
    distractors: ['Tokyo'],
    pairs: [
      { prompt: 'Malaysia', match: 'Kuala Lumpur' },
      { prompt: 'France', match: 'Paris' },
    ],
  },
]

test('questions written as GIFT are read as the same questions', () => {
  expect(quizIn('quiz.gift', writeGift({ title: 'All', questions }))).toEqual(questions)
})

test('questions of all kinds written as JSON are read as the same questions', () => {
  const all: QuizFile['questions'] = [
    ...questions,
    { type: 'ordering', question: 'By size', points: 3, items: ['Moon', 'Earth'], partial: true },
    {
      type: 'coding',
      question: 'double(n)',
      points: 5,
      function: 'double',
      starterCode: '// here',
      tests: [{ arguments: [2, { a: [null] }], expected: 4 }],
    },
  ]
  expect(quizIn('quiz.json', JSON.stringify({ title: 'All', questions: all }))).toEqual(all)
})

test('ordering and code, which GIFT cannot say, are named in a comment', () => {
  const written = writeGift({
    title: 'x',
    questions: [{ type: 'ordering', question: 'By\nsize', points: 3, items: ['Moon', 'Earth'] }],
  })
  expect(written).toBe('// left out, GIFT has no ordering: By size\n')
})

test("Moodle's own forms of GIFT are read", () => {
  const gift = `// comment
$CATEGORY: tom/dick
::Q1:: [html]What is \\{x\\}? {T}

Who's buried in Grant's tomb? {=no one ~%0%Grant#Not quite ####He is entombed.}

The {=cat =dog} sat.

Range {#1..5}

When was it? {#=1822:0#right =%50%1822:2}`
  expect(quizIn('quiz.txt', gift)).toMatchObject([
    { type: 'true-false', question: 'What is {x}?', answer: true },
    {
      type: 'multiple-choice',
      answer: 'no one',
      feedback: ['', 'Not quite'],
      explanation: 'He is entombed.',
    },
    { type: 'short-answer', question: 'The _____ sat.', answers: ['cat', 'dog'] },
    { type: 'numeric', answer: 3, tolerance: 2 },
    { type: 'numeric', answer: 1822, tolerance: undefined },
  ])
})

test('essays of GIFT are questions that a person grades; their files come back, and a guide is left out by name', () => {
  expect(quizIn('quiz.gift', 'Why do bodies fall? {}\n\nAnd rise? { ####They do not.}')).toMatchObject([
    { type: 'hand-in', question: 'Why do bodies fall?', points: 10, files: 0 },
    { type: 'hand-in', question: 'And rise?', explanation: 'They do not.' },
  ])
  const questions: QuizFile['questions'] = [
    { type: 'hand-in', question: 'Draw: {an orbit}', points: 8, files: 2, guide: 'An\nellipse' },
    { type: 'hand-in', question: 'Why?', points: 3 },
  ]
  const written = writeGift({ title: 'x', questions })
  expect(written).toContain(
    '// files: 2\n// left out, GIFT has no guide for grading: An ellipse\n// points: 8\n',
  )
  expect(quizIn('quiz.gift', written)).toMatchObject([
    { type: 'hand-in', question: 'Draw: {an orbit}', points: 8, files: 2 },
    { type: 'hand-in', question: 'Why?', points: 3, files: 0 },
  ])
})

test('a wrong question is left out by its line and reason, and the others are read', () => {
  const found = read('quiz.gift', 'Right? {T}\n\nWhat? {nothing}\n\nNo braces\n\n::Same::Same? {=a ~a}')
  expect(found).toMatchObject({
    questions: [{ question: 'Right?' }],
    leftOut: [
      { path: 'line 3', message: 'must have answers' },
      { path: 'line 5', message: 'is a text without a question' },
      { path: 'line 7 "Same", options', message: 'must all be different' },
    ],
  })
  expect(read('quiz.gift', 'What? {nothing}')).toEqual({
    problems: [{ path: 'line 1', message: 'must have answers' }],
  })
  expect(read('quiz.json', '{"title":"x","questions":[{"type":"essay"}]}')).toMatchObject({
    problems: [{ path: 'questions.0.type' }],
  })
})

test('CSV holds all kinds but code, with quoted cells and lines in them', () => {
  const csv = `type,question,points,right,wrong,explanation
multiple-choice,"Which, ""one""?
Say.",5,Rust,Sky|Leaf,Because.
multiple-answers,Planets?,2,Mars|Venus,Moon,
true-false,Round?,1,true,,
numeric,g?,1,"9,81±0.05",,
matching,Capitals,2,Malaysia=Kuala Lumpur|France=Paris,Tokyo,
ordering,By size,3,Moon|Earth|Jupiter,,
`
  expect(quizIn('quiz.csv', csv)).toMatchObject([
    { question: 'Which, "one"?\nSay.', options: ['Rust', 'Sky', 'Leaf'], answer: 'Rust' },
    { answers: ['Mars', 'Venus'] },
    { answer: true },
    { answer: 9.81, tolerance: 0.05 },
    { pairs: [{ prompt: 'Malaysia' }, { match: 'Paris' }], distractors: ['Tokyo'] },
    { items: ['Moon', 'Earth', 'Jupiter'] },
  ])
  expect(read('quiz.csv', 'type\n')).toEqual({
    problems: [{ path: 'line 1', message: 'must name the columns: question, right' }],
  })
  expect(read('quiz.csv', 'type,question,points,right\ntrue-false,Round?,1,maybe\n')).toEqual({
    problems: [{ path: 'line 2, answer', message: 'must be true or false' }],
  })
})

const ellipse = { file: 'p'.repeat(22), alt: 'An "ellipse"' }
const picturedQuiz: QuizFile = {
  title: 'Pictured',
  questions: [
    { type: 'true-false', question: 'Round?', points: 1, answer: true },
    { type: 'numeric', question: 'How long?', points: 2, answer: 3, picture: ellipse },
  ],
}

test('a quiz file holds its pictures, and its reader hands them out beside the questions', async () => {
  const bytes = new Blob([new Uint8Array([1, 2, 250])], { type: 'image/webp' })
  const written = JSON.stringify(await withPictures(picturedQuiz, async () => bytes))
  expect(written).toContain('data:image/webp;base64,AQL6')
  const found = await readQuestionFile(new File([written], 'quiz.json'), key)
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  expect(found.questions.map(({ question, picture }) => [question, picture])).toEqual([
    ['Round?', undefined],
    ['How long?', undefined],
  ])
  const [picture] = found.pictures
  expect([picture?.question, picture?.option, picture?.alt, picture?.content.type]).toEqual([
    1,
    null,
    ellipse.alt,
    'image/webp',
  ])
  expect(new Uint8Array((await picture?.content.arrayBuffer()) ?? [])).toEqual(new Uint8Array([1, 2, 250]))
})

test('a wrong question of a quiz file is named, and the others keep their pictures', async () => {
  const data = 'data:image/png;base64,AQL6'
  const [first, second] = picturedQuiz.questions
  const written = JSON.stringify({
    title: 'Pictured',
    questions: [
      { ...first, answer: 'maybe' },
      { ...second, picture: { alt: 'Long', data } },
    ],
  })
  const found = await readQuestionFile(new File([written], 'quiz.json'), key)
  expect(found).toMatchObject({
    questions: [{ question: 'How long?' }],
    pictures: [{ question: 0, alt: 'Long' }],
    leftOut: [{ path: 'questions.0.answer', message: 'must be true or false' }],
  })
})

const picturedOptions: QuizFile = {
  title: 'Lines',
  questions: [
    {
      type: 'multiple-choice',
      question: 'Which?',
      points: 1,
      answer: 'A circle',
      options: ['An ellipse', 'A circle'],
      optionPictures: [null, { ...ellipse, alt: 'A circle', isAlone: true }],
    },
  ],
}

test('a quiz file holds the pictures of options, and its reader hands them out with their places', async () => {
  const bytes = new Blob([new Uint8Array([1, 2, 250])], { type: 'image/webp' })
  const written = JSON.stringify(await withPictures(picturedOptions, async () => bytes))
  expect(written).not.toContain(ellipse.file)
  const found = await readQuestionFile(new File([written], 'quiz.json'), key)
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  expect(found.pictures.map(({ content, ...one }) => [one, content.type])).toEqual([
    [{ question: 0, option: 1, alt: 'A circle', isAlone: true }, 'image/webp'],
  ])
})

test('pictures of options that a quiz file only names are refused at their option; GIFT leaves them out by name', async () => {
  const file = new File([JSON.stringify(picturedOptions)], 'quiz.json')
  expect(await readQuestionFile(file, key)).toEqual({
    problems: [{ path: 'questions.0.optionPictures.1', message: 'must hold a PNG, JPEG or WebP picture' }],
  })
  expect(writeGift(picturedOptions)).toContain('// left out, GIFT has no pictures: A circle\n// points: 1')
})

test('a picture that a quiz file only names is refused at its question', async () => {
  const file = new File([JSON.stringify(picturedQuiz)], 'quiz.json')
  expect(await readQuestionFile(file, key)).toEqual({
    problems: [{ path: 'questions.1.picture', message: 'must hold a PNG, JPEG or WebP picture' }],
  })
})

test('GIFT has no pictures: a comment names each of them', () => {
  const written = writeGift(picturedQuiz)
  expect(written).toContain('// left out, GIFT has no pictures: An "ellipse"\n// points: 2\nHow long?')
  expect(quizIn('quiz.txt', written)).toHaveLength(2)
})
