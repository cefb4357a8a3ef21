import { webVttOf, type CaptionFile } from '@apogee/domain/text/captions.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDialogSave } from '../../../platform/forms/dialog-save.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { LoadStates } from '../../../platform/failures/load-states.tsx'
import { platformMessages } from '../../../platform/language/messages.en.ts'
import { useText } from '../../../platform/language/messages.ts'
import { useViewer } from '../../../platform/session/session.tsx'
import { useUnsavedWarning } from '../../../platform/drafts/unsaved.ts'
import { useDraft } from '../../../platform/drafts/use-draft.ts'
import { useUploads } from '../../../platform/transfer/use-uploads.ts'
import { CaptionLines } from './caption-lines.tsx'
import { linesOf, problemsOf, rowAfter, rowOf, type CaptionRow } from './caption-rows.ts'
import { captionsEditorMessages } from './captions-messages.en.ts'
import { captionFileQuery, pathOf, type CaptionedVideo, type TrackWrite } from './tracks.ts'

interface Props {
  video: CaptionedVideo
  write: TrackWrite
  language: Language
  onSaved: () => void
  onClose: () => void
}

const empty: CaptionFile = { head: '', lines: [] }

export function CaptionLinesDialog(props: Props) {
  const { video, language, onClose } = props
  const text = useText(captionsEditorMessages)
  const { close } = useText(platformMessages)
  // The dialog keeps the video with which it opened, because a later reload of the course must not replace the edited lines.
  const [read] = useState(video)
  const url = read.captions.find((track) => track.language === language)?.url ?? ''
  const query = useQuery(captionFileQuery(url, useViewer()))
  const file = url === '' ? empty : query.data
  if (file) return <LinesForm {...props} video={read} file={file} path={pathOf(url)} />
  return (
    <Dialog
      open
      width="lg"
      title={text.linesTitle(languageNames[language])}
      closeLabel={close}
      onClose={onClose}
    >
      <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
        {() => null}
      </LoadStates>
    </Dialog>
  )
}

/** Holds the typed rows and their draft in the tab. */
function useRows({ video, language, file, path }: Props & { file: CaptionFile; path: string }) {
  const { version } = video
  const draft = useDraft(`captions:${video.key}:${language}`, { rows: '' }, { path, version })
  const [rows, setRows] = useState<readonly CaptionRow[]>(() =>
    draft.fields.rows === ''
      ? file.lines.length === 0
        ? [rowAfter(undefined)]
        : file.lines.map(rowOf)
      : (JSON.parse(draft.fields.rows) as CaptionRow[]),
  )
  const [isChanged, setIsChanged] = useState(draft.fields.rows !== '')
  const latest = useRef(rows)
  const keep = useCallback(() => draft.keep({ rows: JSON.stringify(latest.current) }), [draft])
  useEffect(() => {
    latest.current = rows
    if (!isChanged) return
    const timer = setTimeout(keep, 300)
    return () => clearTimeout(timer)
  }, [rows, isChanged, keep])
  const change = useCallback((to: (before: readonly CaptionRow[]) => readonly CaptionRow[]) => {
    setIsChanged(true)
    setRows(to)
  }, [])
  return { rows, change, isChanged, keep, draft }
}

function LinesForm(props: Props & { file: CaptionFile; path: string }) {
  const { video, write, language, file, onSaved, onClose } = props
  const text = useText(captionsEditorMessages)
  const { rows, change, isChanged, keep, draft } = useRows(props)
  const [isChecked, setIsChecked] = useState(false)
  const { upload } = useUploads()
  useUnsavedWarning(isChanged)
  const { send, dialog } = useDialogSave({
    save: {
      isPending: write.isPending,
      mutateAsync: async () => {
        const content = webVttOf({ head: file.head, lines: linesOf(rows) })
        const url = await upload(new File([content], `${language}.vtt`, { type: 'text/vtt' }), 'captions')
        return write.mutateAsync({ language, url, read: video.captions, version: draft.base.version })
      },
    },
    failed: text.saveFailed,
    notice: () => text.saved(languageNames[language]),
    onSaved: () => {
      draft.forget()
      onSaved()
    },
    onClose,
  })
  const wrong = rows.filter((row) => Object.keys(problemsOf(row, video.seconds)).length > 0).length
  const problem = rows.length === 0 ? text.noLines : wrong > 0 ? text.incomplete(wrong) : undefined
  const submit = () => {
    setIsChecked(true)
    if (problem === undefined) void send(undefined)
    else
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus(),
      )
  }
  return (
    <FormDialog
      {...dialog}
      width="lg"
      title={text.linesTitle(languageNames[language])}
      text={text.linesLead}
      action={text.save}
      busyLabel={text.saving}
      error={(isChecked ? problem : undefined) ?? dialog.error}
      disabled={!isChanged}
      onSubmit={submit}
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      onClose={() => {
        if (isChanged) keep()
        onClose()
      }}
    >
      <CaptionLines rows={rows} change={change} isChecked={isChecked} seconds={video.seconds} />
    </FormDialog>
  )
}
