/** Converts questions between the form that authors write and the form that is stored. Pure functions. */
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type {
  OptionPictures,
  QuizFile,
  QuizPicture,
  QuizQuestion,
  Rubric,
} from '@apogee/contracts/assessments/quiz-file.ts'
import type { AnswerKey } from './answers.rules.ts'

/** Describes a question as it is stored: the part that learners see, and the answer key. */
export interface NewQuestion {
  kind: QuestionKind
  question: string
  /** This picture is shown above the question. Null means that there is none. */
  picture: QuizPicture | null
  points: number
  /** Attempts draw the question from this group. Null means that every attempt asks it. */
  group: string | null
  /** Where the author's order would reveal the answer, the options are stored in sorted order. */
  options: string[]
  /** The index is that of the option. An empty list means that no option has a picture. */
  optionPictures: OptionPictures
  prompts: string[]
  starterCode: string
  functionName: string | null
  /** An answer may have this many files. */
  filesAllowed: number
  /** False means that the answer consists of files only. */
  takesText: boolean
  /** Null means that the grader gives points as a number. */
  rubric: Rubric | null
  key: AnswerKey
  explanation: string
  /** The index is that of the option. An empty list means that no option has feedback. */
  feedback: string[]
}

export const questionsOf = (quiz: QuizFile): NewQuestion[] => quiz.questions.map(storedQuestion)

function storedQuestion(given: QuizQuestion): NewQuestion {
  return {
    kind: given.type,
    question: given.question,
    picture: given.picture ?? null,
    points: given.points,

    options: [],
    optionPictures: [],
    prompts: [],
    starterCode: '',
    functionName: null,
    filesAllowed: 0,
    takesText: true,
    rubric: null,
    feedback: [],
    explanation: given.explanation ?? '',
    group: given.group ?? null,
    ...partsOf(given),
  }
}

const sorted = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted()

function partsOf(given: QuizQuestion): Pick<NewQuestion, 'key'> & Partial<NewQuestion> {
  switch (given.type) {
    case 'multiple-choice':
      return {
        ...choiceOf(given),
        key: given.options.indexOf(given.answer),
      }
    case 'multiple-answers': {
      const chosen = given.options.flatMap((text, index) => (given.answers.includes(text) ? [index] : []))
      return {
        ...choiceOf(given),
        key: { chosen, isPartial: given.partial ?? false },
      }
    }
    case 'true-false':
      return { key: given.answer }
    case 'short-answer': {
      const { answers, matchCase = false, matchAccents = false, matchBlanks = false } = given
      return { key: { spellings: answers, matchCase, matchAccents, matchBlanks } }
    }
    case 'numeric':
      return { key: { value: given.answer, tolerance: given.tolerance ?? 0 } }
    case 'matching': {
      const options = sorted([...given.pairs.map(({ match }) => match), ...(given.distractors ?? [])])
      const matches = given.pairs.map(({ match }) => options.indexOf(match))
      const prompts = given.pairs.map(({ prompt }) => prompt)
      return { options, prompts, key: { matches, isPartial: given.partial ?? false } }
    }
    case 'ordering': {
      const options = sorted(given.items)
      const order = given.items.map((text) => options.indexOf(text))
      return { options, key: { order, isPartial: given.partial ?? false } }
    }
    case 'hand-in':
      return {
        filesAllowed: given.files ?? 0,
        takesText: given.text ?? true,
        rubric: given.rubric ?? null,
        key: { guide: given.guide ?? '' },
      }
    case 'coding':
      return {
        starterCode: given.starterCode ?? '',
        functionName: given.function,
        key: given.tests.map((test) => ({ arguments: test.arguments, expected: test.expected })),
      }
  }
}

const choiceOf = ({
  options,
  feedback = [],
  optionPictures = [],
}: Extract<QuizQuestion, { options: string[] }>) => ({ options, feedback, optionPictures })

/** Returns a stored question as its author wrote it. */
export function writtenQuestion(stored: NewQuestion): QuizQuestion {
  const { question, points, options, key, group } = stored
  const every = {
    question,
    points,
    ...(stored.picture && { picture: stored.picture }),
    ...(stored.explanation && { explanation: stored.explanation }),
    ...(group !== null && { group }),
  }
  const textAt = (index: number): string => options[index] ?? ''
  const { feedback, optionPictures } = stored
  const choice = {
    options,
    ...(feedback.length > 0 && { feedback }),
    ...(optionPictures.length > 0 && { optionPictures }),
  }
  if (typeof key === 'boolean') return { ...every, type: 'true-false', answer: key }
  if (typeof key === 'number') return { ...every, type: 'multiple-choice', ...choice, answer: textAt(key) }
  if (Array.isArray(key)) {
    const { starterCode, functionName } = stored
    return { ...every, type: 'coding', function: functionName ?? '', starterCode, tests: key }
  }
  if ('guide' in key) {
    const { guide } = key
    return {
      ...every,
      type: 'hand-in',
      ...(guide && { guide }),
      files: stored.filesAllowed,
      ...(!stored.takesText && { text: false }),
      ...(stored.rubric && { rubric: stored.rubric }),
    }
  }
  if ('spellings' in key) {
    const { spellings, ...matches } = key
    return { ...every, type: 'short-answer', answers: spellings, ...matches }
  }
  if ('value' in key) return { ...every, type: 'numeric', answer: key.value, tolerance: key.tolerance }
  const partial = key.isPartial
  if ('chosen' in key)
    return { ...every, type: 'multiple-answers', ...choice, answers: key.chosen.map(textAt), partial }
  if ('order' in key) return { ...every, type: 'ordering', items: key.order.map(textAt), partial }
  const distractors = options.filter((_, index) => !key.matches.includes(index))
  return {
    ...every,
    type: 'matching',
    partial,
    pairs: stored.prompts.map((prompt, index) => ({ prompt, match: textAt(key.matches[index] ?? -1) })),
    ...(distractors.length > 0 && { distractors }),
  }
}
