import { languageNames, languages, type Language } from '@apogee/domain/languages.ts'
import type { CaptionTrack } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { useRef, useState } from 'react'
import { platformMessages } from '../../../platform/language/messages.en.ts'
import { useText } from '../../../platform/language/messages.ts'
import { useSave } from '../../../platform/forms/use-save.ts'
import { useUploads } from '../../../platform/transfer/use-uploads.ts'
import { CaptionLinesDialog } from './caption-lines-dialog.tsx'
import { captionsEditorMessages } from './captions-messages.en.ts'
import { isCaptionsFile } from './captions-file.ts'
import { type CaptionedVideo, type TrackWrite } from './tracks.ts'
import './captions.css'

/** Edits the captions of a video: one file for each language, added, replaced, edited and removed at any time. */
export function CaptionsDialog({
  video,
  lead,
  write,
  onClose,
}: {
  video: CaptionedVideo
  /** The text says what learners do with captions. */
  lead: string
  write: TrackWrite
  onClose: () => void
}) {
  const text = useText(captionsEditorMessages)
  const { close } = useText(platformMessages)
  const [edited, setEdited] = useState<Language | null>(null)
  if (edited !== null) {
    return (
      <CaptionLinesDialog video={video} write={write} language={edited} onClose={() => setEdited(null)} />
    )
  }
  return (
    <Dialog
      open
      title={text.title(video.title)}
      text={lead}
      closeLabel={close}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.done}</Button>}
    >
      <ul className="captions-languages">
        {languages.map((language) => (
          <LanguageRow
            key={language}
            video={video}
            write={write}
            language={language}
            onEdit={() => setEdited(language)}
          />
        ))}
      </ul>
      <p className="text-sm text-secondary">{text.fileHint}</p>
    </Dialog>
  )
}

/** The value is a file to upload or an existing track; null removes the track. */
type Change = File | CaptionTrack | null

function useTrackChange({ captions: read, version }: CaptionedVideo, write: TrackWrite, language: Language) {
  const text = useText(captionsEditorMessages)
  const { upload } = useUploads()
  const [problem, setProblem] = useState<string | null>(null)
  const { send, busy, error } = useSave<Change, unknown>({
    save: async (change) => {
      const url = change instanceof File ? await upload(change, 'captions') : (change?.url ?? null)
      return write.mutateAsync({ language, url, read, version })
    },
    failed: text.saveFailed,
    notice: (_, change) =>
      change === null ? `${text.removed}: ${languageNames[language]}` : text.saved(languageNames[language]),
  })
  const change = (given: Change) => {
    const isWrong = given instanceof File && !isCaptionsFile(given)
    setProblem(isWrong ? text.unsupported : null)
    if (!isWrong) void send(given)
  }
  return { change, busy, problem: problem ?? error }
}

function LanguageRow({
  video,
  write,
  language,
  onEdit,
}: {
  video: CaptionedVideo
  write: TrackWrite
  language: Language
  onEdit: () => void
}) {
  const text = useText(captionsEditorMessages)
  const input = useRef<HTMLInputElement>(null)
  const track = video.captions.find((one) => one.language === language)
  const [removed, setRemoved] = useState<CaptionTrack | null>(null)
  const { change, busy, problem } = useTrackChange(video, write, language)
  const name = languageNames[language]
  const choose = track ? text.replace : text.add
  const edit = track ? text.edit : text.write
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="text-sm text-secondary">
          {busy ? text.saving : track ? text.present : removed ? text.removed : text.none}
        </p>
      </div>
      <div className="captions-actions">
        {removed && !track ? (
          <Button
            size="sm"
            disabled={busy}
            aria-label={text.actionIn(text.undo, name)}
            onClick={() => change(removed)}
          >
            {text.undo}
          </Button>
        ) : null}
        <Button size="sm" disabled={busy} aria-label={text.actionIn(edit, name)} onClick={onEdit}>
          {edit}
        </Button>
        <Button
          size="sm"
          disabled={busy}
          aria-label={text.actionIn(choose, name)}
          onClick={() => input.current?.click()}
        >
          {choose}
        </Button>
        {track ? (
          <Button
            size="sm"
            variant="quiet"
            disabled={busy}
            aria-label={text.actionIn(text.remove, name)}
            onClick={() => {
              setRemoved(track)
              change(null)
            }}
          >
            {text.remove}
          </Button>
        ) : null}
        <input
          ref={input}
          hidden
          type="file"
          accept=".vtt,.srt,text/vtt"
          aria-label={text.actionIn(text.fileHint, name)}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) change(file)
            event.target.value = ''
          }}
        />
      </div>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </li>
  )
}
