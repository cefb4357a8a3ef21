/**
 * Writes a quiz as an assessment of a Common Cartridge 1.3, which uses a profile of QTI 1.2.1. The profile has five kinds of
 * questions, points for whole answers, and feedback. `leftOut` names what the profile cannot express. Pure functions.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { ExportLeftOutReason } from '@apogee/contracts/archives/archives.ts'
import {
  minutesOfQuiz,
  type QuizFile,
  type QuizPicture,
  type QuizQuestion,
} from '@apogee/contracts/assessments/quiz-file.ts'
import { htmlText } from '@apogee/contracts/courses/html/write-html.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { responseIdent, type OwnMark } from './own-marks.ts'

const quizSpace = 'http://www.imsglobal.org/xsd/ims_qtiasiv1p2'
const quizSpaces = [
  `xmlns="${quizSpace}"`,
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  `xsi:schemaLocation="${quizSpace} http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_qtiasiv1p2p1_v1p0.xsd"`,
].join(' ')

export interface LeftOutOfQuiz {
  reason: ExportLeftOutReason
  /** Quotes the beginning of the question. '' means that the reason concerns the quiz itself. */
  detail: string
}

export interface CartridgeQuiz {
  /** Null means that the profile supports none of the quiz's questions. */
  xml: string | null
  leftOut: LeftOutOfQuiz[]
}

interface Target {
  ident: string
  title: string
  /** Returns the address of a picture, or null for one that is missing. */
  pictureOf: (file: string) => string | null
}

type Choice = Extract<QuizQuestion, { type: 'multiple-choice' | 'multiple-answers' }>
type Short = Extract<QuizQuestion, { type: 'short-answer' }>

const mostPoints = 99
const mostAttempts = 5

/** Learners know the published quiz, so `quiz` must be the published one. */
export function cartridgeQuiz(quiz: QuizFile, target: Target): CartridgeQuiz {
  const leftOut: LeftOutOfQuiz[] = settingsLeftOut(quiz).map((reason) => ({ reason, detail: '' }))
  const items = quiz.questions.flatMap((question, at) => {
    const item = itemOf(question, { ...target, ident: `${target.ident}-q${at + 1}` }, quiz)
    const detail = nameOfQuestion(question)
    for (const reason of item ? item.leftOut : (['question-kind'] as const)) leftOut.push({ reason, detail })
    return item ? [item.xml] : []
  })
  if (items.length === 0) return { xml: null, leftOut: [...leftOut, { reason: 'no-question', detail: '' }] }
  const seen = (quiz.review ?? 'answers') === 'answers' ? 'Yes' : 'No'
  const attempts = quiz.attemptsAllowed
  const minutes = minutesOfQuiz(quiz)
  const facts = [
    field('cc_profile', 'cc.exam.v0p1'),
    field('qmd_assessmenttype', 'Examination'),
    field('qmd_scoretype', 'Percentage'),
    field('qmd_feedbackpermitted', seen),
    field('qmd_solutionspermitted', seen),
    ...(minutes === null ? [] : [field('qmd_timelimit', String(minutes))]),
    field('cc_maxattempts', attempts === undefined ? 'unlimited' : String(Math.min(attempts, mostAttempts))),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop ${quizSpaces}>
<assessment ident="${target.ident}" title="${xmlText(target.title)}">
<qtimetadata>${facts.join('')}</qtimetadata>
<section ident="${target.ident}-section">
${items.join('\n')}
</section></assessment></questestinterop>
`
  return { xml, leftOut }
}

function settingsLeftOut(quiz: QuizFile): ExportLeftOutReason[] {
  const { review = 'answers', passPercentage, attemptsAllowed = 1, shuffleQuestions, groups = [] } = quiz
  return [
    ...(review === 'answers' ? [] : (['quiz-review'] as const)),
    ...(passPercentage === undefined ? [] : (['quiz-pass-mark'] as const)),
    ...(attemptsAllowed > mostAttempts ? (['quiz-attempts'] as const) : []),
    ...(shuffleQuestions ? (['quiz-order'] as const) : []),
    ...(groups.length > 0 ? (['quiz-draw'] as const) : []),
  ]
}

const nameOfQuestion = ({ question }: QuizQuestion): string => cutText(question.replace(/\s+/g, ' '), 80)

const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${xmlText(entry)}</fieldentry></qtimetadatafield>`

interface Parts {
  profile: string
  /** This XML element asks for the answer. */
  response: string
  conditions: string[]
  /** Keys are the identifiers of the feedback that conditions show. */
  feedback: ReadonlyMap<string, string>
  isGradedByPerson?: true
  leftOut: ExportLeftOutReason[]
}

function itemOf(
  question: QuizQuestion,
  target: Target,
  quiz: QuizFile,
): { xml: string; leftOut: ExportLeftOutReason[] } | null {
  const parts = partsOf(question, target, quiz.shuffleOptions === true)
  if (!parts) return null
  const { points, group, explanation } = question
  const feedback = new Map([
    ...(explanation ? [['general_fb', explanation] as const] : []),
    ...parts.feedback,
  ])
  const facts = [
    field('cc_profile', parts.profile),
    field('cc_weighting', String(Math.min(points, mostPoints))),
    field('qmd_scoringpermitted', 'Yes'),
    field('qmd_computerscored', parts.isGradedByPerson ? 'No' : 'Yes'),
    ...(group ? [field('cc_question_category', group)] : []),
  ]
  const conditions = [
    ...(explanation ? [condition('<other/>', { shows: 'general_fb', goesOn: true })] : []),
    ...parts.conditions,
  ]
  const processing =
    conditions.length === 0 ? '' : `<resprocessing>${scoreXml}${conditions.join('')}</resprocessing>`
  const texts = [...feedback].map(
    ([ident, text]) =>
      `<itemfeedback ident="${ident}"><flow_mat>${material(lines(text))}</flow_mat></itemfeedback>`,
  )
  const picture = question.picture ? pictureHtml(question.picture, target) : ''
  const xml = [
    `<item ident="${target.ident}" title="${xmlText(nameOfQuestion(question))}">`,
    `<itemmetadata><qtimetadata>${facts.join('')}</qtimetadata></itemmetadata>`,
    `<presentation>${material(`${picture}${lines(question.question)}`)}${parts.response}</presentation>`,
    processing,
    ...texts,
    '</item>',
  ].join('')
  return { xml, leftOut: [...(points > mostPoints ? (['points'] as const) : []), ...parts.leftOut] }
}

const scoreXml =
  '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'

function partsOf(question: QuizQuestion, target: Target, isShuffled: boolean): Parts | null {
  switch (question.type) {
    case 'multiple-choice':
      return oneParts(question, target, isShuffled)
    case 'multiple-answers':
      return severalParts(question, target, isShuffled)
    case 'true-false': {
      const ident = identOf(question)
      return {
        profile: 'cc.true_false.v0p1',
        // Programs recognise true and false by these words, and show their own words for them.
        response: choices(ident, 'Single', [label('true', 'True'), label('false', 'False')], false),
        conditions: [true, false].map((value) =>
          condition(isEqual(ident, String(value)), { score: value === question.answer ? 100 : 0 }),
        ),
        feedback: new Map(),
        leftOut: [],
      }
    }
    case 'short-answer':
      return shortParts(question)
    case 'hand-in':
      return {
        profile: 'cc.essay.v0p1',
        response: blank(identOf(question), 'rows="10" columns="60"'),
        conditions: [],
        feedback: new Map(),
        isGradedByPerson: true,
        // The guide is for graders, but other programs would show it to learners as a solution.
        leftOut: [
          ...(question.guide ? (['grading-guide'] as const) : []),
          ...(question.files ? (['answer-files'] as const) : []),
        ],
      }
    case 'numeric':
    case 'matching':
    case 'ordering':
    case 'coding':
      return null
  }
}

const identOf = ({ points }: QuizQuestion, marks: readonly OwnMark[] = []): string =>
  responseIdent(points > mostPoints ? [...marks, '100points'] : marks)

const labelId = (at: number) => `a${at + 1}`
const feedbackId = (at: number) => `${labelId(at)}_fb`

function optionsOf(question: Choice, target: Target) {
  const { options, feedback = [], optionPictures = [] } = question
  const labels = options.map((option, at) => {
    const picture = optionPictures[at]
    return label(labelId(at), `${picture ? pictureHtml(picture, target) : ''}${lines(option)}`)
  })
  const said = options.flatMap((_, at) => {
    const text = feedback[at] ?? ''
    return text === '' ? [] : [[feedbackId(at), text] as const]
  })
  const isAlone = optionPictures.some((picture) => picture?.isAlone)
  return {
    labels,
    feedback: new Map(said),
    leftOut: isAlone ? (['picture-options'] as const) : [],
  }
}

/**
 * Each option gets one condition with `continue="No"`. Some programs show the feedback of conditions with `continue="Yes"` for
 * every answer.
 */
function oneParts(
  question: Extract<Choice, { type: 'multiple-choice' }>,
  target: Target,
  isShuffled: boolean,
): Parts {
  const ident = identOf(question)
  const { labels, feedback, leftOut } = optionsOf(question, target)
  return {
    profile: 'cc.multiple_choice.v0p1',
    response: choices(ident, 'Single', labels, isShuffled),
    conditions: question.options.map((option, at) =>
      condition(isEqual(ident, labelId(at)), {
        score: option === question.answer ? 100 : 0,
        ...(feedback.has(feedbackId(at)) && { shows: feedbackId(at) }),
      }),
    ),
    feedback,
    leftOut: [...leftOut],
  }
}

function severalParts(
  question: Extract<Choice, { type: 'multiple-answers' }>,
  target: Target,
  isShuffled: boolean,
): Parts {
  const ident = identOf(question, question.partial ? ['partial'] : [])
  const { labels, feedback, leftOut } = optionsOf(question, target)
  const tests = question.options.map((option, at) => {
    const test = isEqual(ident, labelId(at))
    return question.answers.includes(option) ? test : `<not>${test}</not>`
  })
  return {
    profile: 'cc.multiple_response.v0p1',
    response: choices(ident, 'Multiple', labels, isShuffled),
    conditions: [
      condition(`<and>${tests.join('')}</and>`, { score: 100, goesOn: true }),
      ...question.options.flatMap((_, at) =>
        feedback.has(feedbackId(at))
          ? [condition(isEqual(ident, labelId(at)), { shows: feedbackId(at) })]
          : [],
      ),
    ],
    feedback,
    leftOut: [...leftOut, ...(question.partial ? (['partial-points'] as const) : [])],
  }
}

/** All spellings are in one condition, which holds when any of them matches. */
function shortParts(question: Short): Parts {
  const { answers, matchCase, matchAccents, matchBlanks } = question
  const marks = [
    ...(matchAccents ? [] : (['anyaccents'] as const)),
    ...(matchBlanks ? [] : (['anyblanks'] as const)),
  ]
  const ident = identOf(question, marks)
  const equal = answers.map((answer) => isEqual(ident, answer, matchCase === true ? 'Yes' : 'No'))
  return {
    profile: 'cc.fib.v0p1',
    response: blank(ident, 'rows="1" columns="40" prompt="Box"'),
    conditions: [condition(equal.join(''), { score: 100 })],
    feedback: new Map(),
    leftOut: marks.length > 0 ? ['exact-spelling'] : [],
  }
}

const isEqual = (ident: string, value: string, matchCase?: 'Yes' | 'No'): string =>
  `<varequal${matchCase ? ` case="${matchCase}"` : ''} respident="${ident}">${xmlText(value)}</varequal>`

function condition(
  tests: string,
  { score, shows, goesOn = false }: { score?: number; shows?: string; goesOn?: boolean },
): string {
  const set = score === undefined ? '' : `<setvar action="Set" varname="SCORE">${score}</setvar>`
  const shown = shows === undefined ? '' : `<displayfeedback feedbacktype="Response" linkrefid="${shows}"/>`
  return `<respcondition continue="${goesOn ? 'Yes' : 'No'}"><conditionvar>${tests}</conditionvar>${set}${shown}</respcondition>`
}

const choices = (
  ident: string,
  cardinality: 'Single' | 'Multiple',
  labels: readonly string[],
  isShuffled: boolean,
): string => {
  const shown = `<render_choice shuffle="${isShuffled ? 'Yes' : 'No'}">${labels.join('')}</render_choice>`
  return `<response_lid ident="${ident}" rcardinality="${cardinality}">${shown}</response_lid>`
}

const blank = (ident: string, size: string): string =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib ${size}/></response_str>`

const label = (ident: string, html: string): string =>
  `<response_label ident="${ident}">${material(html)}</response_label>`

const material = (html: string): string =>
  `<material><mattext texttype="text/html">${xmlText(html)}</mattext></material>`

/**
 * HTML merges spaces. Spaces at the beginning of a line or after another space are therefore written as no-break spaces, and a tab
 * counts as four spaces.
 */
const lines = (text: string): string =>
  htmlText(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    '))
    .replaceAll(/(?<=^|[ \n]) /g, '\u00A0')
    .replaceAll('\n', '<br/>')

const pictureHtml = ({ file, alt }: Pick<QuizPicture, 'file' | 'alt'>, { pictureOf }: Target): string => {
  const href = pictureOf(file)
  return href === null ? '' : `<p><img src="${xmlText(href)}" alt="${xmlText(alt)}"/></p>`
}
