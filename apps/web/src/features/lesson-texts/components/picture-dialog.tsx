import { textPictureLimits } from '@apogee/contracts/limits.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { UnusablePicture } from '#web/shared/picture/prepare-picture.ts'
import { uploadTextPicture } from '#web/shared/text/upload-text-picture.ts'
import { useFilePreview } from '#web/platform/transfer/use-file-preview.ts'
import { UploadField, useChosenFile } from './upload-field.tsx'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import '../lesson-editor.css'

export interface ChosenPicture {
  file: string
  alt: string
}

/** Uploads a picture, or changes the alternative text of the selected one. */
export function PictureDialog({
  present,
  address,
  given,
  onChosen,
  onClose,
}: {
  /** `present` is the selected picture; null means that a new picture is inserted. */
  present: ChosenPicture | null
  address: string | undefined
  /** `given` is a file that was pasted or dropped. */
  given: File | null
  onChosen: (picture: ChosenPicture, uploaded: ShownPicture | null) => void
  onClose: () => void
}) {
  const text = useText(lessonTextsMessages)
  const failureText = useFailureText()
  const chosen = useChosenFile(given)
  const { file } = chosen
  const preview = useFilePreview(file)
  const [alt, setAlt] = useState(present?.alt ?? '')
  const words = alt.replaceAll(/\s+/g, ' ').trim()

  async function submit() {
    if (!file) {
      if (present) onChosen({ ...present, alt: words }, null)
      else chosen.setProblem(text.pictureMissing)
      return
    }
    await chosen.send(
      async (onProgress) => {
        const picture = await uploadTextPicture(file, onProgress)
        onChosen({ file: picture.file, alt: words }, picture)
      },
      (error) =>
        error instanceof UnusablePicture ? text[error.problem] : failureText(error, text.pictureFailed),
    )
  }

  return (
    <FormDialog
      title={text.picture}
      action={present ? text.savePicture : text.insertPicture}
      busy={chosen.isSending}
      busyLabel={text.uploadingPicture}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {(preview ?? address) ? (
        <img className="lesson-picture-preview" src={preview ?? address} alt="" />
      ) : null}
      <UploadField
        chosen={chosen}
        isPresent={present !== null}
        label={text.pictureFile}
        prompt={text.dropPicture}
        browseLabel={text.choosePicture}
        hint={text.pictureHint}
        accept="image/*"
        progressLabel={text.uploadingPicture}
      />
      <TextField
        label={text.pictureWords}
        hint={text.pictureWordsHint}
        maxLength={textPictureLimits.altLength}
        autoComplete="off"
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
    </FormDialog>
  )
}
