import {
  defaultLanguage,
  languageNames,
  languageOf,
  languages,
  type Language,
} from '@apogee/domain/languages.ts'
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { FileDrop } from '@apogee/ui/file-drop.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { RadioGroup } from '@apogee/ui/radio-group.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { uploadFile } from '#web/platform/upload.ts'
import { acceptedFiles, isCaptionsFile, isQuizFile, problemOfFile, type ContentKind } from '../file-choice.ts'
import { authoringMessages } from '../messages/authoring.en.ts'
import { useContentWrite } from '../api/authoring.ts'
import { useQuizProblemText } from '../quiz-problem.ts'
import { downloadQuizExample, readQuiz, type QuizVerdict } from '../quiz-choice.ts'

/** Uploads each file once, so that trying again after a failure sends only what is missing. */
function useUploads() {
  const done = useRef(new Map<File, string>())
  const abandoned = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const abandon = () => abandoned.current?.abort()
  useEffect(() => abandon, [])

  const upload = async (file: File, purpose: 'lesson' | 'captions' | 'quiz'): Promise<string> => {
    const known = done.current.get(file)
    if (known) return known
    abandoned.current = new AbortController()
    const url = await uploadFile(file, {
      purpose,
      signal: abandoned.current.signal,
      ...(purpose !== 'captions' && { onProgress: (share) => setProgress(Math.round(share * 100)) }),
    })
    done.current.set(file, url)
    return url
  }
  return { upload, progress, setProgress, abandon }
}

/**
 * 'Add Content' of docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin: Video,
 * Document or Quiz, an optional title, and the file.
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
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const quizProblemText = useQuizProblemText()
  const formId = useId()
  const [kind, setKind] = useState<ContentKind>('video')
  const [title, setTitle] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [captions, setCaptions] = useState<File | null>(null)
  const [captionsProblem, setCaptionsProblem] = useState<string | null>(null)
  const [captionsLanguage, setLanguage] = useState<Language>(defaultLanguage)
  const [quiz, setQuiz] = useState<Extract<QuizVerdict, { title: string }> | null>(null)
  const { upload, progress, setProgress, abandon } = useUploads()

  const add = useContentWrite(
    courseId,
    async (chosen: { file: File; fileType: 'video' | 'pdf' | 'quiz' }) => {
      setProgress(0)
      const filePath = await upload(chosen.file, chosen.fileType === 'quiz' ? 'quiz' : 'lesson')
      const track =
        captions && chosen.fileType === 'video'
          ? [{ language: captionsLanguage, url: await upload(captions, 'captions') }]
          : undefined
      return call('createResource', {
        body: {
          courseContentId: module.id,
          // Without a title an item is named after its file; a quiz has its own title.
          title: title.trim() || (chosen.fileType === 'quiz' ? (quiz?.title ?? '') : ''),
          filePath,
          fileType: chosen.fileType,
          ...(track && { captions: track }),
        },
      })
    },
  )

  /** The error of the last upload does not concern another file. */
  const forgetFailure = () => {
    if (add.isError) add.reset()
  }
  const chooseKind = (next: ContentKind) => {
    if (next === kind) return
    forgetFailure()
    setKind(next)
    setFile(null)
    setQuiz(null)
    setFileProblem(null)
  }
  const chooseQuiz = async (chosen: File) => {
    setFile(null)
    setQuiz(null)
    const verdict = await readQuiz(chosen)
    if ('problems' in verdict) {
      const [first = { path: '', message: '' }] = verdict.problems
      return setFileProblem(quizProblemText(first))
    }
    setFileProblem(null)
    setQuiz(verdict)
    setFile(chosen)
  }
  const chooseFile = (chosen: File) => {
    forgetFailure()
    if (kind === 'quiz') {
      if (isQuizFile(chosen)) return void chooseQuiz(chosen)
      setFile(null)
      return setFileProblem(text.quizUnsupported)
    }
    // a dialog that shows all files, and a drop, bring anything
    const problem = problemOfFile(chosen, kind)
    setFile(problem ? null : chosen)
    setFileProblem(problem && text[problem])
  }
  const chooseCaptions = (chosen: File) => {
    forgetFailure()
    const fits = isCaptionsFile(chosen)
    setCaptions(fits ? chosen : null)
    setCaptionsProblem(fits ? null : text.captionsUnsupported)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file || add.isPending) return
    add.mutate(
      { file, fileType: kind === 'document' ? 'pdf' : kind },
      { onSuccess: onClose, onSettled: () => setProgress(null) },
    )
  }
  const cancel = () => {
    abandon()
    onClose()
  }
  const wasAbandoned = add.error instanceof DOMException && add.error.name === 'AbortError'
  return (
    <Dialog
      open
      onClose={cancel}
      title={text.addContent}
      text={text.addContentTo(module.title)}
      closeLabel={common.close}
      busy={add.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={cancel}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!file}
            busy={add.isPending}
            busyLabel={text.adding}
          >
            {text.addContent}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" method="post" noValidate onSubmit={submit}>
        {add.isError && !wasAbandoned ? (
          <Notice tone="danger">{failureText(add.error, text.addContentFailed)}</Notice>
        ) : null}
        <RadioGroup
          legend={text.contentType}
          layout="boxes"
          value={kind}
          onChange={chooseKind}
          options={[
            { value: 'video', label: text.video, hint: text.videoHint, disabled: add.isPending },
            { value: 'document', label: text.document, hint: text.documentHint, disabled: add.isPending },
            { value: 'quiz', label: text.quiz, hint: text.quizHint, disabled: add.isPending },
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
        <TextField
          label={text.contentTitle}
          hint={kind === 'quiz' ? text.quizTitleHint : text.contentTitleHint}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <FileDrop
          label={text.file}
          prompt={text.dropFile}
          browseLabel={text.browse}
          hint={text[`${kind}Limits`]}
          accept={acceptedFiles[kind]}
          onFile={chooseFile}
          fileName={file?.name ?? null}
          progress={progress}
          progressLabel={file ? text.uploading(file.name) : undefined}
          onRemove={() => {
            forgetFailure()
            setFile(null)
            setQuiz(null)
          }}
          removeLabel={text.removeFile}
          error={fileProblem}
        />
        {progress === null ? null : (
          <p className="text-xs text-secondary">{text.uploadedPercent(progress)}</p>
        )}
        {quiz && file ? (
          <p className="text-sm text-secondary">{text.quizFound(quiz.questions, quiz.points)}</p>
        ) : null}
        {kind === 'video' ? (
          <div className="authoring-captions">
            <FileDrop
              label={text.captions}
              prompt={text.dropFile}
              browseLabel={text.browse}
              hint={text.captionsHint}
              accept=".vtt,text/vtt"
              onFile={chooseCaptions}
              fileName={captions?.name ?? null}
              onRemove={() => setCaptions(null)}
              removeLabel={text.removeFile}
              error={captionsProblem}
              disabled={add.isPending}
            />
            {captions ? (
              <Select
                label={text.captionsLanguage}
                value={captionsLanguage}
                onChange={(event) => setLanguage(languageOf(event.target.value))}
                options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
              />
            ) : null}
          </div>
        ) : null}
      </form>
    </Dialog>
  )
}
