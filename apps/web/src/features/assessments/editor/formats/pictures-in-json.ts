/**
 * Embeds pictures in the quiz file: `picture: { alt, data }` of a question, and the same in its `optionPictures`, where `data` is a
 * `data:` address.
 */
import type { QuizFile, QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { parseNestedJson } from '@apogee/domain/nested-json.ts'
import type { FoundPicture, PlacedPicture } from './found.ts'

/** Returns a file's questions without their pictures, and the pictures separately. */
export async function picturesApart(
  content: string,
): Promise<{ content: string; pictures: PlacedPicture[] } | { problems: QuizProblem[] }> {
  const given = parsed(content)
  const pictures: PlacedPicture[] = []
  const questions = isObject(given) ? given['questions'] : null
  if (!isObject(given) || !Array.isArray(questions) || !questions.some(hasPicture))
    return { content, pictures }
  const problems: QuizProblem[] = []
  const others: unknown[] = []
  for (const [index, question] of (questions as unknown[]).entries()) {
    if (!hasPicture(question)) {
      others.push(question)
      continue
    }
    const { picture, optionPictures, ...rest } = question
    for (const { path, given, option } of placesIn({ picture, optionPictures })) {
      const read = pictureIn(given)
      if (read) pictures.push({ ...read, question: index, option, ...isAlone(given) })
      else
        problems.push({
          path: `questions.${index}.${path}`,
          message: 'must hold a PNG, JPEG or WebP picture',
        })
    }
    others.push(rest)
    // oxlint-disable-next-line no-await-in-loop -- the page stays responsive between large pictures
    await nextTask()
  }
  return problems.length > 0
    ? { problems: problems.slice(0, 10) }
    : { content: JSON.stringify({ ...given, questions: others }), pictures }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasPicture = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && (value['picture'] !== undefined || value['optionPictures'] !== undefined)

/** Returns the positions of pictures in a question. */
function placesIn({
  picture,
  optionPictures,
}: {
  picture: unknown
  optionPictures: unknown
}): { path: string; given: unknown; option: number | null }[] {
  const ofQuestion = picture === undefined ? [] : [{ path: 'picture', given: picture, option: null }]
  if (optionPictures === undefined) return ofQuestion
  if (!Array.isArray(optionPictures))
    return [...ofQuestion, { path: 'optionPictures', given: null, option: null }]
  const ofOptions = (optionPictures as unknown[]).map((given, option) => ({
    path: `optionPictures.${option}`,
    given,
    option,
  }))
  return [...ofQuestion, ...ofOptions.filter(({ given }) => given !== null)]
}

const isAlone = (given: unknown) => (isObject(given) && given['isAlone'] === true ? { isAlone: true } : {})

function parsed(content: string): unknown {
  try {
    return parseNestedJson(content.replace(/^\uFEFF/, ''))
  } catch {
    // The reader of the questions parses the same content and reports invalid JSON.
    return null
  }
}

function pictureIn(picture: unknown): FoundPicture | null {
  if (!isObject(picture)) return null
  const { alt, data } = picture
  const [, type, packed] =
    /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/=]+)$/.exec(typeof data === 'string' ? data : '') ??
    []
  if (type === undefined || packed === undefined) return null
  try {
    const marks = atob(packed)
    const bytes = new Uint8Array(marks.length)
    for (let at = 0; at < marks.length; at += 1) bytes[at] = marks.charCodeAt(at)
    return { alt: typeof alt === 'string' ? alt : '', content: new Blob([bytes], { type }) }
  } catch {
    return null
  }
}

/** `pictureOf` returns the bytes of a picture by its file. */
export async function withPictures(
  quiz: QuizFile,
  pictureOf: (file: string) => Promise<Blob>,
): Promise<object> {
  const questions = []
  const packed = async ({ file, ...picture }: { file: string; alt: string }) => ({
    ...picture,
    data: await addressOf(await pictureOf(file)),
  })
  for (const question of quiz.questions) {
    const { picture } = question
    const ofOptions = 'optionPictures' in question ? question.optionPictures : undefined
    const optionPictures = []
    for (const one of ofOptions ?? []) optionPictures.push(one && (await packed(one)))
    questions.push({
      ...question,
      ...(picture && { picture: await packed(picture) }),
      ...(ofOptions && { optionPictures }),
    })
  }
  return { ...quiz, questions }
}

const addressOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture was not read')))
    reader.readAsDataURL(content)
  })
