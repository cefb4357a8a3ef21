import type { QuizFile, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { checkQuiz } from '@apogee/contracts/assessments/quiz-file.ts'
import { isVisible } from '@apogee/domain/text/visible-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml } from '#server/platform/xml/read-xml.ts'
import { readCartridgeQuiz } from './cartridge-questions.ts'
import { cartridgeQuiz } from './write-questions.ts'

const written = (quiz: QuizFile) =>
  cartridgeQuiz(quiz, {
    ident: 'q',
    title: quiz.title,
    pictureOf: (file) => `$IMS-CC-FILEBASE$../files/${file}.png`,
  })

function readAgain(quiz: QuizFile) {
  const { xml, leftOut } = written(quiz)
  if (xml === null) throw new Error('nothing was written')
  return { ...readCartridgeQuiz(readXml(xml), quiz.title), named: leftOut }
}

/**
 * Characters with a meaning in XML or HTML are more frequent than letters. Control characters and formulas are left out, because
 * the writer changes them on purpose.
 */
const sign = fc.constantFrom(
  ...'<>&"\'#;/ aÉ日\n‮ש'.split(/(?:)/u),
  '🚀',
  '&amp;',
  '<b>',
  ']]>',
  '$5',
  '  ',
  'general_fb',
)
const line = fc
  .array(sign, { minLength: 1, maxLength: 8 })
  .map((signs) => signs.join('').trim())
  .filter(isVisible)
const points = fc.integer({ min: 1, max: 100 })
const flag = fc.constantFrom({}, true).map((on) => (on === true ? true : undefined))
const every = {
  question: line,
  points,
  explanation: fc.option(line, { nil: undefined }),
}
const options = fc.uniqueArray(line, { minLength: 2, maxLength: 5 })
const feedback = fc.option(fc.array(fc.oneof(line, fc.constant('')), { minLength: 2, maxLength: 2 }), {
  nil: undefined,
})
const question = fc.oneof(
  fc.tuple(fc.record(every), options, fc.nat(), feedback).map(([rest, all, at, said]) => ({
    ...rest,
    type: 'multiple-choice' as const,
    options: all,
    answer: all[at % all.length] ?? '',
    feedback: said,
  })),
  fc.tuple(fc.record(every), options, fc.nat(), flag, feedback).map(([rest, all, bits, partial, said]) => {
    const right = all.filter((_, at) => (bits >> at) & 1)
    return {
      ...rest,
      type: 'multiple-answers' as const,
      options: all,
      answers: right.length > 0 ? right : all.slice(0, 1),
      partial,
      feedback: said,
    }
  }),
  fc.record({ ...every, type: fc.constant('true-false' as const), answer: fc.boolean() }),
  fc.record({
    ...every,
    type: fc.constant('short-answer' as const),
    answers: fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: (text) => text.toLowerCase() }),
    matchCase: flag,
    matchAccents: flag,
    matchBlanks: flag,
  }),
  fc.record({ ...every, type: fc.constant('hand-in' as const) }),
)

/** Removes fields that have no effect, so that a question can be compared with the one read back. */
const plain = (one: object): QuizQuestion => {
  const given = JSON.parse(JSON.stringify(one)) as QuizQuestion
  // Case does not matter to answers without letters that have two cases.
  if (
    given.type === 'short-answer' &&
    given.answers.every((text) => text.toLowerCase() === text.toUpperCase())
  )
    delete given.matchCase
  const said = 'feedback' in given ? given.feedback : undefined
  if ('feedback' in given) delete given.feedback
  if (!said?.some((text) => text !== '') || !('options' in given)) return given
  return { ...given, feedback: given.options.map((_, at) => said[at] ?? '') } as QuizQuestion
}

test('questions of every kind that the profile has keep texts, keys, points and feedback', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (made) => {
      const checked = checkQuiz({ title: 'Quiz', questions: made.map(plain) })
      if (!('quiz' in checked)) throw new Error(JSON.stringify(checked.problems))
      const { quiz, leftOut, changed } = readAgain(checked.quiz)
      expect([leftOut, changed]).toEqual([[], []])
      expect(quiz?.questions.map(plain)).toEqual(checked.quiz.questions.map(plain))
    }),
    { numRuns: 300 },
  )
})
