import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { quizOfDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon, uploadIcon } from '@apogee/ui/more-icons.ts'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { useRef, useState } from 'react'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { newId } from '#web/platform/new-id.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import './quiz-editor.css'
import '@apogee/ui/field.css'

const fileMaxBytes = 1_048_576
const formats = () => import('./quiz-formats.ts')

/** Adds the questions of a file, and writes files. All of a file is added, or nothing. */
export function QuizFiles({
  quiz,
  title,
  onImport,
}: {
  quiz: QuizDraft
  title: string
  onImport: (questions: DraftQuestion[], groups: NonNullable<QuizDraft['settings']['groups']>) => void
}) {
  const text = useText(quizEditorMessages)
  const fieldText = useFieldText()
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState('')
  const [problems, setProblems] = useState<readonly QuizProblem[]>([])
  const fail = (sentence: string, found: readonly QuizProblem[] = []) => {
    setFailure(sentence)
    setProblems(found)
  }
  const read = async (file: File) => {
    if (file.size > fileMaxBytes) return fail(text.fileTooLarge)
    const found = await formats()
      .then(async ({ readQuestionFile }) => readQuestionFile(file, newId))
      .catch(() => null)
    if (!found) return fail(text.fileUnreadable)
    if ('problems' in found) return fail(text.importFailed, found.problems)
    fail('')
    onImport(found.questions, found.groups)
    notify({ text: text.imported(found.questions.length) })
  }
  const download = async (format: 'json' | 'gift' | 'qti') => {
    const checked = quizOfDraft(title, quiz)
    if ('problems' in checked) return fail(text.exportFailed)
    fail('')
    const { saveQti, saveQuiz } = await formats()
    if (format !== 'qti') return saveQuiz(checked.quiz, format)
    const leftOut = await saveQti(checked.quiz)
    if (leftOut > 0) notify({ text: text.qtiLeftOut(leftOut) })
  }
  return (
    <div className="quiz-edit-files">
      <input
        ref={input}
        className="vh"
        type="file"
        tabIndex={-1}
        accept=".json,.gift,.txt,.csv,.xml,.zip"
        aria-label={text.importFile}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void read(file)
        }}
      />
      <Button size="sm" variant="quiet" icon={uploadIcon} onClick={() => input.current?.click()}>
        {text.importFile}
      </Button>
      <p className="ap-field-hint">{text.importHint}</p>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => void download('json')}>
        {text.exportJson}
      </Button>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => void download('gift')}>
        {text.exportGift}
      </Button>
      <Button size="sm" variant="quiet" icon={downloadIcon} onClick={() => void download('qti')}>
        {text.exportQti}
      </Button>
      {failure ? (
        <Notice tone="danger">
          {failure}
          {problems.map(({ path, message }) => (
            <span key={`${path} ${message}`} className="quiz-edit-problem">
              {path}: {fieldText(message) ?? message}
            </span>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}
