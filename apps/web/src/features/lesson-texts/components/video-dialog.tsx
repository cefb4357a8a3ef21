import { visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { textVideoTitleLength } from '@apogee/contracts/courses/lesson-document.ts'
import type { ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useUploads } from '#web/platform/transfer/use-uploads.ts'
import { textVideoMessages } from '../messages/text-videos.en.ts'

interface ChosenVideo {
  file: string
  title: string
}

interface VideoDialogProps {
  /** `present` is the selected video; null means that a new video is inserted. */
  present: ChosenVideo | null
  /** `given` is a file that was pasted or dropped. */
  given: File | null
  onChosen: (video: ChosenVideo, uploaded: ShownVideo | null) => void
  onClose: () => void
}

/** Uploads a video for the text, or changes the title of the selected one. */
export function VideoDialog({ present, given, onChosen, onClose }: VideoDialogProps) {
  const text = useText(textVideoMessages)
  const video = useVideo({ present, given, onChosen })
  const { file, title, problem, isBusy } = video

  return (
    <FormDialog
      title={text.video}
      action={present ? text.save : text.insert}
      busy={isBusy}
      busyLabel={text.uploading}
      isCancellable
      onCancel={() => {
        if (isBusy) video.abandon()
        else onClose()
      }}
      onClose={onClose}
      onSubmit={() => void video.submit()}
    >
      {present ? null : (
        <FileDrop
          label={text.file}
          prompt={text.drop}
          browseLabel={text.choose}
          hint={video.isWaiting ? text.waiting : text.kinds}
          accept="video/mp4,video/webm,.m4v"
          fileName={file?.name ?? null}
          progress={video.progress}
          progressLabel={text.uploading}
          error={problem.file}
          onFile={video.choose}
        />
      )}
      <AskBeforeLeaving loss={isBusy ? 'upload' : null} />
      <TextField
        label={text.title}
        hint={text.titleHint}
        maxLength={textVideoTitleLength}
        autoComplete="off"
        value={title}
        error={problem.title}
        onChange={({ currentTarget }) => video.rename(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Holds the chosen file, the typed title and the upload. */
function useVideo({ present, given, onChosen }: Omit<VideoDialogProps, 'onClose'>) {
  const text = useText(textVideoMessages)
  const failureText = useFailureText()
  const [file, setFile] = useState(given)
  const [title, setTitle] = useState(present?.title ?? (given ? titleOf(given) : ''))
  const [problem, setProblem] = useState<{ file?: string; title?: string }>({})
  const { upload, progress, setProgress, isWaiting, abandon } = useUploads()
  const isBusy = progress !== null
  const words = visibleOrEmpty(title.replaceAll(/\s+/g, ' ').trim())

  async function submit() {
    const missing = {
      ...(!present && !file && { file: text.missing }),
      ...(words === '' && { title: text.titleMissing }),
    }
    setProblem(missing)
    if (Object.keys(missing).length > 0) return
    if (present) return onChosen({ ...present, title: words }, null)
    if (!file) return
    setProgress(0)
    try {
      const uploaded = shown(file, await upload(file, 'text-video'))
      onChosen({ file: uploaded.file, title: words }, uploaded)
    } catch (error) {
      setProgress(null)
      if (isAbort(error)) return
      setProblem({ file: failureText(error, text.failed) })
    }
  }

  return {
    file,
    title,
    problem,
    isBusy,
    isWaiting,
    progress,
    abandon,
    submit,
    choose: (chosen: File) => {
      setFile(chosen)
      setProblem({})
      if (words === '') setTitle(titleOf(chosen))
    },
    rename: (typed: string) => {
      setTitle(typed)
      setProblem(({ file: ofFile }) => (ofFile === undefined ? {} : { file: ofFile }))
    },
  }
}

/** Turns a file name such as 'Week_1 – Orbits.mp4' into the title 'Week 1 – Orbits'. */
const titleOf = ({ name }: File): string =>
  cutText(
    name
      .normalize('NFC')
      .replace(/\.\w{1,5}$/, '')
      .replaceAll(/[_\s]+/g, ' ')
      .trim(),
    textVideoTitleLength,
  )

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** The server determines the length and the qualities later, so they are absent here. */
function shown(file: File, url: string): ShownVideo {
  const id = /\/media\/([^/?]+)/.exec(url)?.[1]
  if (id === undefined) throw new Error(`${url} is no address of an upload`)
  return { file: id, url, name: file.name, bytes: file.size, seconds: null }
}
