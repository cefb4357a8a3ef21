import { languageNames, languages, type Language } from '@apogee/domain/languages.ts'
import type { CaptionTrack } from '@apogee/contracts/courses/captions.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { useRef, useState } from 'react'
import { platformMessages } from '../../../platform/language/messages.en.ts'
import { useText } from '../../../platform/language/messages.ts'
import { useSave } from '../../../platform/forms/use-save.ts'
import { CaptionFileDialog } from './caption-file-dialog.tsx'
import { CaptionLinesDialog } from './caption-lines-dialog.tsx'
import { captionsImportMessages } from './captions-import-messages.en.ts'
import { captionsEditorMessages } from './captions-messages.en.ts'
import { type CaptionedVideo, type TrackWrite } from './tracks.ts'
import { useCaptionsFile } from './use-captions-file.ts'
import './captions.css'

/** Maps a language to its track before the last change in this dialog; null means that there was none. */
type Former = Partial<Record<Language, CaptionTrack | null>>

/** Holds the language whose lines are edited, or for which a file is chosen. */
interface Opened {
  language: Language
  by: 'lines' | 'file'
}

/** Edits the captions of a video: one file for each language, added, replaced, edited and removed at any time. */
export function CaptionsDialog({
  video,
  lead,
  write,
  onClose,
}: {
  video: CaptionedVideo
  /** `lead` tells what learners do with captions. */
  lead: string
  write: TrackWrite
  onClose: () => void
}) {
  const text = useText(captionsEditorMessages)
  const { close } = useText(platformMessages)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [former, setFormer] = useState<Former>({})
  const file = useCaptionsFile(text.unsupported)
  const trackIn = (language: Language) => video.captions.find((one) => one.language === language)
  const closeOpened = () => {
    setOpened(null)
    file.forget()
  }
  const isFileRead = file.chosen !== null || file.source.guess !== null
  if (opened && (opened.by === 'lines' || isFileRead)) {
    const { language, by } = opened
    const Opened = by === 'lines' ? CaptionLinesDialog : CaptionFileDialog
    return (
      <Opened
        video={video}
        write={write}
        language={language}
        captions={file}
        onSaved={() => {
          setFormer({ ...former, [language]: trackIn(language) ?? null })
          closeOpened()
        }}
        onClose={closeOpened}
      />
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
            former={former[language]}
            onFormer={(track) => setFormer({ ...former, [language]: track })}
            problem={opened?.language === language ? file.problem : null}
            onEdit={() => setOpened({ language, by: 'lines' })}
            onFile={(chosen) => {
              setOpened({ language, by: 'file' })
              file.choose(chosen)
            }}
          />
        ))}
      </ul>
      <p className="text-sm text-secondary">{text.fileHint}</p>
    </Dialog>
  )
}

interface Change {
  /** Null means that the track is removed. */
  track: CaptionTrack | null
  isUndo: boolean
}

/** Returns a mutation that removes a track or restores a removed one. */
function useTrackChange(
  { captions: read, version }: CaptionedVideo,
  write: TrackWrite,
  language: Language,
  onSaved: (change: Change) => void,
) {
  const text = useText(captionsEditorMessages)
  const { restored } = useText(captionsImportMessages)
  return useSave<Change, unknown>({
    save: ({ track }) => write.mutateAsync({ language, url: track?.url ?? null, read, version }),
    failed: text.saveFailed,
    notice: (_, { isUndo }) =>
      isUndo ? restored(languageNames[language]) : `${text.removed}: ${languageNames[language]}`,
    onSaved: (_, change) => onSaved(change),
  })
}

interface RowProps {
  video: CaptionedVideo
  write: TrackWrite
  language: Language
  former: CaptionTrack | null | undefined
  onFormer: (track: CaptionTrack | undefined) => void
  problem: string | null
  onEdit: () => void
  onFile: (file: File) => void
}

function LanguageRow({ video, write, language, former, onFormer, problem, onEdit, onFile }: RowProps) {
  const text = useText(captionsEditorMessages)
  const input = useRef<HTMLInputElement>(null)
  const track = video.captions.find((one) => one.language === language)
  const { send, busy, error } = useTrackChange(video, write, language, ({ isUndo }) =>
    onFormer(isUndo ? undefined : track),
  )
  const name = languageNames[language]
  const choose = track ? text.replace : text.add
  const edit = track ? text.edit : text.write
  const state = track ? text.present : former ? text.removed : text.none
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="text-sm text-secondary">{busy ? text.saving : state}</p>
      </div>
      <div className="captions-actions">
        {former === undefined ? null : (
          <Button
            size="sm"
            disabled={busy}
            aria-label={text.actionIn(text.undo, name)}
            onClick={() => void send({ track: former, isUndo: true })}
          >
            {text.undo}
          </Button>
        )}
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
            onClick={() => void send({ track: null, isUndo: false })}
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
            if (file) onFile(file)
            event.target.value = ''
          }}
        />
      </div>
      {(problem ?? error) ? <FieldError>{problem ?? error}</FieldError> : null}
    </li>
  )
}
