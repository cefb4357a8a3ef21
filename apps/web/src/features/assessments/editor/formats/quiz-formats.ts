/** Reads and writes questions in files. The module loads with the first file. */
import { draftOfQuiz, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import {
  checkQuiz,
  readQuizInParts,
  type QuizFile,
  type QuizProblem,
} from '@apogee/contracts/assessments/quiz-file.ts'
import { offeredEncodings, readText } from '@apogee/domain/read-text.ts'
import { saveFile, saveText } from '#web/platform/edit-conflicts/save-text.ts'
import type { PackedPicture } from './qti-write.ts'
import { readCsv, separatorIn } from './csv.ts'
import { missingColumns, type CsvColumns } from './csv-columns.ts'
import { picturesApart, withPictures } from './pictures-in-json.ts'
import { fitting, type Found, type FoundQuestion, type PlacedPicture } from './found.ts'
import { picturesOf, readGift, writeGift } from './gift.ts'

export interface ParsedQuestions {
  questions: DraftQuestion[]
  groups: NonNullable<QuizDraft['settings']['groups']>
  /** The pictures are not uploaded yet. */
  pictures: readonly PlacedPicture[]
  /** Each entry names a part that is left out, by its place in the file, and the reason. */
  leftOut: readonly QuizProblem[]
  /** The author may replace these guesses by choices. */
  guesses: Guesses
  /** `origins` holds, for each question, its name in the file and the differences from the file. */
  origins: readonly { title: string; changes: readonly string[] }[]
}

/** A file without any readable question has only problems. */
export type Read = ParsedQuestions | { problems: QuizProblem[] }

/** Returns the bytes of a picture by its file. */
export type PictureOf = (file: string) => Promise<Blob>

/** The author's choices replace guesses about a file. */
export interface ReadChoices {
  encoding?: string
  separator?: string
  columns?: CsvColumns
}
export interface Guesses {
  /** The file does not declare its encoding, so `encoding` is guessed or chosen. */
  encoding?: string
  encodings: readonly string[]
  /** `separator` separates the columns of CSV. */
  separator?: string
  /** `table` holds the headings of CSV and what each column holds. */
  table?: { headings: readonly string[]; columns: CsvColumns }
  chosen: ReadChoices
}

/** Reads QTI as bytes and the other formats as text. */
export async function readQuestionFile(
  file: File,
  newKey: () => string,
  chosen: ReadChoices = {},
): Promise<Read> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (/\.(zip|xml)$/i.test(file.name)) {
    const { readQti } = await import('./qti-read.ts')
    const { guessed, ...found } = await readQti(file.name, bytes, chosen.encoding)
    return withGuesses(checkFound(found, newKey), chosen, guessed)
  }
  const decoded = await readText(bytes, { encoding: chosen.encoding })
  if ('refused' in decoded)
    return { problems: [{ path: file.name, message: `is not text in the encoding: ${decoded.refused}` }] }
  const { text, how, encoding } = decoded
  const read = /\.json$/i.test(file.name)
    ? await readPicturedQuiz(text, newKey)
    : readQuestions(file.name, text, newKey, chosen)
  return withGuesses(read, chosen, how === 'guessed' || how === 'chosen' ? encoding : undefined)
}

function withGuesses(read: Read, chosen: ReadChoices, encoding: string | undefined): Read {
  if ('problems' in read) return read
  const encodings = encoding === undefined ? [] : [...new Set([encoding, ...offeredEncodings])]
  return {
    ...read,
    guesses: { ...read.guesses, encodings, chosen, ...(encoding !== undefined && { encoding }) },
  }
}

async function readPicturedQuiz(content: string, newKey: () => string): Promise<Read> {
  const apart = await picturesApart(content)
  if ('problems' in apart) return apart
  return readJson(apart.content, apart.pictures, newKey)
}

function readJson(content: string, pictures: readonly PlacedPicture[], newKey: () => string): Read {
  const read = readQuizInParts(content)
  if ('problems' in read) return read
  const { quiz, leftOut, kept } = read
  return {
    ...draftsOf(quiz, newKey),
    leftOut,
    // `question` is the index in the file, where some questions are left out, so it is replaced by the index among the imported
    // questions.
    pictures: pictures.flatMap((picture) => {
      const question = kept.indexOf(picture.question)
      return question === -1 ? [] : [{ ...picture, question }]
    }),
    origins: quiz.questions.map(() => ({ title: '', changes: [] })),
    guesses: noGuesses,
  }
}

const noGuesses: Guesses = { encodings: [], chosen: {} }

/** Reads questions without pictures. The extension determines the format; unknown ones are GIFT. */
export function readQuestions(
  name: string,
  content: string,
  newKey: () => string,
  chosen: ReadChoices = {},
): Read {
  if (/\.json$/i.test(name)) return readJson(content, [], newKey)
  if (!/\.(csv|tsv)$/i.test(name)) return checkFound(readGift(content), newKey)
  return readTable(content, newKey, chosen)
}

/** When the guess finds no question, the author can still choose what the columns hold. */
function readTable(content: string, newKey: () => string, chosen: ReadChoices): Read {
  const separator = chosen.separator ?? separatorIn(content)
  const { headings, columns, ...found } = readCsv(content, { ...chosen, separator })
  const read = checkFound(found, newKey)
  const guesses = { ...noGuesses, separator, table: { headings, columns } }
  if ('questions' in read) return { ...read, guesses }
  if (headings.length < 2 || missingColumns(columns).length === 0) return read
  return { questions: [], groups: [], pictures: [], origins: [], leftOut: read.problems, guesses }
}

const draftsOf = (quiz: QuizFile, newKey: () => string) => {
  const { settings, questions } = draftOfQuiz(quiz, newKey)
  return { questions, groups: settings.groups ?? [] }
}

/** A person can read this many problems. */
const mostProblems = 50

function checkFound(found: Found, newKey: () => string): Read {
  const { questions, leftOut } = fitting(found)
  const given = { title: 'questions', questions: questions.map(({ question }) => question) }
  const checked = checkQuiz(given)
  if ('problems' in checked) return { problems: leftOut.slice(0, mostProblems) }
  return {
    ...draftsOf(checked.quiz, newKey),
    pictures: questions.flatMap(placed),
    leftOut,
    guesses: noGuesses,
    origins: questions.map(({ title = '', changes = [] }) => ({ title, changes })),
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
  /** `guides` counts guides for grading submissions. */
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
