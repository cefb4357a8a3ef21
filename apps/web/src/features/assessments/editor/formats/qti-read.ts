/**
 * Reads QTI 2.x (IMS Question and Test Interoperability), and items of QTI 3 that are the same: items in one XML file or in a package.
 * Moodle XML is found in the same files. Items that a quiz cannot ask are left out by their name. Document types are refused before
 * parsing, so no entity is ever declared.
 */
import { feedbackLeftOut } from '@apogee/contracts/assessments/imported-answers.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { plainPath } from '@apogee/domain/archive-names.ts'
import { readText } from '@apogee/domain/read-text.ts'
import {
  nothingFound,
  type Found,
  type FoundOptionPicture,
  type FoundPicture,
  type FoundQuestion,
} from './found.ts'
import { readMoodleXml } from './moodle-xml.ts'
import { answersOf, statedPoints, type Answers } from './qti-answers.ts'
import { childrenOf, expressionsIn } from './qti-scores.ts'
import { allIn, altOf, choicesIn, imagesIn, isFeedback, Texts, wordsIn } from './qti-texts.ts'
import { asVersion2, readXml } from './qti-xml.ts'
import { pictureName, readZip } from './qti-zip.ts'

const defaultPoints = 10

/** `guessed` is a guess for files that declare no encoding; `encoding` is the author's choice instead of the guess. */
export async function readQti(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  encoding?: string,
): Promise<Found & { guessed: string | undefined }> {
  if (!/\.zip$/i.test(name)) return itemsIn([[name, bytes]], encoding)
  const files = await readZip(bytes).catch(() => null)
  if (!files)
    return {
      ...nothingFound(name, 'is damaged, or has more than 8 MB of texts or 128 MB of pictures'),
      guessed: undefined,
    }
  return itemsIn([...files], encoding)
}

type Files = readonly (readonly [string, Uint8Array<ArrayBuffer>])[]

async function itemsIn(
  all: Files,
  encoding: string | undefined,
): Promise<Found & { guessed: string | undefined }> {
  const files = all.filter(([name]) => !pictureName.test(name))
  const pictures = new Map(all.filter(([name]) => pictureName.test(name)))
  const leftOut: QuizProblem[] = []
  const questions: FoundQuestion[] = []
  const items: { file: string; item: Element }[] = []
  const order: string[] = []
  let guessed: string | undefined
  for (const [file, bytes] of files) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time is held as text
    const read = await readText(bytes, { format: 'xml' })
    const isGuessed = 'text' in read && read.how === 'guessed'
    // oxlint-disable-next-line no-await-in-loop -- one file at a time is held as text
    const decoded = isGuessed && encoding !== undefined ? await readText(bytes, { encoding }) : read
    if (isGuessed && 'text' in decoded) guessed = decoded.encoding
    const root = 'text' in decoded ? rootOf(decoded.text) : `is not text in the encoding: ${decoded.refused}`
    if (typeof root === 'string') leftOut.push({ path: file, message: root })
    else if (root.localName === 'assessmentItem') items.push({ file, item: root })
    else if (root.localName === 'questestinterop')
      leftOut.push({ path: file, message: 'is QTI 1.2, and only QTI 2 is read here' })
    else if (root.localName === 'quiz') {
      const ofMoodle = readMoodleXml(root)
      for (const one of ofMoodle.questions) questions.push(one)
      for (const one of ofMoodle.leftOut) leftOut.push(one)
    } else for (const href of hrefsIn(root, file)) order.push(href)
  }
  const known = new Set(all.map(([name]) => name))
  for (const href of new Set(order))
    if (/\.xml$/i.test(href) && !known.has(href))
      leftOut.push({ path: href, message: 'is not in the package' })
  const places = new Map(order.toReversed().map((href, at) => [href, order.length - at]))
  const placeOf = ({ file }: { file: string }) => places.get(file) ?? order.length + 1
  for (const { file, item } of items.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const title = item.getAttribute('title')?.trim() ?? ''
    const place = `item "${title || file}"`
    const read = questionOf(item)
    const shown = picturesOf(item, file, pictures)
    if (typeof shown === 'string') leftOut.push({ path: place, message: shown })
    else if (typeof read === 'string') leftOut.push({ path: place, message: read })
    else questions.push({ place, title, ...read, ...shown })
  }
  if (items.length === 0 && questions.length === 0 && leftOut.length === 0)
    leftOut.push({ path: files[0]?.[0] ?? 'imsmanifest.xml', message: 'must have at least one item' })
  return { questions, leftOut, guessed }
}

const pictureTypes: Record<string, string> = { png: 'image/png', webp: 'image/webp' }

type Pictures = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Returns the pictures of an item and of its choices, or why they are not supported. */
function picturesOf(
  item: Element,
  file: string,
  pictures: Pictures,
): Pick<FoundQuestion, 'picture' | 'optionPictures'> | string {
  const [body] = childrenOf(item, 'itemBody')
  if (!body) return {}
  const choices = allIn(body, 'choiceInteraction').flatMap((found) => allIn(found, 'simpleChoice'))
  const ofChoices = choices.map((choice) => imagesIn(choice))
  if (ofChoices.some((images) => images.length > 1)) return 'has more than one picture in a choice'
  const inChoices = new Set(ofChoices.flat())
  const [shown, another] = imagesIn(body).filter((image) => !inChoices.has(image))
  if (another) return 'has more than one picture'
  if (shown?.closest('simpleChoice, simpleAssociableChoice'))
    return 'has a picture in a choice of this kind, which is not supported'
  const picture = shown ? pictureOf(shown, file, pictures) : undefined
  if (typeof picture === 'string') return picture
  const optionPictures: (FoundOptionPicture | null)[] = []
  for (const [index, choice] of choices.entries()) {
    const [image] = ofChoices[index] ?? []
    const found = image ? pictureOf(image, file, pictures) : null
    if (typeof found === 'string') return found
    if (found?.alt === '' && wordsIn(choice) === '') return 'has a picture in a choice without words (alt)'
    optionPictures.push(found && { ...found, isAlone: wordsIn(choice) === '' })
  }
  return {
    ...(picture && { picture }),
    ...(optionPictures.some((one) => one !== null) && { optionPictures }),
  }
}

function pictureOf(shown: Element, file: string, pictures: Pictures): FoundPicture | string {
  const path = pathFrom(file, shown.getAttribute('src') ?? '')
  const bytes = pictures.get(path)
  if (!bytes) return 'has a picture that is not in the package as PNG, JPEG or WebP'
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const content = new Blob([bytes], { type: pictureTypes[extension] ?? 'image/jpeg' })
  return { alt: altOf(shown), content }
}

function pathFrom(file: string, named: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const part of decodedPath(named).split('/')) {
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return plainPath(parts.join('/'))
}

function decodedPath(named: string): string {
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

function rootOf(content: string): Element | string {
  if (/<!(DOCTYPE|ENTITY)/i.test(content)) return 'must not have a document type'
  const root = readXml(content)
  return root ? asVersion2(root) : 'is not XML'
}

/** Returns paths of the items in the order of a manifest or test, relative to its own folder. */
function hrefsIn(root: Element, file: string): string[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : ''
  return [...allIn(root, 'assessmentItemRef'), ...allIn(root, 'resource')].flatMap((found) => {
    const href = found.getAttribute('href')
    return href ? [folder + href.replace(/^\.\//, '')] : []
  })
}

/** Returns the question and its differences from the item, or why it is not supported. */
function questionOf(item: Element): { question: object; changes: string[] } | string {
  const [body] = childrenOf(item, 'itemBody')
  if (!body) return 'must have one interaction'
  if (item.getAttribute('adaptive') === 'true')
    return 'changes after each answer (adaptive), which is not supported'
  const isDrawn =
    childrenOf(item, 'templateDeclaration').length > 0 || allIn(body, 'printedVariable').length > 0
  if (isDrawn) return 'has values that are drawn for each learner, which is not supported'
  const interactions = [...body.getElementsByTagName('*')].filter(({ localName }) =>
    localName.endsWith('Interaction'),
  )
  const isHandedIn = interactions.length > 0 && interactions.every(isHandIn)
  const [interaction] = interactions
  if (!interaction || (interactions.length > 1 && !isHandedIn)) return 'must have one interaction'
  const texts = new Texts()
  const feedback = feedbackOf(item, interaction, texts)
  const parts = isHandedIn
    ? handInOf(body, interactions, texts)
    : answersOf(item, interaction, feedback.ofChoice, texts)
  if (typeof parts === 'string') return parts
  const gap = ['textEntryInteraction', 'inlineChoiceInteraction'].includes(interaction.localName)
  const stem = texts.of(body, (found) => {
    if (isForOthers(found) || isFeedback(found)) return ''
    return interactions.includes(found) ? (gap ? ' _____ ' : '<br>') : null
  })
  const prompts = interactions.flatMap((one) => childrenOf(one, 'prompt')).map((found) => texts.of(found))
  const words = [stem.replace(/\s*_____$/, ''), ...prompts].filter((text) => text !== '').join('\n')
  const title = item.getAttribute('title')?.trim() ?? ''
  const guides = allIn(body, 'rubricBlock').filter((found) => isForOthers(found) && !isGuide(found)).length
  return {
    question: {
      question: words || title,
      points: parts.points ?? statedPoints(item) ?? defaultPoints,
      ...(feedback.explanation && { explanation: feedback.explanation }),
      ...parts.parts,
    },
    changes: [
      ...parts.changes,
      ...feedbackLeftOut(feedback.leftOut),
      ...(guides > 0 ? [`notes for other people left out: ${guides}`] : []),
      ...(words === '' && title !== '' ? ['has no text of its own, so its title is used'] : []),
      ...texts.leftOut,
    ],
  }
}

const isHandIn = ({ localName }: Element): boolean =>
  localName === 'extendedTextInteraction' || localName === 'uploadInteraction'
const viewOf = (found: Element) => (found.getAttribute('view') ?? '').trim().split(/\s+/)
/** Recognises text that learners do not read. */
const isForOthers = (found: Element): boolean =>
  found.localName === 'rubricBlock' && !viewOf(found).includes('candidate')
/** Recognises text for graders. */
const isGuide = (found: Element): boolean => isForOthers(found) && viewOf(found).includes('scorer')

function handInOf(body: Element, interactions: readonly Element[], texts: Texts): Answers | string {
  const files = interactions.filter(({ localName }) => localName === 'uploadInteraction').length
  if (interactions.length - files > 1) return 'must have one text to write'
  if (files > handInLimits.files) return `must have at most ${handInLimits.files} files to hand in`
  const guide = allIn(body, 'rubricBlock')
    .filter(isGuide)
    .map((found) => texts.of(found))
    .filter((text) => text !== '')
    .join('\n')
  return { parts: { type: 'hand-in', ...(guide && { guide }), ...(files > 0 && { files }) }, changes: [] }
}

interface Feedback {
  /** `explanation` is shown for every answer. */
  explanation: string
  ofChoice: ReadonlyMap<string, string>
  leftOut: string[]
}

/**
 * Feedback becomes the explanation if it is always shown. Feedback for one choice stays with the choice, and all other feedback is
 * left out.
 */
function feedbackOf(item: Element, interaction: Element, texts: Texts): Feedback {
  const ofChoice = new Map<string, string>()
  const leftOut: string[] = []
  const explanations: string[] = []
  const add = (id: string, text: string) =>
    ofChoice.set(id, [ofChoice.get(id) ?? '', text].filter(Boolean).join('\n'))
  const choices = choicesIn(interaction)
  for (const choice of choices) {
    const id = choice.getAttribute('identifier') ?? ''
    for (const found of allIn(choice, 'feedbackInline')) {
      const text = texts.of(found)
      if (found.getAttribute('showHide') === 'hide') leftOut.push(text)
      else add(id, text)
    }
  }
  const ids = new Set(choices.map((choice) => choice.getAttribute('identifier') ?? ''))
  for (const found of childrenOf(item, 'modalFeedback')) {
    const text = texts.of(found)
    const id = found.getAttribute('identifier') ?? ''
    const outcome = found.getAttribute('outcomeIdentifier') ?? ''
    const isShown = found.getAttribute('showHide') !== 'hide'
    if (isShown && isAlways(item, outcome, id)) explanations.push(text)
    else if (isShown && ids.has(id) && isResponse(item, outcome, interaction)) add(id, text)
    else leftOut.push(text)
  }
  for (const found of [...allIn(item, 'feedbackBlock'), ...allIn(item, 'feedbackInline')])
    if (!found.closest('simpleChoice, inlineChoice')) leftOut.push(texts.of(found) || '…')
  return { explanation: explanations.join('\n'), ofChoice, leftOut }
}

const settersOf = (item: Element, outcome: string) =>
  expressionsIn(item).filter(
    (found) => found.localName === 'setOutcomeValue' && found.getAttribute('identifier') === outcome,
  )

/** Tells whether an outcome has this value from the start and no rule changes it. */
function isAlways(item: Element, outcome: string, id: string): boolean {
  const declared = childrenOf(item, 'outcomeDeclaration').find(
    (one) => one.getAttribute('identifier') === outcome,
  )
  const values = childrenOf(childrenOf(declared, 'defaultValue')[0], 'value')
  return values.some(({ textContent }) => textContent.trim() === id) && settersOf(item, outcome).length === 0
}

/** Tells whether an outcome always equals the response. */
function isResponse(item: Element, outcome: string, interaction: Element): boolean {
  const setters = settersOf(item, outcome)
  return (
    setters.length === 1 &&
    setters.every((found) => {
      const [expression] = childrenOf(found)
      const name = interaction.getAttribute('responseIdentifier')
      return expression?.localName === 'variable' && expression.getAttribute('identifier') === name
    })
  )
}
