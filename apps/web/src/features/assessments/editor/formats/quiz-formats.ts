/** Reads and writes questions in files. The module loads with the first file. */
import { draftOfQuiz, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import {
  checkQuiz,
  readQuizFile,
  type QuizFile,
  type QuizProblem,
} from '@apogee/contracts/assessments/quiz-file.ts'
import { saveFile, saveText } from '#web/platform/edit-conflicts/save-text.ts'
import type { PackedPicture } from './qti-write.ts'
import { readCsv } from './csv.ts'
import { picturesApart, withPictures } from './pictures-in-json.ts'
import { picturesOf, readGift, writeGift, type Found, type FoundPicture, type FoundQuestion } from './gift.ts'

export interface ReadQuestions {
  questions: DraftQuestion[]
  groups: NonNullable<QuizDraft['settings']['groups']>
  /** The pictures are not uploaded yet. */
  pictures: readonly PlacedPicture[]
}
/** `option` is the index of the question's option; null means the question itself. */
export type PlacedPicture = FoundPicture & { question: number; option: number | null; isAlone?: boolean }
type Read = ReadQuestions | { problems: QuizProblem[] }

/** Returns the bytes of a picture by its file. */
export type PictureOf = (file: string) => Promise<Blob>

/** Reads QTI as bytes and the other formats as text. */
export async function readQuestionFile(file: File, newKey: () => string): Promise<Read> {
  if (/\.json$/i.test(file.name)) return readPicturedQuiz(file, newKey)
  if (!/\.(zip|xml)$/i.test(file.name)) return readQuestions(file.name, await file.text(), newKey)
  const { readQti } = await import('./qti-read.ts')
  return checkFound(await readQti(file.name, new Uint8Array(await file.arrayBuffer())), newKey)
}

async function readPicturedQuiz(file: File, newKey: () => string): Promise<Read> {
  const apart = await picturesApart(await file.text())
  if ('problems' in apart) return apart
  const read = readQuestions(file.name, apart.content, newKey)
  return 'problems' in read ? read : { ...read, pictures: apart.pictures }
}

/**
 * Reads questions without pictures. The extension determines the format; unknown ones are GIFT. At most 20 problems are returned,
 * with their line or path.
 */
export function readQuestions(name: string, content: string, newKey: () => string): Read {
  if (/\.json$/i.test(name)) {
    const read = readQuizFile(content)
    return 'problems' in read ? read : { ...draftsOf(read.quiz, newKey), pictures: [] }
  }
  const found = /\.csv$/i.test(name) ? readCsv(content) : readGift(content)
  return checkFound(found, newKey)
}

const draftsOf = (quiz: QuizFile, newKey: () => string) => {
  const { settings, questions } = draftOfQuiz(quiz, newKey)
  return { questions, groups: settings.groups ?? [] }
}

/** Applies the rules of the quiz file; the position of a question is its line. */
function checkFound(found: Found, newKey: () => string): Read {
  if ('problems' in found) return { problems: found.problems.slice(0, 20) }
  const given = { title: 'questions', questions: found.questions.map(({ question }) => question) }
  const checked = checkQuiz(given, 20)
  if ('quiz' in checked) {
    return { ...draftsOf(checked.quiz, newKey), pictures: found.questions.flatMap(placed) }
  }
  return {
    problems: checked.problems.map(({ path, message }) => {
      const [, index, ...field] = path.split('.')
      const place = found.questions[Number(index)]?.place
      return { path: place ? [place, ...field].join(', ') : 'line 1', message }
    }),
  }
}

const placed = ({ picture, optionPictures = [] }: FoundQuestion, question: number): PlacedPicture[] => [
  ...(picture ? [{ ...picture, question, option: null }] : []),
  ...optionPictures.flatMap((one, option) => (one ? [{ ...one, question, option }] : [])),
]

/** The counts describe content that a format cannot hold. */
export interface LeftOut {
  questions: number
  pictures: number
  /** The value counts guides for grading submissions. */
  guides: number
}

export async function saveQuiz(
  quiz: QuizFile,
  format: 'json' | 'gift' | 'qti',
  pictureOf: PictureOf,
): Promise<LeftOut> {
  const name = quiz.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'quiz'
  if (format === 'qti') return saveQti(quiz, `${name}.qti.zip`, pictureOf)
  if (format === 'gift') {
    saveText(`${name}.gift.txt`, writeGift(quiz), 'text/plain')
    return { questions: 0, pictures: quiz.questions.flatMap(picturesOf).length, guides: guidesIn(quiz) }
  }
  const content = `${JSON.stringify(await withPictures(quiz, pictureOf), null, 2)}\n`
  saveText(`${name}.json`, content, 'application/json')
  return { questions: 0, pictures: 0, guides: 0 }
}

async function saveQti(quiz: QuizFile, name: string, pictureOf: PictureOf): Promise<LeftOut> {
  const [{ writeQti }, { writeZip }] = await Promise.all([import('./qti-write.ts'), import('./qti-zip.ts')])
  const pictures = new Map<string, PackedPicture>()
  for (const picture of quiz.questions.flatMap(picturesOf)) {
    if (pictures.has(picture.file)) continue
    const content = await pictureOf(picture.file)
    const bytes = new Uint8Array(await content.arrayBuffer())
    pictures.set(picture.file, { type: content.type, bytes })
  }
  const { files, leftOut, images } = writeQti(quiz, pictures)
  saveFile(name, new Blob([writeZip([...files, ...images])], { type: 'application/zip' }))
  return { questions: leftOut, pictures: 0, guides: 0 }
}

const guidesIn = ({ questions }: QuizFile): number =>
  questions.filter((question) => question.type === 'hand-in' && question.guide).length
