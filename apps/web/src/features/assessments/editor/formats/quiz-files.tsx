import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { quizOfDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { textPictureLimits } from '@apogee/contracts/limits.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon, uploadIcon } from '@apogee/ui/icons/more-icons.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { use, useEffect, useRef, useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { UnusablePicture } from '#web/shared/picture/prepare-picture.ts'
import { uploadTextPicture } from '#web/shared/text/upload-text-picture.ts'
import { quizEditorMessages } from '../../messages/quiz-editor.en.ts'
import { QuizPictures, type EditedPictures } from '../picture-uploads.ts'
import { ProblemList } from './import-problems.tsx'
import type { ReadChoices, ParsedQuestions } from './quiz-formats.ts'
import '../quiz-editor.css'
import '@apogee/ui/fields/field.css'

/** The limit is in bytes and includes pictures. */
const fileMaxBytes = 67_108_864
const formats = () => import('./quiz-formats.ts')
const ImportPreview = lazyOnPress(() => import('./import-preview.tsx').then((module) => module.ImportPreview))

async function withUploads(
  { questions, pictures }: ParsedQuestions,
  add: EditedPictures['add'],
): Promise<DraftQuestion[]> {
  const uploaded = [...questions]
  for (const { question: index, option, isAlone = false, alt, content } of pictures) {
    const file = new File([content], 'picture', { type: content.type })
    const shown = await uploadTextPicture(file, () => undefined)
    const question = uploaded[index]
    add(shown)
    if (!question) continue
    const picture = { file: shown.file, alt: cutText(alt, textPictureLimits.altLength) }
    uploaded[index] =
      option === null
        ? { ...question, picture }
        : {
            ...question,
            options: question.options.map((one, place) =>
              place === option ? { ...one, picture, ...(isAlone && { text: '' }) } : one,
            ),
          }
  }
  return uploaded
}

async function bytesOf(picture: ShownPicture | undefined): Promise<Blob> {
  const answer = picture && (await fetch(picture.url))
  if (!answer?.ok) throw new Error('a picture of the quiz could not be read')
  return answer.blob()
}

const isHandIn = ({ type }: DraftQuestion): boolean => type === 'hand-in'

interface FilesProps {
  quiz: QuizDraft
  title: string
  onImport: (questions: DraftQuestion[], groups: NonNullable<QuizDraft['settings']['groups']>) => void
}

function useQuizFiles({ quiz, title, onImport }: FilesProps) {
  const text = useText(quizEditorMessages)
  const failureText = useFailureText()
  const pictures = use(QuizPictures)
  const notify = useNotify()
  const [failure, setFailure] = useState('')
  const [problems, setProblems] = useState<readonly QuizProblem[]>([])
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const fail = (sentence: string, found: readonly QuizProblem[] = []) => {
    // When the work ends, the author may have opened another view of the quiz that cannot show the failure, so a notice shows it.
    if (!isShown.current && sentence) notify({ tone: 'danger', text: sentence })
    setFailure(sentence)
    setProblems(found)
  }
  const [found, setFound] = useState<{
    file: File
    read: ParsedQuestions
    problems: readonly QuizProblem[]
  } | null>(null)
  const read = async (file: File, choices: ReadChoices = {}) => {
    if (file.size > fileMaxBytes) return fail(text.fileTooLarge)
    const result = await formats()
      .then(async ({ readQuestionFile }) => readQuestionFile(file, newId, choices))
      .catch(() => null)
    if (result && 'questions' in result) {
      fail('')
      if (isShown.current) setFound({ file, read: result, problems: [] })
      return
    }
    // After a choice that cannot be read, the preview stays open and the author can choose again.
    if (result && found?.file === file) return setFound({ ...found, problems: result.problems })
    setFound(null)
    if (result) fail(text.importFailed, result.problems)
    else fail(text.fileUnreadable)
  }
  const add = async ({ file, read: chosen }: NonNullable<typeof found>) => {
    try {
      onImport(await withUploads(chosen, pictures.add), chosen.groups)
      fail('')
      const byPerson = /\.json$/i.test(file.name) ? 0 : chosen.questions.filter(isHandIn).length
      if (byPerson > 0) notify({ text: text.handInsImported(byPerson) })
    } catch (error) {
      fail(error instanceof UnusablePicture ? text.picturesUnusable : failureText(error, text.picturesFailed))
    }
    setFound(null)
  }
  const download = async (format: 'json' | 'gift' | 'qti') => {
    const checked = quizOfDraft(title, quiz)
    if ('problems' in checked) return fail(text.exportFailed)
    try {
      const { saveQuiz } = await formats()
      const leftOut = await saveQuiz(checked.quiz, format, (file) => bytesOf(pictures.known.get(file)))
      fail('')
      if (leftOut.questions > 0) notify({ text: text.qtiLeftOut(leftOut.questions) })
      if (leftOut.pictures > 0) notify({ text: text.giftLeftOut(leftOut.pictures) })
      if (leftOut.guides > 0) notify({ text: text.guidesLeftOut(leftOut.guides) })
    } catch {
      fail(text.picturesUnread)
    }
  }
  const [isBusy, setIsBusy] = useState(false)
  const during = (work: Promise<unknown>) => {
    setIsBusy(true)
    void work.finally(() => setIsBusy(false))
  }
  return {
    failure,
    problems,
    isBusy,
    found,
    add,
    leave: () => setFound(null),
    read: (file: File, choices?: ReadChoices) => during(read(file, choices)),
    download: (format: 'json' | 'gift' | 'qti') => during(download(format)),
  }
}

/** Adds the questions of a file after their preview, and writes files. */
export function QuizFiles(props: FilesProps) {
  const text = useText(quizEditorMessages)
  const input = useRef<HTMLInputElement>(null)
  const { failure, problems, isBusy, found, add, leave, read, download } = useQuizFiles(props)
  return (
    <div className="quiz-edit-files">
      <input
        ref={input}
        className="vh"
        type="file"
        tabIndex={-1}
        accept=".json,.gift,.txt,.csv,.tsv,.xml,.zip"
        aria-label={text.importFile}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) read(file)
        }}
      />
      <Button
        size="sm"
        variant="quiet"
        icon={uploadIcon}
        busy={isBusy}
        busyLabel={text.fileBusy}
        onClick={() => input.current?.click()}
      >
        {text.importFile}
      </Button>
      <p className="ap-field-hint">{text.importHint}</p>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => download('json')}>
        {text.exportJson}
      </Button>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => download('gift')}>
        {text.exportGift}
      </Button>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => download('qti')}>
        {text.exportQti}
      </Button>
      {found ? (
        <ImportPreview
          name={found.file.name}
          read={found.read}
          problems={found.problems}
          onAgain={(choices) => read(found.file, choices)}
          onAdd={() => add(found)}
          onClose={leave}
        />
      ) : null}
      {failure ? (
        <Notice tone="danger">
          {failure}
          <ProblemList problems={problems} />
        </Notice>
      ) : null}
    </div>
  )
}
