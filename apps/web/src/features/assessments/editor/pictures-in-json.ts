/** The quiz file with its pictures in it: `picture: { alt, data }` of a question, where `data` is an address of the kind `data:`. */
import type { QuizFile, QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import type { FoundPicture } from './gift.ts'

/** A file's questions without their pictures, and these by the place of the question. */
export async function picturesApart(
  content: string,
): Promise<{ content: string; pictures: Map<number, FoundPicture> } | { problems: QuizProblem[] }> {
  const given = parsed(content)
  const pictures = new Map<number, FoundPicture>()
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
    const { picture, ...rest } = question
    const found = pictureIn(picture)
    if (found) pictures.set(index, found)
    else
      problems.push({ path: `questions.${index}.picture`, message: 'must hold a PNG, JPEG or WebP picture' })
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
  isObject(value) && value['picture'] !== undefined

function parsed(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    // Said by whoever reads the questions.
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

/** `pictureOf`: the bytes of a picture by its file. */
export async function withPictures(
  quiz: QuizFile,
  pictureOf: (file: string) => Promise<Blob>,
): Promise<object> {
  const questions = []
  for (const { picture, ...question } of quiz.questions)
    questions.push(
      picture
        ? { ...question, picture: { alt: picture.alt, data: await addressOf(await pictureOf(picture.file)) } }
        : question,
    )
  return { ...quiz, questions }
}

const addressOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture was not read')))
    reader.readAsDataURL(content)
  })
