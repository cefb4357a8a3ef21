import { languageNames, type Language } from '@apogee/domain/languages.ts'
import { useDialogSave } from '../../../platform/forms/dialog-save.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useText } from '../../../platform/language/messages.ts'
import { useUploads } from '../../../platform/transfer/use-uploads.ts'
import { captionsImportMessages } from './captions-import-messages.en.ts'
import { captionsEditorMessages } from './captions-messages.en.ts'
import { CaptionsReview } from './captions-review.tsx'
import type { CaptionedVideo, TrackWrite } from './tracks.ts'
import { uploadOf, type CaptionsFile } from './use-captions-file.ts'

/** Shows a chosen file of captions; it is uploaded and saved when its author confirms it. */
export function CaptionFileDialog({
  video,
  write,
  language,
  captions,
  onSaved,
  onClose,
}: {
  video: CaptionedVideo
  write: TrackWrite
  language: Language
  captions: CaptionsFile
  onSaved: () => void
  onClose: () => void
}) {
  const text = useText(captionsEditorMessages)
  const { check } = useText(captionsImportMessages)
  const { upload } = useUploads()
  const { chosen, problem } = captions
  const { send, dialog } = useDialogSave({
    save: {
      isPending: write.isPending,
      mutateAsync: async (file: File) => {
        const url = await upload(file, 'captions')
        return write.mutateAsync({ language, url, read: video.captions, version: video.version })
      },
    },
    failed: text.saveFailed,
    notice: () => text.saved(languageNames[language]),
    onSaved,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.linesTitle(languageNames[language])}
      text={chosen ? `${chosen.file.name}. ${check}` : check}
      action={text.save}
      busyLabel={text.saving}
      error={problem ?? dialog.error}
      disabled={!chosen}
      onSubmit={() => {
        if (chosen) void send(uploadOf(chosen))
      }}
    >
      <CaptionsReview captions={captions} seconds={video.seconds} />
    </FormDialog>
  )
}
