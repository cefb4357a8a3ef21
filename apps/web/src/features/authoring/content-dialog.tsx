import type { CourseContent } from '@apogee/contracts/courses.ts'
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
import { acceptedFiles, isCaptionsFile, verdictOnFile, type ContentKind } from './file-choice.ts'
import { authoringMessages } from './messages.en.ts'
import { useContentWrite } from './queries.ts'

type CaptionsLanguage = 'en' | 'ms'

/** Uploads each file once, so that trying again after a failure sends only what is missing. */
function useUploads() {
  const done = useRef(new Map<File, string>())
  const abandoned = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const abandon = () => abandoned.current?.abort()
  useEffect(() => abandon, [])

  const upload = async (file: File, purpose: 'lesson' | 'captions'): Promise<string> => {
    const known = done.current.get(file)
    if (known) return known
    abandoned.current = new AbortController()
    const url = await uploadFile(file, {
      purpose,
      signal: abandoned.current.signal,
      ...(purpose === 'lesson' && { onProgress: (share) => setProgress(Math.round(share * 100)) }),
    })
    done.current.set(file, url)
    return url
  }
  return { upload, progress, setProgress, abandon }
}

/** Spec §2 'Add Content': Video, Document or Quiz, a title if wished, and the file. */
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
  const formId = useId()
  const [kind, setKind] = useState<ContentKind>('video')
  const [title, setTitle] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [captions, setCaptions] = useState<File | null>(null)
  const [captionsProblem, setCaptionsProblem] = useState<string | null>(null)
  const [captionsLanguage, setCaptionsLanguage] = useState<CaptionsLanguage>('en')
  const { upload, progress, setProgress, abandon } = useUploads()

  const add = useContentWrite(courseId, async (chosen: { file: File; fileType: 'video' | 'pdf' }) => {
    setProgress(0)
    const filePath = await upload(chosen.file, 'lesson')
    const track =
      captions && chosen.fileType === 'video'
        ? [{ language: captionsLanguage, url: await upload(captions, 'captions') }]
        : undefined
    return call('createResource', {
      body: {
        courseContentId: module.id,
        title: title.trim(),
        filePath,
        fileType: chosen.fileType,
        ...(track && { captions: track }),
      },
    })
  })

  /** What the last upload met says nothing of another file. */
  const forgetFailure = () => {
    if (add.isError) add.reset()
  }
  const chooseKind = (next: ContentKind) => {
    if (next === kind) return
    forgetFailure()
    setKind(next)
    setFile(null)
    setFileProblem(null)
  }
  const chooseFile = (chosen: File) => {
    forgetFailure()
    const verdict = verdictOnFile(chosen)
    if ('problem' in verdict) {
      setFile(null)
      return setFileProblem(text[verdict.problem])
    }
    setFileProblem(null)
    setFile(chosen)
    // a PDF dropped where a video was asked for is a document
    setKind(verdict.kind)
  }
  const chooseCaptions = (chosen: File) => {
    forgetFailure()
    const fits = isCaptionsFile(chosen)
    setCaptions(fits ? chosen : null)
    setCaptionsProblem(fits ? null : text.captionsUnsupported)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file || kind === 'quiz' || add.isPending) return
    add.mutate(
      { file, fileType: kind === 'video' ? 'video' : 'pdf' },
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
            disabled={!file || kind === 'quiz'}
            busy={add.isPending}
            busyLabel={text.adding}
          >
            {text.addContent}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-5" noValidate onSubmit={submit}>
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
          <Notice tone="info">{text.quizLater}</Notice>
        ) : (
          <>
            <TextField
              label={text.contentTitle}
              hint={text.contentTitleHint}
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
            <FileDrop
              label={text.file}
              prompt={text.dropFile}
              browseLabel={text.browse}
              hint={kind === 'video' ? text.videoLimits : text.documentLimits}
              accept={acceptedFiles[kind]}
              onFile={chooseFile}
              fileName={file?.name ?? null}
              progress={progress}
              progressLabel={file ? text.uploading(file.name) : undefined}
              onRemove={() => {
                forgetFailure()
                setFile(null)
              }}
              removeLabel={text.removeFile}
              error={fileProblem}
            />
            {progress === null ? null : (
              <p className="text-xs text-secondary">{text.uploadedPercent(progress)}</p>
            )}
          </>
        )}
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
                onChange={(event) => setCaptionsLanguage(event.target.value === 'ms' ? 'ms' : 'en')}
                options={[
                  { value: 'en', label: text.english },
                  { value: 'ms', label: text.malay },
                ]}
              />
            ) : null}
          </div>
        ) : null}
      </form>
    </Dialog>
  )
}
