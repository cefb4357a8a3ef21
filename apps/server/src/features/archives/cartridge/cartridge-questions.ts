/**
 * Reads quizzes of a Common Cartridge: QTI 1.2.1 in the profile of Common Cartridge 1.0 to 1.3 (IMS Common Cartridge Profile,
 * chapter 4.10). Supported items become questions; the others are listed as left out. Pure functions.
 */
import { checkQuiz, quizLimits, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { attribute, children, descendants, textOf, type XmlElement } from '#server/platform/xml/read-xml.ts'
import { plainTextOf } from './html-document.ts'

export interface ReadQuiz {
  /** Null means that none of the quiz's questions are supported. */
  quiz: QuizFile | null
  /** Each entry is a question's title and the reason why it is left out. */
  leftOut: string[]
}

const defaultPoints = 10

export function readCartridgeQuiz(root: XmlElement, title: string): ReadQuiz {
  const [assessment] = children(root, 'assessment')
  const facts = assessment ? metadataOf(assessment) : new Map<string, string>()
  const leftOut: string[] = []
  const questions: object[] = []
  const items = descendants(root, 'item')
  for (const [place, item] of items.entries()) {
    const name = attribute(item, 'title')?.trim() || `question ${place + 1}`
    const question = questions.length < quizLimits.questions ? questionOf(item) : 'too many questions'
    const problem = typeof question === 'string' ? question : problemOf(question)
    if (problem === null && typeof question === 'object') questions.push(question)
    else leftOut.push(`${name}: ${problem}`)
  }
  const minutes = Number(facts.get('qmd_timelimit'))
  const attempts = Number(facts.get('cc_maxattempts'))
  const read = checkQuiz({
    title,
    questions,
    ...(minutes >= 1 && minutes <= 480 && { timeLimitMinutes: Math.round(minutes) }),
    ...(attempts >= 1 && attempts <= 20 && { attemptsAllowed: Math.round(attempts) }),
  })
  return { quiz: 'quiz' in read ? read.quiz : null, leftOut }
}

function problemOf(question: object): string | null {
  const read = checkQuiz({ title: 'One', questions: [question] })
  if ('quiz' in read) return null
  const [first] = read.problems
  return `${first?.path.replace('questions.0.', '') ?? ''} ${first?.message ?? ''}`.trim()
}

function metadataOf(parent: XmlElement): Map<string, string> {
  return new Map(
    descendants(parent, 'qtimetadatafield').map((field) => [
      textOf(field, 'fieldlabel'),
      textOf(field, 'fieldentry'),
    ]),
  )
}

/** Returns the question, or the reason why it is not supported. */
function questionOf(item: XmlElement): object | string {
  const facts = metadataOf(item)
  const [presentation] = children(item, 'presentation')
  if (!presentation) return 'has nothing to show'
  const profile = /^cc\.([a-z_]+)/.exec(facts.get('cc_profile') ?? '')?.[1] ?? profileOf(presentation)
  const points = Math.round(Number(facts.get('cc_weighting') ?? defaultPoints))
  const explanation = descendants(item, 'itemfeedback')
    .filter((one) => /general|solution/i.test(attribute(one, 'ident') ?? ''))
    .map(materialOf)
    .join('\n')
  const every = {
    question: materialOf(presentation),
    points: points >= 1 && points <= 100 ? points : defaultPoints,
    ...(explanation !== '' && { explanation }),
  }
  switch (profile) {
    case 'multiple_choice':
    case 'true_false':
      return choiceOf(item, presentation, every, profile === 'true_false')
    case 'multiple_response':
      return responsesOf(item, presentation, every)
    case 'fib':
      return { ...every, type: 'short-answer', answers: [...rightAnswers(item)] }
    default:
      return `a question of the kind ${profile || 'unknown'} is not supported`
  }
}

/** Infers the profile where it is missing, because programs that do not follow the profile omit its name. */
function profileOf(presentation: XmlElement): string {
  const [choice] = descendants(presentation, 'response_lid')
  if (choice)
    return attribute(choice, 'rcardinality') === 'Multiple' ? 'multiple_response' : 'multiple_choice'
  return descendants(presentation, 'response_str').length > 0 ? 'fib' : ''
}

interface Label {
  id: string
  text: string
}

const labelsOf = (presentation: XmlElement): Label[] =>
  descendants(presentation, 'response_label').map((label) => ({
    id: attribute(label, 'ident') ?? '',
    text: materialOf(label),
  }))

function choiceOf(
  item: XmlElement,
  presentation: XmlElement,
  every: object,
  isTrueFalse: boolean,
): object | string {
  const labels = labelsOf(presentation)
  const rightIds = rightAnswers(item)
  const right = labels.filter(({ id }) => rightIds.has(id))
  const [answer] = right
  if (!answer || right.length > 1) return 'must have one right answer'
  const isTrue = /^(true|benar|t|yes)$/i.test(answer.text) || /^true$/i.test(answer.id)
  if (isTrueFalse) return { ...every, type: 'true-false', answer: isTrue }
  return { ...every, type: 'multiple-choice', options: labels.map(({ text }) => text), answer: answer.text }
}

function responsesOf(item: XmlElement, presentation: XmlElement, every: object): object | string {
  const labels = labelsOf(presentation)
  const right = rightAnswers(item)
  const answers = labels.filter(({ id }) => right.has(id)).map(({ text }) => text)
  if (answers.length === 0) return 'must have a right answer'
  return { ...every, type: 'multiple-answers', options: labels.map(({ text }) => text), answers }
}

/** Returns the answers that scoring conditions require. Answers that the conditions exclude are wrong. */
function rightAnswers(item: XmlElement): Set<string> {
  const right = descendants(item, 'respcondition')
    .filter((condition) => children(condition, 'setvar').some((set) => Number(set.text) > 0))
    .flatMap((condition) => children(condition, 'conditionvar'))
    .flatMap((condition) => descendants(condition, 'varequal', 'not'))
    .map((one) => one.text.trim())
  return new Set(right)
}

/** Returns the text of the element's own material, without that of its answers. */
function materialOf(place: XmlElement): string {
  return [
    ...children(place, 'material'),
    ...children(place, 'flow_mat').flatMap((one) => children(one, 'material')),
  ]
    .flatMap((material) => children(material, 'mattext'))
    .map((text) => (attribute(text, 'texttype') === 'text/plain' ? text.text.trim() : plainTextOf(text.text)))
    .join('\n')
    .trim()
}
