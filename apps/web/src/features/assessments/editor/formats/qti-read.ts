/**
 * Reads QTI 2.x (IMS Question and Test Interoperability): items in one XML file or in a package. It reads supported questions and
 * refuses other items. Document types are refused before parsing, so no entity is ever declared.
 */
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import type { Found, FoundOptionPicture, FoundPicture, FoundQuestion } from './gift.ts'
import { readXml } from './qti-xml.ts'
import { pictureName, readZip } from './qti-zip.ts'

const defaultPoints = 10
const unsupported = new Set(['object', 'audio', 'video', 'math', 'picture', 'rubricBlock', 'templateBlock'])

export async function readQti(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Found> {
  if (!/\.zip$/i.test(name)) return itemsIn([[name, bytes]])
  const files = await readZip(bytes).catch(() => null)
  if (!files) return { problems: [{ path: name, message: 'is damaged or larger than 8 MB when unpacked' }] }
  return itemsIn([...files])
}

type Files = readonly (readonly [string, Uint8Array<ArrayBuffer>])[]

function itemsIn(all: Files): Found {
  const files = all.filter(([name]) => !pictureName.test(name))
  const pictures = new Map(all.filter(([name]) => pictureName.test(name)))
  const problems: QuizProblem[] = []
  const questions: FoundQuestion[] = []
  const items: { file: string; item: Element }[] = []
  const order: string[] = []
  for (const [file, bytes] of files) {
    const root = rootOf(bytes)
    if (typeof root === 'string') problems.push({ path: file, message: root })
    else if (root.localName === 'assessmentItem') items.push({ file, item: root })
    else for (const href of hrefsIn(root, file)) order.push(href)
  }
  const placeOf = ({ file }: { file: string }) => (order.includes(file) ? order.indexOf(file) : order.length)
  for (const { file, item } of items.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const place = `item "${item.getAttribute('title')?.trim() || file}"`
    const question = questionOf(item)
    const shown = picturesOf(item, file, pictures)
    if (typeof shown === 'string') problems.push({ path: place, message: shown })
    else if (typeof question === 'string') problems.push({ path: place, message: question })
    else questions.push({ place, question, ...shown })
  }
  if (items.length === 0 && problems.length === 0)
    problems.push({ path: files[0]?.[0] ?? 'imsmanifest.xml', message: 'must have at least one item' })
  return problems.length > 0 ? { problems } : { questions }
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
  const choices = all(body, 'choiceInteraction').flatMap((found) => all(found, 'simpleChoice'))
  const ofChoices = choices.map((choice) => all(choice, 'img'))
  if (ofChoices.some((images) => images.length > 1)) return 'has more than one picture in a choice'
  const inChoices = new Set(ofChoices.flat())
  const [shown, another] = all(body, 'img').filter((image) => !inChoices.has(image))
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
  for (const part of plainPath(named).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function plainPath(named: string): string {
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

function rootOf(bytes: Uint8Array): Element | string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const content = new TextDecoder(encoding).decode(bytes)
  if (/<!(DOCTYPE|ENTITY)/i.test(content)) return 'must not have a document type'
  return readXml(content) ?? 'is not XML'
}

/** Returns paths of the items in the order of a manifest or test, relative to its own folder. */
function hrefsIn(root: Element, file: string): string[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : ''
  return [...all(root, 'assessmentItemRef'), ...all(root, 'resource')].flatMap((found) => {
    const href = found.getAttribute('href')
    return href ? [folder + href.replace(/^\.\//, '')] : []
  })
}

const all = (place: Element, name: string): Element[] =>
  [...place.getElementsByTagName('*')].filter(({ localName }) => localName === name)
const childrenOf = (place: Element | undefined, name: string): Element[] =>
  [...(place?.children ?? [])].filter(({ localName }) => localName === name)

/** Returns the question, or why it is not supported. */
function questionOf(item: Element): object | string {
  const [body] = childrenOf(item, 'itemBody')
  if (!body) return 'must have one interaction'
  const strange = [...body.getElementsByTagName('*')].find(
    (found) => unsupported.has(found.localName) && !isGuide(found),
  )
  if (strange) return `has ${strange.localName}, which is not supported`
  const interactions = [...body.getElementsByTagName('*')].filter(({ localName }) =>
    localName.endsWith('Interaction'),
  )
  const isHandedIn = interactions.length > 0 && interactions.every(isHandIn)
  const [interaction] = interactions
  if (!interaction || (interactions.length > 1 && !isHandedIn)) return 'must have one interaction'
  const parts = isHandedIn ? handInOf(body, interactions) : partsOf(item, interaction)
  if (typeof parts === 'string') return parts
  const isInline = interaction.localName === 'textEntryInteraction'
  const question = textOf(body, (found) => {
    if (isGuide(found)) return ''
    return interactions.includes(found) ? (isInline ? ' _____ ' : '\n') : null
  })
  const prompt = interactions.flatMap((one) => childrenOf(one, 'prompt')).map((found) => textOf(found))
  const explanation = childrenOf(item, 'modalFeedback').map((found) => textOf(found))
  return {
    question: [question.replace(/\s*_____$/, ''), ...prompt].filter((text) => text !== '').join('\n'),
    points: pointsOf(item),
    ...(explanation.length > 0 && { explanation: explanation.join('\n') }),
    ...parts,
  }
}

const isHandIn = ({ localName }: Element): boolean =>
  localName === 'extendedTextInteraction' || localName === 'uploadInteraction'
/** Recognises text that only graders read. */
const isGuide = (found: Element): boolean =>
  found.localName === 'rubricBlock' && found.getAttribute('view')?.trim() === 'scorer'

function handInOf(body: Element, interactions: readonly Element[]): object | string {
  const files = interactions.filter(({ localName }) => localName === 'uploadInteraction').length
  if (interactions.length - files > 1) return 'must have one text to write'
  if (files > handInLimits.files) return `must have at most ${handInLimits.files} files to hand in`
  const guide = all(body, 'rubricBlock')
    .filter(isGuide)
    .map((found) => textOf(found))
    .filter((text) => text !== '')
    .join('\n')
  return { type: 'hand-in', ...(guide && { guide }), ...(files > 0 && { files }) }
}

function pointsOf(item: Element): number {
  const outcomes = childrenOf(item, 'outcomeDeclaration')
  const named = (name: string) => outcomes.find((found) => found.getAttribute('identifier') === name)
  const most = named('MAXSCORE')
  const stated = (most && all(most, 'value')[0]?.textContent) ?? named('SCORE')?.getAttribute('normalMaximum')
  const points = Math.round(decimal(stated ?? ''))
  return points >= 1 ? points : defaultPoints
}

interface Response {
  declaration: Element
  isMultiple: boolean
  baseType: string
  correct: string[]
  mapped: { key: string; value: number; isCaseSensitive: boolean }[]
}

function responseOf(item: Element, interaction: Element): Response | null {
  const name = interaction.getAttribute('responseIdentifier')
  const declaration = childrenOf(item, 'responseDeclaration').find(
    (found) => found.getAttribute('identifier') === name,
  )
  if (!declaration) return null
  const [correct] = childrenOf(declaration, 'correctResponse')
  const [mapping] = childrenOf(declaration, 'mapping')
  return {
    declaration,
    isMultiple: declaration.getAttribute('cardinality') === 'multiple',
    baseType: declaration.getAttribute('baseType') ?? '',
    correct: childrenOf(correct, 'value').map(({ textContent }) => textContent.trim()),
    mapped: childrenOf(mapping, 'mapEntry').map((entry) => ({
      key: entry.getAttribute('mapKey')?.trim() ?? '',
      value: Number(entry.getAttribute('mappedValue')),
      isCaseSensitive: entry.getAttribute('caseSensitive') !== 'false',
    })),
  }
}

function partsOf(item: Element, interaction: Element): object | string {
  const response = responseOf(item, interaction)
  switch (interaction.localName) {
    case 'choiceInteraction':
      return response ? choicesOf(interaction, response) : 'must have a right answer'
    case 'textEntryInteraction':
      return response ? entryOf(item, interaction, response) : 'must have a right answer'
    case 'matchInteraction':
      return response ? pairsOf(interaction, response) : 'must have a right answer'
    case 'orderInteraction':
      return response ? orderOf(item, interaction, response) : 'must have a right answer'
    default:
      return `has ${interaction.localName}, which is not supported`
  }
}

const wordsIn = (choice: Element): string =>
  textOf(choice, ({ localName }) => (localName === 'feedbackInline' ? '' : null))
const altOf = (image: Element | undefined): string =>
  (image?.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()

function choicesOf(interaction: Element, response: Response): object | string {
  const choices = all(interaction, 'simpleChoice').map((choice) => ({
    id: choice.getAttribute('identifier') ?? '',
    // The alternative text names a picture without a text.
    text: wordsIn(choice) || altOf(all(choice, 'img')[0]),
    hasPicture: all(choice, 'img').length > 0,
    feedback: all(choice, 'feedbackInline')
      .map((found) => textOf(found))
      .join('\n'),
  }))
  const mapped = response.mapped.filter(({ value }) => value > 0).map(({ key }) => key)
  const right = response.correct.length > 0 ? response.correct : mapped
  const isRight = ({ id }: { id: string }) => right.includes(id)
  const answers = choices.filter(isRight).map(({ text }) => text)
  if (answers.length === 0) return 'must have a right answer'
  const options = {
    options: choices.map(({ text }) => text),
    ...(choices.some(({ feedback }) => feedback !== '') && {
      feedback: choices.map(({ feedback }) => feedback),
    }),
  }
  if (response.isMultiple)
    return { type: 'multiple-answers', ...options, answers, ...(mapped.length > 0 && { partial: true }) }
  if (answers.length > 1) return 'must have one right answer'
  const [yes, no] = [/^(true|benar)$/i, /^(false|palsu)$/i]
  const isTrueFalse =
    choices.length === 2 &&
    !('feedback' in options) &&
    !choices.some(({ hasPicture }) => hasPicture) &&
    [yes, no].every((word) => choices.some(({ text }) => word.test(text)))
  if (isTrueFalse) return { type: 'true-false', answer: yes.test(answers[0] ?? '') }
  return { type: 'multiple-choice', ...options, answer: answers[0] }
}

function entryOf(item: Element, interaction: Element, response: Response): object | string {
  if (response.baseType === 'integer' || response.baseType === 'float') return numberOf(item, response)
  if (response.baseType !== 'string') return 'must be answered with text or a number'
  const mapped = response.mapped.filter(({ value }) => value > 0)
  const answers = [...new Set([...response.correct, ...mapped.map(({ key }) => key)])]
  if (answers.length === 0) return 'must have a right answer'
  const classes = (interaction.getAttribute('class') ?? '').split(/\s+/)
  // Without a mapping, QTI compares case-sensitively.
  const matchCase = mapped.length === 0 || mapped.some(({ isCaseSensitive }) => isCaseSensitive)
  return {
    type: 'short-answer',
    answers,
    ...(matchCase && { matchCase }),
    ...(classes.includes('match-accents') && { matchAccents: true }),
    ...(classes.includes('match-blanks') && { matchBlanks: true }),
  }
}

function numberOf(item: Element, { correct, mapped }: Response): object | string {
  const answer = decimal(correct[0] ?? mapped.find(({ value }) => value > 0)?.key ?? '')
  if (Number.isNaN(answer)) return 'must have a right answer'
  const [equal] = all(item, 'equal')
  const mode = equal?.getAttribute('toleranceMode') ?? 'exact'
  if (mode === 'exact') return { type: 'numeric', answer }
  const [below = Number.NaN, above = below] = (equal?.getAttribute('tolerance') ?? '')
    .trim()
    .split(/\s+/)
    .map(Number)
  if (Number.isNaN(below) || below !== above) return 'must have one tolerance for both sides'
  return {
    type: 'numeric',
    answer,
    tolerance: mode === 'relative' ? (Math.abs(answer) * below) / 100 : below,
  }
}

function pairsOf(interaction: Element, response: Response): object | string {
  const [prompts = [], matches = []] = childrenOf(interaction, 'simpleMatchSet').map((set) =>
    all(set, 'simpleAssociableChoice').map((choice) => ({
      id: choice.getAttribute('identifier') ?? '',
      text: textOf(choice),
    })),
  )
  const mapped = response.mapped.filter(({ value }) => value > 0).map(({ key }) => key)
  const right = (response.correct.length > 0 ? response.correct : mapped).map((pair) => pair.split(/\s+/))
  const pairs = prompts.flatMap(({ id, text }) =>
    right
      .filter(([from]) => from === id)
      .map(([, to]) => ({ prompt: text, match: matches.find((match) => match.id === to)?.text ?? '' })),
  )
  if (pairs.length !== prompts.length || pairs.length !== right.length)
    return 'must have one right match for each prompt'
  const used = new Set(right.map(([, to]) => to))
  const distractors = matches.filter(({ id }) => !used.has(id)).map(({ text }) => text)
  return {
    type: 'matching',
    pairs,
    ...(distractors.length > 0 && { distractors }),
    ...(mapped.length > 0 && { partial: true }),
  }
}

function orderOf(item: Element, interaction: Element, { correct }: Response): object | string {
  const choices = all(interaction, 'simpleChoice')
  const items = correct.flatMap((id) =>
    choices.filter((choice) => choice.getAttribute('identifier') === id).map((choice) => textOf(choice)),
  )
  if (items.length !== choices.length) return 'must have a right place for each choice'
  // Points for each position are written as a comparison with each position.
  return { type: 'ordering', items, ...(all(item, 'index').length > 0 && { partial: true }) }
}

const blocks = new Set('p div pre li ul ol h1 h2 h3 h4 h5 h6 blockquote tr table'.split(' '))
const [keptBlank, keptLine] = ['\uE000', '\uE001']

/** Returns plain text: blocks are lines, and whitespace collapses except where it is preserved. */
function textOf(place: Element, replace: (found: Element) => string | null = () => null): string {
  const read = (node: Node, isKept: boolean): string => {
    if (node.nodeType === 3 || node.nodeType === 4) {
      const text = node.textContent ?? ''
      if (!isKept) return text.replace(/\s+/g, ' ')
      return text.replace(/\r?\n/g, keptLine).replace(/[ \t]/g, keptBlank)
    }
    if (!isElement(node)) return ''
    const replaced = node === place ? null : replace(node)
    if (replaced !== null) return replaced
    if (node !== place && node.localName === 'prompt') return ''
    if (node.localName === 'br') return keptLine
    const keeps = isKept || node.localName === 'pre' || node.getAttribute('class') === 'preserve'
    const inside = [...node.childNodes].map((child) => read(child, keeps)).join('')
    return blocks.has(node.localName) ? `\n${inside}\n` : inside
  }
  return read(place, false)
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n+/g, '\n')
    .replaceAll(keptBlank, ' ')
    .replaceAll(keptLine, '\n')
    .trim()
}

const isElement = (node: Node): node is Element => node.nodeType === 1
