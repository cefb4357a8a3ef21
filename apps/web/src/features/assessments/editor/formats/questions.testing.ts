/** Makes questions of every kind that files of other programs can hold, with texts that are hard to write. */
import type { QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import fc from 'fast-check'

const hard = [
  'Mars',
  '<b>x</b>',
  'a -> b',
  '= {1}',
  '50 % # 3',
  '%50%x',
  '~ no',
  '\\*',
  'a*b',
  '::t::',
  '// c',
  '[html] x',
  'x &lt; y',
  'é',
  '$5',
  '\\(x\\)',
  'T',
  'a\\nb',
  'two words',
  '<br>',
  '#### x',
  '&',
  '\\\\',
  'ab|c',
  '"q"',
]
const text = fc
  .oneof(
    fc.constantFrom(...hard),
    fc.string({
      minLength: 1,
      maxLength: 12,
      unit: fc.constantFrom(...'ab =~#{}:%*<>&\\[]-$/T1.'.split('')),
    }),
  )
  .map((given) => given.trim().replace(/\s+/g, ' '))
  // The reader turns a displayed formula within a line into an inline formula, so texts with one would not be equal.
  .filter((given) => given !== '' && !given.includes('\\['))
const texts = (least: number, most: number) =>
  fc.uniqueArray(text, { minLength: least, maxLength: most, selector: (given) => given.toLowerCase() })
const every = {
  question: fc.tuple(text, text).map((lines) => lines.join('\n')),
  points: fc.integer({ min: 1, max: 100 }),
}
const explained = fc.option(
  text.map((explanation) => ({ explanation })),
  { nil: {} },
)

const choice = fc.record({
  ...every,
  options: texts(2, 5),
  feedback: fc.array(text, { minLength: 5, maxLength: 5 }),
})
const kinds: fc.Arbitrary<QuizQuestion>[] = [
  choice.map(({ feedback, ...given }) => ({
    ...given,
    type: 'multiple-choice',
    answer: given.options[0] ?? '',
    feedback: feedback.slice(0, given.options.length),
  })),
  fc.tuple(choice, fc.boolean()).map(([{ feedback: _, ...given }, partial]) => ({
    ...given,
    type: 'multiple-answers',
    answers: given.options.slice(0, Math.max(2, given.options.length - 2)),
    ...(partial && { partial }),
  })),
  fc.record({ ...every, answer: fc.boolean() }).map((given) => ({ ...given, type: 'true-false' })),
  fc
    .record({ ...every, answers: texts(1, 3), flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()) })
    .map(({ flags: [matchCase, matchAccents, matchBlanks], ...given }) => ({
      ...given,
      type: 'short-answer',
      ...(matchCase && { matchCase }),
      ...(matchAccents && { matchAccents }),
      ...(matchBlanks && { matchBlanks }),
    })),
  fc
    .record({
      ...every,
      answer: fc.integer({ min: -900, max: 900 }),
      tolerance: fc.constantFrom(0.05, 0.5, 2),
    })
    .map((given) => ({ ...given, answer: given.answer / 8, type: 'numeric' })),
  fc
    .tuple(fc.record({ ...every, prompts: texts(2, 4), matches: texts(4, 4) }), fc.boolean())
    .map(([{ prompts, matches, ...given }, partial]) => ({
      ...given,
      type: 'matching',
      pairs: prompts.map((prompt, at) => ({ prompt, match: matches[at] ?? '' })),
      ...(partial && { partial }),
      ...(prompts.length < 4 && { distractors: matches.slice(prompts.length) }),
    })),
  fc.record({ ...every, items: texts(2, 4) }).map((given) => ({ ...given, type: 'ordering' })),
  fc
    .record({ ...every, files: fc.integer({ min: 0, max: 3 }) })
    .map((given) => ({ ...given, type: 'hand-in' })),
]

export const anyQuestions: fc.Arbitrary<QuizQuestion[]> = fc.array(
  fc.tuple(fc.oneof(...kinds), explained).map(([question, more]) => ({ ...question, ...more })),
  { minLength: 1, maxLength: 4 },
)
