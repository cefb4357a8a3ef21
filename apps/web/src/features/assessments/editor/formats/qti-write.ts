/** Writes a quiz as a QTI 2.1 package that `qti-read.ts` reads as the same questions. All functions are pure. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { QuizFile, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { picturesOf } from './gift.ts'

type Choice = Extract<QuizQuestion, { type: 'multiple-choice' | 'multiple-answers' }>
type Matching = Extract<QuizQuestion, { type: 'matching' }>
type Ordering = Extract<QuizQuestion, { type: 'ordering' }>
type HandIn = Extract<QuizQuestion, { type: 'hand-in' }>
type Short = Extract<QuizQuestion, { type: 'short-answer' }>
interface Parts {
  /** `response` holds the attributes and the content of the response's declaration. */
  response: string
  interaction: string
  processing: string
  hasFeedback?: 'single' | 'multiple'
  /** `further` declares further responses. */
  further?: string
  /** `rubric` precedes the question and is shown to graders only. */
  rubric?: string
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

export interface PackedPicture {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** QTI cannot express code questions; they are skipped and counted. `pictures` are keyed by the file that questions name. */
export function writeQti(
  quiz: QuizFile,
  pictures: ReadonlyMap<string, PackedPicture> = new Map(),
): {
  files: { name: string; content: string }[]
  images: { name: string; content: Uint8Array<ArrayBuffer> }[]
  leftOut: number
} {
  const paths = new Map(
    [...pictures].map(([file, { type }], index) => [
      file,
      `images/picture-${index + 1}.${extensions[type] ?? 'png'}`,
    ]),
  )
  const items = quiz.questions.flatMap((question, index) => {
    const parts = partsOf(question, paths)
    const path = question.picture && paths.get(question.picture.file)
    const shown = [...new Set(picturesOf(question).flatMap(({ file }) => paths.get(file) ?? []))]
    return parts
      ? [{ id: `item-${index + 1}`, shown, content: itemOf(question, parts, { number: index + 1, path }) }]
      : []
  })
  const resources = items.map(
    ({ id, shown }) =>
      `<resource identifier="${id}" type="imsqti_item_xmlv2p1" href="${id}.xml">${[`${id}.xml`, ...shown].map((path) => `<file href="${path}"/>`).join('')}</resource>`,
  )
  const manifest = `${declaration}<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="quiz"><metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata><organizations/><resources>${resources.join('')}</resources></manifest>\n`
  return {
    files: [
      { name: 'imsmanifest.xml', content: manifest },
      ...items.map(({ id, content }) => ({ name: `${id}.xml`, content })),
    ],
    images: [...pictures].map(([file, { bytes }]) => ({ name: paths.get(file) ?? '', content: bytes })),
    leftOut: quiz.questions.length - items.length,
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Separates lines by `br`; spaces that XML readers would collapse are marked as preserved. */
function textOf(text: string): string {
  const lines = xmlText(text).split(/\r?\n/).join('<br/>')
  return /[ \t]{2}|\t|^[ ]|\n | \n|[ ]$/.test(text) ? `<span class="preserve">${lines}</span>` : lines
}

const imageOf = (path: string, alt: string) => `<img src="${path}" alt="${xmlText(alt)}"/>`

/** `path` is the path of the question's picture in the package. */
function itemOf(
  question: QuizQuestion,
  parts: Parts,
  { number: place, path }: { number: number; path: string | undefined },
): string {
  const title = xmlText(`${place}. ${cutText(question.question.replace(/\s+/g, ' '), 80)}`)
  const { points, explanation } = question
  const outcomes = [
    `<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="${points}"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>`,
    `<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${points}</value></defaultValue></outcomeDeclaration>`,
    parts.hasFeedback &&
      `<outcomeDeclaration identifier="FEEDBACK" cardinality="${parts.hasFeedback}" baseType="identifier"/>`,
    explanation &&
      '<outcomeDeclaration identifier="EXPLANATION" cardinality="single" baseType="identifier"><defaultValue><value>shown</value></defaultValue></outcomeDeclaration>',
  ]
  const isInline = parts.interaction.startsWith('<textEntry')
  const picture = path ? `<p>${imageOf(path, question.picture?.alt ?? '')}</p>` : ''
  const text = `${picture}<p>${textOf(question.question)}</p>`
  const body = isInline ? `${text}<p>${parts.interaction}</p>` : `${text}${parts.interaction}`
  const feedback = parts.hasFeedback
    ? '<setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>'
    : ''
  const explained = explanation
    ? `<modalFeedback outcomeIdentifier="EXPLANATION" identifier="shown" showHide="show">${textOf(explanation)}</modalFeedback>`
    : ''
  return `${declaration}<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="item-${place}" title="${title}" adaptive="false" timeDependent="false" toolName="Apogee">
<responseDeclaration identifier="RESPONSE" ${parts.response}</responseDeclaration>${parts.further ?? ''}
${outcomes.filter(Boolean).join('\n')}
<itemBody>${parts.rubric ?? ''}${body}</itemBody>
<responseProcessing>${parts.processing}${feedback}</responseProcessing>
${explained}</assessmentItem>\n`
}

type Paths = ReadonlyMap<string, string>

function partsOf(question: QuizQuestion, paths: Paths): Parts | null {
  switch (question.type) {
    case 'multiple-choice':
    case 'multiple-answers':
      return choiceParts(question, paths)
    case 'true-false':
      return {
        response: `cardinality="single" baseType="identifier">${correct([String(question.answer)])}`,
        interaction:
          '<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1"><simpleChoice identifier="true">True</simpleChoice><simpleChoice identifier="false">False</simpleChoice></choiceInteraction>',
        processing: whenRight(same),
      }
    case 'short-answer':
      return shortParts(question)
    case 'numeric': {
      const { answer, tolerance } = question
      const mode =
        tolerance === undefined
          ? 'toleranceMode="exact"'
          : `toleranceMode="absolute" tolerance="${tolerance} ${tolerance}"`
      return {
        response: `cardinality="single" baseType="float">${correct([String(answer)])}`,
        interaction: '<textEntryInteraction responseIdentifier="RESPONSE"/>',
        processing: whenRight(`<equal ${mode}>${bothSides}</equal>`),
      }
    }
    case 'matching':
      return matchingParts(question)
    case 'ordering':
      return orderingParts(question)
    case 'hand-in':
      return handInParts(question)
    case 'coding':
      return null
  }
}

/** Writes a response of text, and an upload for each file. A person assigns the score. */
function handInParts({ guide = '', files = 0 }: HandIn): Parts {
  const uploads = Array.from({ length: files }, (_, index) => `FILE-${index + 1}`)
  return {
    response: 'cardinality="single" baseType="string">',
    further: uploads
      .map((id) => `<responseDeclaration identifier="${id}" cardinality="single" baseType="file"/>`)
      .join(''),
    interaction: [
      '<extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="8"/>',
      ...uploads.map((id) => `<uploadInteraction responseIdentifier="${id}"/>`),
    ].join(''),
    processing: '',
    ...(guide !== '' && { rubric: `<rubricBlock view="scorer"><p>${textOf(guide)}</p></rubricBlock>` }),
  }
}

const bothSides = '<variable identifier="RESPONSE"/><correct identifier="RESPONSE"/>'
const same = `<match>${bothSides}</match>`
const correct = (values: readonly string[]) =>
  `<correctResponse>${values.map((value) => `<value>${xmlText(value)}</value>`).join('')}</correctResponse>`
const whenRight = (condition: string) =>
  `<responseCondition><responseIf>${condition}<setOutcomeValue identifier="SCORE"><variable identifier="MAXSCORE"/></setOutcomeValue></responseIf></responseCondition>`
const byMapping = '<setOutcomeValue identifier="SCORE"><mapResponse identifier="RESPONSE"/></setOutcomeValue>'
const mapping = (entries: readonly (readonly [key: string, value: number])[], attributes = '') =>
  `<mapping lowerBound="0" defaultValue="0">${entries.map(([key, value]) => `<mapEntry mapKey="${xmlText(key)}" mappedValue="${value}"${attributes}/>`).join('')}</mapping>`

/** `paths` are the paths of pictures in the package. */
function choiceParts(question: Choice, paths: Paths): Parts {
  const isMultiple = question.type === 'multiple-answers'
  const answers = isMultiple ? question.answers : [question.answer]
  const isPartial = isMultiple && question.partial === true
  const share = question.points / answers.length
  const cardinality = isMultiple ? 'multiple' : 'single'
  const idOf = (index: number) => `choice-${index + 1}`
  const ids = answers.map((answer) => idOf(question.options.indexOf(answer)))
  const entries = question.options.map(
    (option, index) => [idOf(index), answers.includes(option) ? share : -share] as const,
  )
  const choices = question.options.map((option, index) => {
    const said = question.feedback?.[index]
    const feedback = said
      ? `<feedbackInline outcomeIdentifier="FEEDBACK" identifier="${idOf(index)}" showHide="show">${textOf(said)}</feedbackInline>`
      : ''
    const picture = question.optionPictures?.[index]
    const path = picture && paths.get(picture.file)
    const shown = path ? imageOf(path, picture.alt) : ''
    const words = path && picture.isAlone ? '' : textOf(option)
    return `<simpleChoice identifier="${idOf(index)}">${shown}${words}${feedback}</simpleChoice>`
  })
  return {
    response: `cardinality="${cardinality}" baseType="identifier">${correct(ids)}${isPartial ? mapping(entries) : ''}`,
    interaction: `<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${isMultiple ? 0 : 1}">${choices.join('')}</choiceInteraction>`,
    processing: isPartial ? byMapping : whenRight(same),
    ...(question.feedback?.some((text) => text !== '') && { hasFeedback: cardinality }),
  }
}

/** Writes the settings for accents and spaces as a class name of this product, which other readers ignore. */
function shortParts({ answers, points, matchCase, matchAccents, matchBlanks }: Short): Parts {
  const classes = [matchAccents && 'match-accents', matchBlanks && 'match-blanks'].filter(Boolean).join(' ')
  const entries = answers.map((answer) => [answer, points] as const)
  const sensitive = ` caseSensitive="${matchCase === true}"`
  return {
    response: `cardinality="single" baseType="string">${correct(answers.slice(0, 1))}${mapping(entries, sensitive)}`,
    interaction: `<textEntryInteraction ${classes ? `class="${classes}" ` : ''}responseIdentifier="RESPONSE"/>`,
    processing: byMapping,
  }
}

function matchingParts({ pairs, distractors = [], partial, points }: Matching): Parts {
  const matches = [...new Set([...pairs.map(({ match }) => match), ...distractors])]
  const right = pairs.map(({ match }, index) => `prompt-${index + 1} match-${matches.indexOf(match) + 1}`)
  const set = (kind: string, texts: readonly string[], most: number) =>
    `<simpleMatchSet>${texts.map((text, index) => `<simpleAssociableChoice identifier="${kind}-${index + 1}" matchMax="${most}">${textOf(text)}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`
  const entries = right.map((pair) => [pair, points / pairs.length] as const)
  return {
    response: `cardinality="multiple" baseType="directedPair">${correct(right)}${partial ? mapping(entries) : ''}`,
    interaction: `<matchInteraction responseIdentifier="RESPONSE" shuffle="true" maxAssociations="${pairs.length}">${set(
      'prompt',
      pairs.map(({ prompt }) => prompt),
      1,
    )}${set('match', matches, 0)}</matchInteraction>`,
    processing: partial ? byMapping : whenRight(same),
  }
}

function orderingParts({ items, partial, points }: Ordering): Parts {
  const ids = items.map((_, index) => `choice-${index + 1}`)
  const choices = items.map(
    (item, index) => `<simpleChoice identifier="${ids[index]}">${textOf(item)}</simpleChoice>`,
  )
  const eachPlace = ids.map(
    (id, index) =>
      `<responseCondition><responseIf><match><index n="${index + 1}"><variable identifier="RESPONSE"/></index><baseValue baseType="identifier">${id}</baseValue></match><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">${points / items.length}</baseValue></sum></setOutcomeValue></responseIf></responseCondition>`,
  )
  return {
    response: `cardinality="ordered" baseType="identifier">${correct(ids)}`,
    interaction: `<orderInteraction responseIdentifier="RESPONSE" shuffle="true">${choices.join('')}</orderInteraction>`,
    processing: partial ? eachPlace.join('') : whenRight(same),
  }
}
