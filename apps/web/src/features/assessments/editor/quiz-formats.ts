/** Questions in files. Loaded with the first file. */
import { draftOfQuiz, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import {
  checkQuiz,
  readQuizFile,
  type QuizFile,
  type QuizProblem,
} from '@apogee/contracts/assessments/quiz-file.ts'
import { saveFile, saveText } from '#web/platform/save-text.ts'
import { readCsv } from './csv.ts'
import { readGift, writeGift, type Found } from './gift.ts'

type Read =
  | { questions: DraftQuestion[]; groups: NonNullable<QuizDraft['settings']['groups']> }
  | { problems: QuizProblem[] }

/** QTI is bytes; the other formats are text. */
export async function readQuestionFile(file: File, newKey: () => string): Promise<Read> {
  if (!/\.(zip|xml)$/i.test(file.name)) return readQuestions(file.name, await file.text(), newKey)
  const { readQti } = await import('./qti-read.ts')
  return checkFound(await readQti(file.name, new Uint8Array(await file.arrayBuffer())), newKey)
}

/** The format is that of the file's name; other names are GIFT. Problems name their line or path, at most 20. */
export function readQuestions(name: string, content: string, newKey: () => string): Read {
  if (/\.json$/i.test(name)) {
    const read = readQuizFile(content)
    return 'problems' in read ? read : draftsOf(read.quiz, newKey)
  }
  const found = /\.csv$/i.test(name) ? readCsv(content) : readGift(content)
  return checkFound(found, newKey)
}

const draftsOf = (quiz: QuizFile, newKey: () => string) => {
  const { settings, questions } = draftOfQuiz(quiz, newKey)
  return { questions, groups: settings.groups ?? [] }
}

/** By the rules of the quiz file; the place of a question is its line. */
function checkFound(found: Found, newKey: () => string): Read {
  if ('problems' in found) return { problems: found.problems.slice(0, 20) }
  const given = { title: 'questions', questions: found.questions.map(({ question }) => question) }
  const checked = checkQuiz(given, 20)
  if ('quiz' in checked) return draftsOf(checked.quiz, newKey)
  return {
    problems: checked.problems.map(({ path, message }) => {
      const [, index, ...field] = path.split('.')
      const place = found.questions[Number(index)]?.place
      return { path: place ? [place, ...field].join(', ') : 'line 1', message }
    }),
  }
}

/** Saves the quiz as a file of the browser. */
export function saveQuiz(quiz: QuizFile, format: 'json' | 'gift'): void {
  const isJson = format === 'json'
  const content = isJson ? `${JSON.stringify(quiz, null, 2)}\n` : writeGift(quiz)
  saveText(
    `${fileName(quiz)}.${isJson ? 'json' : 'gift.txt'}`,
    content,
    isJson ? 'application/json' : 'text/plain',
  )
}

const fileName = ({ title }: QuizFile) =>
  title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'quiz'

/** Saves the quiz as a QTI 2.1 package; answers how many questions it cannot hold. */
export async function saveQti(quiz: QuizFile): Promise<number> {
  const [{ writeQti }, { writeZip }] = await Promise.all([import('./qti-write.ts'), import('./qti-zip.ts')])
  const { files, leftOut } = writeQti(quiz)
  saveFile(`${fileName(quiz)}.qti.zip`, new Blob([writeZip(files)], { type: 'application/zip' }))
  return leftOut
}
