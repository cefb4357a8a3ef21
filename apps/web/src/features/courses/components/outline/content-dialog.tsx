import {
  defaultLanguage,
  languageNames,
  languageOf,
  languages,
  type Language,
} from '@apogee/domain/languages.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { captionsImportMessages } from '#web/shared/lesson/captions-editor/captions-import-messages.en.ts'
import { CaptionsReview } from '#web/shared/lesson/captions-editor/captions-review.tsx'
import {
  uploadOf,
  useCaptionsFile,
  type CaptionsFile,
} from '#web/shared/lesson/captions-editor/use-captions-file.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { acceptedFiles, isQuizFile, problemOfFile, type ContentKind } from '../../file-choice.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { PasswordNote } from '../materials/password-note.tsx'
import { useUploads } from '#web/platform/transfer/use-uploads.ts'
import { useQuizProblemText } from '../../quiz-problem.ts'
import { downloadQuizExample, readQuiz, type QuizVerdict } from '../../quiz-choice.ts'
import '../authoring.css'

interface Chosen {
  file: File | null
  /** `quiz` is the verdict on a chosen quiz file; null for other files. */
  quiz: Extract<QuizVerdict, { title: string }> | null
  problem: string | null
}
const nothing: Chosen = { file: null, quiz: null, problem: null }

/** Holds the type of the new item and the chosen file of that type. */
function useFileChoice() {
  const text = useText(authoringMessages)
  const quizProblemText = useQuizProblemText()
  const [kind, setKind] = useState<ContentKind>('video')
  const [chosen, setChosen] = useState(nothing)
  const chooseQuiz = async (file: File) => {
    setChosen({ ...nothing, problem: chosen.problem })
    const verdict = await readQuiz(file)
    if ('problems' in verdict) {
      const [first = { path: '', message: '' }] = verdict.problems
      setChosen({ ...nothing, problem: quizProblemText(first) })
    } else setChosen({ file, quiz: verdict, problem: null })
  }
  return {
    kind,
    chosen,
    chooseKind: (next: ContentKind) => {
      if (next === kind) return
      setKind(next)
      setChosen(nothing)
    },
    /** The file may have any type, because file dialogs can be told to show all files and dropped files are not filtered. */
    chooseFile: (file: File) => {
      if (kind === 'quiz') {
        if (isQuizFile(file)) void chooseQuiz(file)
        else setChosen({ ...nothing, problem: text.quizUnsupported })
        return
      }
      const problem = problemOfFile(file, kind)
      setChosen(problem ? { ...nothing, problem: text[problem] } : { ...nothing, file })
    },
    removeFile: () => setChosen({ ...nothing, problem: chosen.problem }),
  }
}

interface Captions {
  /** Null means that there is no file to upload. */
  file: File | null
  language: Language
}

/** Uploads the chosen file, then adds the item to the module. */
function useAddContent(courseId: number, moduleId: number) {
  const { upload, progress, setProgress, isWaiting, abandon } = useUploads()
  const add = useContentWrite(
    courseId,
    async (given: {
      kind: ContentKind
      title: string
      chosen: Chosen & { file: File }
      captions: Captions
    }) => {
      const { kind, chosen, captions } = given
      setProgress(0)
      try {
        const filePath = await upload(chosen.file, kind === 'quiz' ? 'quiz' : 'lesson')
        const track =
          captions.file && kind === 'video'
            ? [{ language: captions.language, url: await upload(captions.file, 'captions') }]
            : undefined
        return await call('createResource', {
          body: {
            courseContentId: moduleId,
            // Without a title an item is named after its file; a quiz has its own title.
            title: given.title.trim() || (chosen.quiz?.title ?? ''),
            filePath,
            fileType: kind === 'document' ? 'pdf' : kind,
            ...(track && { captions: track }),
          },
        })
      } finally {
        setProgress(null)
      }
    },
  )
  return { add, progress, isWaiting, abandon }
}

/**
 * Implements 'Add Content' of docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin: Video, Document
 * or Quiz, an optional title, and the file.
 */
export function ContentDialog({
  courseId,
  module,
  onClose,
}: {
  courseId: number
  module: CourseContent
  onClose: () => void
}) {
  const text = useText(authoringMessages)
  const [title, setTitle] = useState('')
  const captions = useCaptionsFile(useText(captionsImportMessages).noCaptions)
  const [language, setLanguage] = useState<Language>(defaultLanguage)
  const { kind, chosen, chooseKind, chooseFile, removeFile } = useFileChoice()
  const { add, progress, isWaiting, abandon } = useAddContent(courseId, module.id)
  const { send, clearError, dialog } = useDialogSave({
    save: add,
    failed: text.addContentFailed,
    onRefused: (error) => error instanceof DOMException && error.name === 'AbortError',
    onClose,
  })
  const { file } = chosen
  const cancel = () => {
    abandon()
    onClose()
  }
  /** Removes the error of the last upload when another file is chosen. */
  const afterClearing =
    <Given,>(choose: (given: Given) => void) =>
    (given: Given) => {
      clearError()
      choose(given)
    }
  return (
    <FormDialog
      {...dialog}
      onClose={cancel}
      title={text.addContent}
      text={text.addContentTo(module.title)}
      action={text.addContent}
      busyLabel={text.adding}
      disabled={!file}
      isCancellable
      onSubmit={() => {
        const track = { file: captions.chosen && uploadOf(captions.chosen), language }
        if (file) void send({ kind, title, chosen: { ...chosen, file }, captions: track })
      }}
    >
      <AskBeforeLeaving loss={progress === null ? null : 'upload'} />
      <KindChoice kind={kind} disabled={dialog.busy} onChange={afterClearing(chooseKind)} />
      <TextField
        label={text.contentTitle}
        hint={kind === 'quiz' ? text.quizTitleHint : text.contentTitleHint}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <FileField
        kind={kind}
        chosen={chosen}
        progress={progress}
        isWaiting={isWaiting}
        onFile={afterClearing(chooseFile)}
        onRemove={() => afterClearing(removeFile)(undefined)}
      />
      {kind === 'video' ? (
        <CaptionsField
          captions={captions}
          language={language}
          disabled={dialog.busy}
          onFile={afterClearing(captions.choose)}
          onLanguage={afterClearing(setLanguage)}
        />
      ) : null}
    </FormDialog>
  )
}

function KindChoice({
  kind,
  disabled,
  onChange,
}: {
  kind: ContentKind
  disabled: boolean
  onChange: (kind: ContentKind) => void
}) {
  const text = useText(authoringMessages)
  return (
    <>
      <RadioGroup
        legend={text.contentType}
        layout="boxes"
        value={kind}
        onChange={onChange}
        options={[
          { value: 'video', label: text.video, hint: text.videoHint, disabled },
          { value: 'document', label: text.document, hint: text.documentHint, disabled },
          { value: 'quiz', label: text.quiz, hint: text.quizHint, disabled },
        ]}
      />
      {kind === 'quiz' ? (
        <p className="text-sm text-secondary">
          {text.quizExplained}{' '}
          <button type="button" className="ap-link" onClick={() => void downloadQuizExample()}>
            {text.quizExample}
          </button>
        </p>
      ) : null}
    </>
  )
}

function FileField({
  kind,
  chosen: { file, quiz, problem },
  progress,
  isWaiting,
  onFile,
  onRemove,
}: {
  kind: ContentKind
  chosen: Chosen
  /** `progress` is in percent; null means that no upload is running. */
  progress: number | null
  /** True means that the upload is interrupted and continues when the connection returns. */
  isWaiting: boolean
  onFile: (file: File) => void
  onRemove: () => void
}) {
  const text = useText(authoringMessages)
  return (
    <>
      <FileDrop
        label={text.file}
        prompt={text.dropFile}
        browseLabel={text.browse}
        hint={text[`${kind}Limits`]}
        accept={acceptedFiles[kind]}
        onFile={onFile}
        fileName={file?.name ?? null}
        progress={progress}
        progressLabel={file ? text.uploading(file.name) : undefined}
        onRemove={onRemove}
        removeLabel={text.removeFile}
        error={problem}
      />
      {progress === null ? null : (
        <p className="text-xs text-secondary">
          {text.uploadedPercent(progress)}
          <span role="status">{isWaiting ? ` · ${text.uploadInterrupted}` : ''}</span>
        </p>
      )}
      <PasswordNote file={kind === 'document' ? file : null} />
      {quiz && file ? (
        <p className="text-sm text-secondary">{text.quizFound(quiz.questions, quiz.points)}</p>
      ) : null}
    </>
  )
}

function CaptionsField({
  captions,
  language,
  disabled,
  onFile,
  onLanguage,
}: {
  captions: CaptionsFile
  language: Language
  disabled: boolean
  onFile: (file: File) => void
  onLanguage: (language: Language) => void
}) {
  const text = useText(authoringMessages)
  return (
    <div className="authoring-captions">
      <FileDrop
        label={text.captions}
        prompt={text.dropFile}
        browseLabel={text.browse}
        hint={text.captionsHint}
        accept=".vtt,.srt,text/vtt"
        onFile={onFile}
        fileName={captions.chosen?.file.name ?? null}
        onRemove={captions.forget}
        removeLabel={text.removeFile}
        error={captions.problem}
        disabled={disabled}
      />
      {captions.chosen ? (
        <Select
          label={text.captionsLanguage}
          value={language}
          onChange={(event) => onLanguage(languageOf(event.target.value))}
          options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        />
      ) : null}
      <CaptionsReview captions={captions} seconds={null} />
    </div>
  )
}
