import { textPictureLimits } from '@apogee/contracts/limits.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { UnusablePicture } from '#web/shared/picture/prepare-picture.ts'
import { uploadTextPicture } from '#web/shared/text/upload-text-picture.ts'
import { useFilePreview } from '#web/platform/transfer/use-file-preview.ts'
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
  /** The value is the selected picture; null means a new one. */
  present: ChosenPicture | null
  address: string | undefined
  /** The value is a file that was pasted or dropped. */
  given: File | null
  onChosen: (picture: ChosenPicture, uploaded: ShownPicture | null) => void
  onClose: () => void
}) {
  const text = useText(lessonTextsMessages)
  const failureText = useFailureText()
  const [file, setFile] = useState(given)
  const preview = useFilePreview(file)
  const [alt, setAlt] = useState(present?.alt ?? '')
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const words = alt.replaceAll(/\s+/g, ' ').trim()

  async function submit() {
    if (!file) {
      if (present) onChosen({ ...present, alt: words }, null)
      else setProblem(text.pictureMissing)
      return
    }
    setShare(0)
    setProblem(undefined)
    try {
      const picture = await uploadTextPicture(file, setShare)
      onChosen({ file: picture.file, alt: words }, picture)
    } catch (error) {
      setShare(null)
      setProblem(
        error instanceof UnusablePicture ? text[error.problem] : failureText(error, text.pictureFailed),
      )
    }
  }

  return (
    <FormDialog
      title={text.picture}
      action={present ? text.savePicture : text.insertPicture}
      busy={share !== null}
      busyLabel={text.uploadingPicture}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {(preview ?? address) ? (
        <img className="lesson-picture-preview" src={preview ?? address} alt="" />
      ) : null}
      {present ? null : (
        <FileDrop
          label={text.pictureFile}
          prompt={text.dropPicture}
          browseLabel={text.choosePicture}
          hint={text.pictureHint}
          accept="image/*"
          fileName={file?.name ?? null}
          progress={share === null ? null : share * 100}
          progressLabel={text.uploadingPicture}
          error={problem}
          onFile={(chosen) => {
            setFile(chosen)
            setProblem(undefined)
          }}
        />
      )}
      <AskBeforeLeaving loss={share === null ? null : 'upload'} />
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
