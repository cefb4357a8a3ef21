import { visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import { textFileLimits } from '@apogee/contracts/courses/lesson-document.ts'
import type { ShownFile } from '@apogee/contracts/courses/lesson-texts.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { UploadField, useChosenFile } from './upload-field.tsx'
import { attachmentMessages } from '../messages/attachments.en.ts'

interface ChosenAttachment {
  file: string
  title: string
}

export function AttachmentDialog({
  present,
  name,
  onChosen,
  onClose,
}: {
  /** `present` is the selected file; null means that a new file is inserted. */
  present: ChosenAttachment | null
  name: string | undefined
  onChosen: (attachment: ChosenAttachment, uploaded: ShownFile | null) => void
  onClose: () => void
}) {
  const text = useText(attachmentMessages)
  const failureText = useFailureText()
  const chosen = useChosenFile()
  const { file } = chosen
  const [title, setTitle] = useState(present?.title ?? '')
  const words = visibleOrEmpty(title.replaceAll(/\s+/g, ' ').trim())

  async function submit() {
    if (present) return onChosen({ ...present, title: words }, null)
    if (!file) return chosen.setProblem(text.missing)
    if (file.size > textFileLimits.bytes) return chosen.setProblem(text.tooLarge(mostMegabytes))
    await chosen.send(
      async (onProgress) => {
        const uploaded = await upload(file, onProgress)
        onChosen({ file: uploaded.file, title: words }, uploaded)
      },
      (error) => failureText(error, text.failed),
    )
  }

  return (
    <FormDialog
      title={text.attachment}
      action={present ? text.save : text.insert}
      busy={chosen.isSending}
      busyLabel={text.uploading}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <UploadField
        chosen={chosen}
        isPresent={present !== null}
        label={text.file}
        prompt={text.drop}
        browseLabel={text.choose}
        hint={text.kinds(mostMegabytes)}
        progressLabel={text.uploading}
      />
      <TextField
        label={text.title}
        hint={text.titleHint}
        placeholder={file?.name ?? name}
        maxLength={textFileLimits.titleLength}
        autoComplete="off"
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  )
}

const mostMegabytes = textFileLimits.bytes / 1_048_576

/** @throws the server's refusal. */
async function upload(file: File, onProgress: (share: number) => void): Promise<ShownFile> {
  const url = await uploadFile(file, { purpose: 'text-file', onProgress })
  const id = /\/media\/([^/?]+)/.exec(url)?.[1]
  if (id === undefined) throw new Error(`${url} is no address of an upload`)
  return { file: id, url, name: file.name, bytes: file.size }
}
