import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { uploadIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { useText } from '../../platform/language/messages.ts'
import { pictureMessages } from './picture-messages.en.ts'
import { uploadFile } from '../../platform/transfer/upload.ts'
import './picture-choice.css'

// Pages load this code only while a picture is being sent.
const AskBeforeLeaving = lazyWithRetry(
  async () => (await import('../../platform/drafts/ask-before-leaving.tsx')).AskBeforeLeaving,
)

/** The limit is in bytes and equals the server's limit for avatars. */
const largestBytes = 10 * 1024 * 1024
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

interface Choice {
  /** Stores the URL of the uploaded picture; '' removes it. */
  save: (url: string) => Promise<void>
  /** `failed` is the sentence when `save` failed without a reason. */
  failed: string
}

/** Reports a failed upload; `cause` is the reason. */
class UploadFailed extends Error {}

async function upload(file: File): Promise<string> {
  try {
    return await uploadFile(file, { purpose: 'avatar' })
  } catch (cause) {
    throw new UploadFailed('the picture did not arrive', { cause })
  }
}

/** Uploads and saves the picture, or removes it; `problem` is the reason for a failure. */
function usePicture({ save, failed }: Choice) {
  const text = useText(pictureMessages)
  const failureText = useFailureText()
  const [problem, setProblem] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: async (file: File | null) => save(file ? await upload(file) : ''),
    onError: (error) =>
      setProblem(
        error instanceof UploadFailed
          ? failureText(error.cause, text.uploadFailed)
          : failureText(error, failed),
      ),
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    const found = !pictureTypes.includes(file.type)
      ? text.pictureUnsupported
      : file.size > largestBytes
        ? text.pictureTooLarge
        : null
    setProblem(found)
    if (found === null) change.mutate(file)
  }
  const remove = () => {
    setProblem(null)
    change.mutate(null)
  }
  return { change, choose, remove, problem }
}

/** Chooses the picture of a person or a business, which is saved immediately. */
export function PictureChoice({
  label,
  name,
  image,
  hint,
  ...choice
}: Choice & {
  label: string
  /** `name` is the name of the picture's owner. Its initials replace a missing picture. */
  name: string | null
  image: string | null
  hint: string
}) {
  const text = useText(pictureMessages)
  const { change, choose, remove, problem } = usePicture(choice)
  const input = useRef<HTMLInputElement>(null)
  const isSending = change.isPending && change.variables !== null
  return (
    <div className="picture-choice" role="group" aria-label={label}>
      <Avatar name={name} image={image} size="lg" />
      <div>
        <div className="picture-ways">
          <Button
            size="sm"
            icon={uploadIcon}
            disabled={change.isPending && !isSending}
            busy={isSending}
            busyLabel={text.uploading}
            onClick={() => input.current?.click()}
          >
            {image ? text.changePicture : text.choosePicture}
          </Button>
          {image ? (
            <Button
              size="sm"
              variant="quiet"
              disabled={isSending}
              busy={change.isPending && !isSending}
              busyLabel={text.removing}
              onClick={remove}
            >
              {text.removePicture}
            </Button>
          ) : null}
        </div>
        <p className="text-xs text-secondary">{hint}</p>
        {isSending ? (
          <Suspense>
            <AskBeforeLeaving loss="upload" />
          </Suspense>
        ) : null}
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={label}
          accept={pictureTypes.join(',')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            // The value is cleared, because otherwise choosing the same file again would cause no event.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
