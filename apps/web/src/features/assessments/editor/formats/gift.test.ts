import { quizLimits } from '@apogee/contracts/assessments/quiz-file.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeGift } from './gift.ts'
import { earned, quizOf, readFileOf, readFrom } from './graded.testing.ts'
import { anyQuestions } from './questions.testing.ts'
import { realFile } from './real-files.testing.ts'

const readReal = (name: string) => readFileOf(realFile(`gift/${name}`))
const readText = (content: string) => readFrom('quiz.gift', content)
async function oneOf(content: string) {
  const found = await readText(content)
  const [question] = quizOf(found)
  if (!question) throw new Error(JSON.stringify(found.leftOut))
  return { question, changes: found.origins[0]?.changes ?? [] }
}

test('an option with half of the points is named, and the right option stays the only one', async () => {
  const found = await readReal('half-credit-choice.gift')
  expect(quizOf(found)).toMatchObject([
    {
      type: 'multiple-choice',
      options: ['Jakarta', 'Melaka', 'Kuala Lumpur'],
      answer: 'Kuala Lumpur',
      feedback: ['', 'Be more exact.', 'Right.'],
    },
  ])
  expect(found.origins).toEqual([
    { title: 'Q1', changes: ['gives part of the points in the file and none here: Melaka (50 %)'] },
  ])
})

test('a spelling with half of the points and a wildcard with none do not become right answers', async () => {
  const found = await readReal('half-credit-short-answer.gift')
  const [question] = quizOf(found)
  expect(question).toMatchObject({ type: 'short-answer', answers: ['Kuala Lumpur'] })
  if (!question) return
  expect(
    ['Kuala Lumpur', 'kuala lumpur', 'Kuala Lumpor', '*'].map((typed) => earned(question, typed)),
  ).toEqual([1, 1, 0, 0])
  expect(found.origins[0]?.changes).toEqual([
    'gives part of the points in the file and none here: Kuala Lumpor (50 %)',
    'feedbacks left out: 1',
  ])
})

test('texts in HTML are read as HTML, and pictures are counted', async () => {
  expect(quizOf(await readReal('html-format.gift'))).toMatchObject([
    { question: 'Which one is a planet?', options: ['Mars', 'The Moon'], feedback: ['Yes', 'No'] },
  ])
  const pictured = await readReal('picture.gift')
  expect(quizOf(pictured)).toMatchObject([{ question: 'Which state?', answer: 'Perak' }])
  expect(pictured.origins[0]?.changes).toEqual(['pictures left out: 1'])
})

test('numbers with weights, ranges and negative bounds are read; several right numbers are left out by name', async () => {
  const weighted = await readReal('numeric-with-weights.gift')
  expect(quizOf(weighted)).toMatchObject([
    { type: 'numeric', answer: 1957 },
    { type: 'numeric', answer: 1957 },
  ])
  expect(weighted.origins[0]?.changes[0]).toBe(
    'gives part of the points in the file and none here: 1957:5 (50 %)',
  )
  expect(weighted.leftOut).toEqual([
    { path: 'line 6 "Q2"', message: 'has several right numbers, and a question here has one' },
  ])
  expect(quizOf(await readReal('numeric-range-negative.gift'))).toMatchObject([
    { answer: -3, tolerance: 2 },
    { answer: -3.5, tolerance: 0.5 },
  ])
  expect((await oneOf('R {#=1:1 =3:1}')).question).toMatchObject({ answer: 2, tolerance: 2 })
  expect((await readText('R {#=%50%5:9 =5:0}')).leftOut).toMatchObject([
    { message: 'must have a right answer' },
  ])
})

test('titles have colons and escapes, descriptions are left out by name, and questions need no empty lines', async () => {
  for (const name of ['colon-in-title.gift', 'escaped-colon-in-title.gift']) {
    const found = await readReal(name)
    expect([found.origins[0]?.title, quizOf(found)[0]?.question]).toEqual([
      'Q1: the first',
      'Which one is a planet?',
    ])
  }
  const described = await readReal('description.gift')
  expect(quizOf(described)).toMatchObject([{ question: 'The Earth turns.' }])
  expect(described.leftOut).toEqual([{ path: 'line 1 "Read this"', message: 'is a text without a question' }])
  expect(quizOf(await readReal('tabs-and-no-blank-lines.gift'))).toMatchObject([
    { question: 'One?', answer: 'a' },
    { question: 'Two?', answer: 'c' },
  ])
  expect(quizOf(await readReal('category-and-bom.gift'))).toMatchObject([
    { type: 'true-false', answer: true },
  ])
  expect(quizOf(await readReal('braces-in-text.gift'))).toMatchObject([
    { options: ['{}', '{1}'], answer: '{}' },
  ])
  expect(quizOf(await readReal('short-answer-equals-in-text.gift'))).toMatchObject([
    { question: 'Solve x = 2 + 3.', answers: ['5'] },
  ])
})

test('feedback of true and false is named, and pairs keep their general feedback and their points for a part', async () => {
  const truth = await readReal('true-false-feedback.gift')
  expect(quizOf(truth)).toMatchObject([{ type: 'true-false', answer: true }])
  expect(truth.origins[0]?.changes).toEqual(['feedbacks left out: 2'])
  expect(quizOf(await readReal('matching-with-feedback.gift'))).toMatchObject([
    { type: 'matching', explanation: 'Capitals.', partial: true, pairs: [{ match: 'Kuala Lumpur' }, {}] },
  ])
})

test('answers may have empty lines within their braces, and an open brace does not take the next question', async () => {
  expect(quizOf(await readText('One? {\n=a\n\n~b\n}\nTwo? {F}\n\nThree {=c ~d\n\nFour? {T}'))).toMatchObject([
    { question: 'One?', options: ['a', 'b'] },
    { question: 'Two?', answer: false },
    { question: 'Four?', answer: true },
  ])
})

test('Markdown, tags without a declared format, formulas, powers and tables are read', async () => {
  expect((await oneOf('[markdown]Is **2** > 1? {T}')).question.question).toBe('Is 2 > 1?')
  expect((await oneOf('What is <b>bold</b>?\nSay. {T}')).question.question).toBe('What is bold?\nSay.')
  expect((await oneOf('Is a < b and c > d? {T}')).question.question).toBe('Is a < b and c > d?')
  const powers =
    '[html]<p>4 × 10<sup>5</sup>, H<sub>2</sub>O, \\\\(x^2\\\\)</p><table><tr><td>a</td><td>b</td></tr></table>'
  expect((await oneOf(`${powers} {T}`)).question.question).toBe('4 × 10⁵, H₂O, \\(x^2\\)\na | b')
  expect((await oneOf('[plain]What does <b> do? {T}')).question.question).toBe('What does <b> do?')
})

test('embedded videos become links or are counted, and texts of links keep their addresses', async () => {
  const { question, changes } = await oneOf(
    '[html]<p>See <a href\\="https\\://example.com/a">this</a>.</p><iframe src\\="https\\://www.youtube.com/embed/abcdef12345"></iframe><video src\\="@@PLUGINFILE@@/a.mp4"></video> {T}',
  )
  expect(question.question).toBe(
    'See this (https://example.com/a).\nhttps://www.youtube.com/watch?v=abcdef12345',
  )
  expect(changes).toEqual(['embedded videos left out: 1'])
})

test('a wildcard with all points and several right options of which one is chosen are left out by name', async () => {
  const found = await readText('A {=Mars* =Venus}\n\nB {=a =b ~c}\n\nC {=%50%a =%20%b}')
  expect(found.leftOut.map(({ message }) => message)).toEqual([
    'accepts a pattern (*), which a short answer here cannot',
    'has several right options of which learners choose one',
    'must have a right answer',
  ])
})

/** Returns the question if the reader reports no change, otherwise null. A question that is left out must have a reason. */
function unchangedOne(found: Awaited<ReturnType<typeof readText>>) {
  if (found.questions.length === 0) {
    expect(found.leftOut[0]?.message).toBeTruthy()
    return null
  }
  const [question] = quizOf(found)
  return found.origins[0]?.changes.length === 0 ? question : null
}

const words = ['Mars', 'Venus', 'the Moon', 'MARS', 'Io', 'Pluto', '7', 'Titan']
const weights = fc.constantFrom(100, 50, 33.33333, 25, 0, -25, -33.33333, -50, -100)
const weighted = fc.uniqueArray(fc.record({ text: fc.constantFrom(...words), weight: weights }), {
  minLength: 2,
  maxLength: 6,
  selector: ({ text }) => text.toLowerCase(),
})
/**
 * Most random weights cannot be imported unchanged. Therefore these weights divide the points equally between the right options.
 */
const sound = fc
  .tuple(fc.subarray(words.slice(0, 3).concat('Io', 'Titan'), { minLength: 2 }), fc.nat(3), fc.boolean())
  .map(([texts, place, isStrict]) => {
    const right = 1 + (place % (texts.length - 1))
    const weight = (at: number) => (at < right ? 100 / right : isStrict ? -100 / right : 0)
    return texts.map((text, at) => ({ text, weight: weight(at) }))
  })
const within = (share: number) => Math.min(1, Math.max(0, share))

test('every choice of options earns what Moodle gives, or the change is said, or the question is left out', async () => {
  let graded = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(weighted, sound), fc.boolean(), async (options, isSingle) => {
      // Moodle reads a question without wrong options as a short answer, so a single choice needs right and wrong options.
      const single = isSingle && new Set(options.map(({ weight }) => weight === 100)).size === 2
      const answers = options.map(({ text, weight }) =>
        single && weight === 100 ? `=${text}` : `~%${weight}%${text}`,
      )
      const found = await readText(`Q {${answers.join(' ')}}`)
      const question = unchangedOne(found)
      if (!question) return
      graded += 1
      const subsets = single
        ? options.map((option) => [option])
        : Array.from({ length: 2 ** options.length }, (_, at) =>
            options.filter((_one, bit) => (at >> bit) & 1),
          )
      for (const chosen of subsets) {
        const source = within(chosen.reduce((sum, { weight }) => sum + weight / 100, 0))
        const ours = earned(question, { words: chosen.map(({ text }) => text) })
        expect(Math.abs(source - ours)).toBeLessThan(0.02)
      }
    }),
    { numRuns: 150 },
  )
  expect(graded, 'questions that were compared').toBeGreaterThan(10)
})

test('every typed text earns what Moodle gives, or the change is said, or the question is left out', async () => {
  const answer = fc.record({ text: fc.constantFrom(...words, 'Ma*', '*', 'a  b', 'é'), weight: weights })
  const typed = [...words, 'mars', 'Maria', 'e', 'É', 'a b', 'a  b', 'theMoon', '*']
  let graded = 0
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 5 }), async (answers) => {
      const found = await readText(
        `Q {${answers.map(({ text, weight }) => `=%${weight}%${text}`).join(' ')}}`,
      )
      const question = unchangedOne(found)
      if (!question) return
      graded += 1
      for (const text of typed) {
        const hit = answers.find((one) => moodleMatches(one.text, text))
        expect(earned(question, text)).toBeCloseTo(within((hit?.weight ?? 0) / 100), 1)
      }
    }),
    { numRuns: 800 },
  )
  expect(graded, 'questions that were compared').toBeGreaterThan(5)
})

/** Simulates Moodle's comparison: it ignores capitals, distinguishes accents, and lets `*` stand for any characters. */
function moodleMatches(pattern: string, typed: string): boolean {
  const parts = pattern
    .split('*')
    .map((part) => part.replace(/[^\w\s]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`))
  return new RegExp(`^${parts.join('.*')}$`, 'iu').test(typed.trim())
}

test('every number earns what Moodle gives, or the change is said, or the question is left out', async () => {
  const range = fc.record({
    value: fc.integer({ min: -10, max: 10 }),
    tolerance: fc.constantFrom(0, 0.5, 1, 3),
    weight: fc.constantFrom(100, 50, 0),
  })
  let graded = 0
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 4 }), async (ranges) => {
      const written = ranges.map(({ value, tolerance, weight }) => `=%${weight}%${value}:${tolerance}`)
      const found = await readText(`Q {#${written.join(' ')}}`)
      const question = unchangedOne(found)
      if (!question) return
      graded += 1
      for (let number = -14; number <= 14; number += 0.25) {
        const hit = ranges.find(({ value, tolerance }) => Math.abs(number - value) <= tolerance + 1e-9)
        expect(earned(question, String(number))).toBe((hit?.weight ?? 0) / 100)
      }
    }),
    { numRuns: 150 },
  )
  expect(graded, 'questions that were compared').toBeGreaterThan(5)
})

test('questions of any text written as GIFT are read as the same questions with the same keys', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestions, async (questions) => {
      const held = questions.filter(({ type }) => type !== 'ordering' && type !== 'coding')
      if (held.length === 0) return
      const found = await readText(writeGift({ title: 'All', questions: held }))
      expect(found.leftOut).toEqual([])
      expect(quizOf(found)).toEqual(held)
    }),
    { numRuns: 150 },
  )
})

test('a file with more questions than a quiz holds names those that are left out', async () => {
  const found = await readText(Array.from({ length: 102 }, (_, at) => `::T${at}::Q? {T}`).join('\n\n'))
  expect(found.questions).toHaveLength(quizLimits.questions)
  expect(found.leftOut.map(({ path }) => path)).toEqual(['line 201 "T100"', 'line 203 "T101"'])
})
