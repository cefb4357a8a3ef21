/**
 * Reads questions of Moodle XML (docs.moodle.org, "Moodle XML format"). The fractions of answers are shares of the points, as the
 * weights of GIFT are. Kinds that a quiz cannot ask are left out by their name. All functions are pure.
 */
import {
  around,
  feedbackLeftOut,
  fitsParts,
  numberIn,
  oneOption,
  severalOptions,
  spellings,
  sumOf,
  type Mapping,
} from '@apogee/contracts/assessments/imported-answers.ts'
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { linesOf } from '@apogee/contracts/courses/html/plain-lines.ts'
import {
  mediaLeftOut,
  noMedia,
  plainTextOf,
  type LeftOutMedia,
} from '@apogee/contracts/courses/html/read-html.ts'
import { readMarkdown } from '@apogee/contracts/courses/markdown/read.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { ownValue } from '@apogee/domain/own-value.ts'
import { placeOf, type Found, type FoundPicture, type FoundQuestion } from './found.ts'
import { childrenOf } from './qti-scores.ts'

const longestText = 2000
/** A question without points has one in Moodle. */
const defaultPoints = 1

export function readMoodleXml(root: Element): Found {
  const questions: FoundQuestion[] = []
  const leftOut: QuizProblem[] = []
  const all = childrenOf(root, 'question').filter((one) => one.getAttribute('type') !== 'category')
  for (const [at, element] of all.entries()) {
    const title = textIn(element, 'name').replace(/\s+/g, ' ')
    const place = `question ${at + 1}`
    const read = questionOf(element)
    if (typeof read === 'string') leftOut.push({ path: placeOf(place, title), message: read })
    else questions.push({ place, title, ...read })
  }
  return { questions, leftOut }
}

/** Returns the text of the element `text` within the first child of this name, or ''. */
function textIn(parent: Element, name: string): string {
  const [child] = childrenOf(parent, name)
  const [text] = child ? childrenOf(child, 'text') : []
  return (text?.textContent ?? '').trim()
}

const settingIn = (parent: Element, name: string): string =>
  (childrenOf(parent, name)[0]?.textContent ?? '').trim()

const isTrue = (setting: string): boolean => /^(?:true|1)$/i.test(setting)

/** Reads the texts of one question in their declared formats, and counts the media that cannot be imported. */
class Texts {
  readonly #media: LeftOutMedia[] = []

  /** Returns the text of an element that has a child `text`. A text without a declared format is HTML. */
  of(element: Element | undefined): string {
    const [child] = element ? childrenOf(element, 'text') : []
    const given = (child?.textContent ?? '').trim()
    const format = element?.getAttribute('format') ?? 'html'
    if (format === 'plain_text') return given
    if (format === 'markdown') return linesOf(readMarkdown(given)).join('\n').trim()
    const html = format === 'moodle_auto_format' ? given.replaceAll('\n', '<br>') : given
    const { text, media } = plainTextOf(html)
    this.#media.push(media)
    return text
  }

  in(parent: Element, name: string): string {
    return this.of(childrenOf(parent, name)[0])
  }

  all(parent: Element, ...names: string[]): string[] {
    return names.flatMap((name) => childrenOf(parent, name).map((one) => this.of(one)))
  }

  /** Adds pictures outside of texts to the number of left-out pictures. A negative number subtracts pictures that are imported. */
  count(pictures: number): void {
    this.#media.push({ ...noMedia, pictures })
  }

  get leftOut(): string[] {
    return mediaLeftOut(this.#media)
  }
}

const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** Returns the only picture of a question, if the file holds it in a format that a quiz can show. */
function pictureOf(element: Element): FoundPicture | null {
  const [stem] = childrenOf(element, 'questiontext')
  const html = stem ? (childrenOf(stem, 'text')[0]?.textContent ?? '') : ''
  const [image, another] = html.match(/<img\b[^<>]*>/gi) ?? []
  if (!stem || image === undefined || another !== undefined) return null
  const name = decodedName(/\ssrc="@@PLUGINFILE@@\/([^"]*)"/.exec(image)?.[1] ?? '')
  const file = childrenOf(stem, 'file').find((one) => one.getAttribute('name') === name)
  const type = ownValue(pictureTypes, name.slice(name.lastIndexOf('.') + 1).toLowerCase())
  const bytes = file && bytesOf(file.textContent ?? '')
  if (!type || !bytes) return null
  const alt = plainTextOf(/\salt="([^"]*)"/.exec(image)?.[1] ?? '').text.replaceAll(/\s+/g, ' ')
  return { alt, content: new Blob([bytes], { type }) }
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // The name is not URL-encoded and is used as it is.
    return name
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    // The picture is damaged and counts as left out.
    return null
  }
}

type Read = Pick<FoundQuestion, 'question' | 'changes' | 'picture'>

function questionOf(element: Element): Read | string {
  const texts = new Texts()
  const mapped = answersOf(element, texts)
  if (typeof mapped === 'string') return mapped
  const explanation = texts.in(element, 'generalfeedback')
  const { points, changes } = pointsOf(settingIn(element, 'defaultgrade'))
  const question = texts.in(element, 'questiontext')
  const picture = pictureOf(element)
  if (picture) texts.count(-1)
  // Old files hold a picture beside the text.
  texts.count(childrenOf(element, 'image_base64').length)
  return {
    ...(picture && { picture }),
    question: { question, points, ...(explanation && { explanation }), ...mapped.parts },
    changes: [...changes, ...mapped.changes, ...texts.leftOut],
  }
}

function pointsOf(stated: string): { points: number; changes: string[] } {
  const weight = stated === '' ? defaultPoints : Number(stated)
  const points = Math.round(weight)
  const kept = points >= 1 && points <= 100 ? points : 10
  return { points: kept, changes: kept === weight ? [] : [`has other points here: ${kept} (${stated})`] }
}

function answersOf(element: Element, texts: Texts): Mapping {
  const type = element.getAttribute('type') ?? ''
  switch (type) {
    case 'multichoice':
      return withFeedback(choiceOf(element, texts), besides(element, texts))
    case 'truefalse':
      return withFeedback(truthOf(element), [...ofAnswers(element, texts), ...besides(element, texts)])
    case 'shortanswer':
      return withFeedback(textOf(element), [...ofAnswers(element, texts), ...besides(element, texts)])
    case 'numerical':
      return withFeedback(numberOf(element), [...ofAnswers(element, texts), ...besides(element, texts)])
    case 'matching':
      return withFeedback(pairsOf(element, texts), besides(element, texts))
    case 'essay':
      return essayOf(element, texts)
    case 'description':
      return 'is a text without a question'
    default:
      return `is a question of a kind that is not supported: ${type || '?'}`
  }
}

/** Moodle writes these sentences into each question whose author wrote none. */
const usual = /^Your answer is (?:partially correct|correct|incorrect)\.$/

/** Returns the feedback that depends on the whole answer, and the hints between attempts. */
const besides = (element: Element, texts: Texts): string[] =>
  texts
    .all(element, 'correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback', 'hint')
    .filter((text) => !usual.test(text))

const ofAnswers = (element: Element, texts: Texts): string[] =>
  childrenOf(element, 'answer').flatMap((answer) => texts.all(answer, 'feedback'))

const withFeedback = (mapped: Mapping, left: readonly string[]): Mapping =>
  typeof mapped === 'string' ? mapped : { ...mapped, changes: [...mapped.changes, ...feedbackLeftOut(left)] }

const shareOf = (answer: Element): number => Number(answer.getAttribute('fraction') ?? '0') / 100

/** Returns the text of an answer that learners type. It is compared literally, so HTML in it is not parsed. */
const typedIn = (answer: Element): string => (childrenOf(answer, 'text')[0]?.textContent ?? '').trim()

/** Learners choose one option unless the question allows several. */
function choiceOf(element: Element, texts: Texts): Mapping {
  const options = childrenOf(element, 'answer').map((answer) => ({
    text: texts.of(answer),
    share: shareOf(answer),
    feedback: texts.in(answer, 'feedback'),
  }))
  const single = settingIn(element, 'single')
  if (single === '' || isTrue(single)) return oneOption(options)
  const isRight = options.map(({ share }) => share > 0)
  return severalOptions(options, isRight, sumOf(options), true)
}

function truthOf(element: Element): Mapping {
  const right = childrenOf(element, 'answer').filter((answer) => shareOf(answer) === 1)
  const [answer = ''] = right.map((one) => typedIn(one).toLowerCase())
  if (right.length !== 1 || !/^(?:true|false)$/.test(answer)) return 'must have one right answer'
  return { parts: { type: 'true-false', answer: answer === 'true' }, changes: [] }
}

/** An asterisk stands for any characters, unless a backslash precedes it. */
function textOf(element: Element): Mapping {
  const given = childrenOf(element, 'answer').map((answer) => {
    const parts = typedIn(answer)
      .split(/(?<!\\)\*/)
      .map((part) => part.replaceAll(String.raw`\*`, '*'))
    const matches = parts.length > 1 ? (typed: string) => fitsParts(parts, typed) : undefined
    return { text: parts.join('*'), share: shareOf(answer), matches }
  })
  const matchCase = isTrue(settingIn(element, 'usecase'))
  return spellings(given, { ...(matchCase && { matchCase }), matchAccents: true, matchBlanks: true })
}

function numberOf(element: Element): Mapping {
  const units = childrenOf(element, 'units').flatMap((list) => childrenOf(list, 'unit'))
  // 3 means that Moodle asks for no unit.
  if (units.length > 0 && settingIn(element, 'showunits') !== '3')
    return 'has units, which a number here cannot have'
  const ranges = childrenOf(element, 'answer').map((answer) => {
    const text = typedIn(answer)
    const share = shareOf(answer)
    if (text === '*') return { text, share, least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
    return around(decimal(text), decimal(settingIn(answer, 'tolerance') || '0'), share, text)
  })
  return numberIn(ranges)
}

/** A `subquestion` without a text is a distractor. Each pair earns its part of the points. */
function pairsOf(element: Element, texts: Texts): Mapping {
  const all = childrenOf(element, 'subquestion').map((one) => ({
    prompt: texts.of(one),
    match: textIn(one, 'answer'),
  }))
  const pairs = all.filter(({ prompt }) => prompt !== '')
  const used = new Set(pairs.map(({ match }) => match))
  const others = all.filter(({ prompt, match }) => prompt === '' && !used.has(match))
  const distractors = [...new Set(others.map(({ match }) => match))]
  return {
    parts: {
      type: 'matching',
      pairs,
      ...(distractors.length > 0 && { distractors }),
      partial: true,
    },
    changes: [],
  }
}

/** A person grades an essay. */
function essayOf(element: Element, texts: Texts): Mapping {
  const attached = Number(settingIn(element, 'attachments') || '0')
  const files = attached < 0 ? handInLimits.files : Math.min(attached, handInLimits.files)
  const guide = texts.in(element, 'graderinfo')
  const isKept = guide.length <= longestText
  const template = texts.in(element, 'responsetemplate')
  return {
    parts: { type: 'hand-in', ...(files > 0 && { files }), ...(guide && isKept && { guide }) },
    changes: [
      ...(isKept ? [] : ['has a text for teachers that is too long for a guide']),
      ...(template === '' ? [] : ['has a text with which the answer begins, and none here']),
      ...(attached > handInLimits.files ? [`accepts more files than here: ${attached}`] : []),
      ...feedbackLeftOut(besides(element, texts)),
    ],
  }
}
