import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { postPictureLimits } from '@apogee/contracts/limits.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { pictureIcon } from '@apogee/ui/icons/more-icons.ts'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useStore } from '#web/platform/session/store.ts'
import { ChosenPictures, type ChosenPicture } from '../chosen-pictures.ts'
import { postPicturesMessages } from '../messages/post-pictures.en.ts'
import { UnusablePicture } from '#web/shared/picture/prepare-picture.ts'
import './picture-field.css'

/** A form calls this handle of the picture field that it contains. */
export type PictureFieldHandle = Pick<ChosenPictures, 'settle' | 'clear'>

export interface PictureFieldProps {
  ref?: Ref<PictureFieldHandle>
  userId: number
  /** `place` identifies the form's draft. */
  place: string
  /** `initial` are the pictures of the edited text. */
  initial?: readonly PictureSent[]
  /** True means that the form is being sent. */
  isBusy: boolean
}

/** Adds pictures to the text of the surrounding form: by press, paste or drop. They are uploaded immediately. */
export function PictureField({ ref, userId, place, initial = [], isBusy }: PictureFieldProps) {
  const text = useText(postPicturesMessages)
  const [chosen] = useState(() => new ChosenPictures({ userId, place, initial }))
  const pictures = useStore(chosen.list)
  const root = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [isTooMany, setIsTooMany] = useState(false)
  const [hasActed, setHasActed] = useState(false)
  const isMissing = useHandle(ref, chosen)
  const add = (files: readonly File[]) => {
    if (isBusy || files.length === 0) return
    setHasActed(true)
    setIsTooMany(!chosen.add(files))
  }
  const isDropping = usePastedFiles(root, add)
  const remove = (key: string) => {
    chosen.remove(key)
    setHasActed(true)
    setIsTooMany(false)
    addButton.current?.focus()
  }
  const inState = (kind: ChosenPicture['state']['kind']) =>
    pictures.filter(({ state }) => state.kind === kind)
  return (
    <div
      ref={root}
      className="community-attach"
      role="group"
      aria-label={text.pictures}
      data-dropping={isDropping || undefined}
    >
      {pictures.length > 0 ? (
        <ul>
          {pictures.map((picture, index) => (
            <PictureRow
              key={picture.key}
              picture={picture}
              isBusy={isBusy}
              place={index + 1}
              onDescribe={(alt) => chosen.describe(picture.key, alt)}
              onRetry={() => chosen.retry(picture.key)}
              onRemove={() => remove(picture.key)}
            />
          ))}
        </ul>
      ) : null}
      <AddPictures
        button={addButton}
        hasRoom={pictures.length < postPictureLimits.most}
        onFiles={add}
        onFull={() => setIsTooMany(true)}
      />
      <AskBeforeLeaving loss={inState('uploading').length > 0 ? 'upload' : null} />
      {isTooMany ? <FieldError>{text.tooMany(postPictureLimits.most)}</FieldError> : null}
      {isMissing && inState('failed').length > 0 ? <FieldError>{text.missing}</FieldError> : null}
      <p className="vh" role="status">
        {hasActed && inState('uploading').length === 0 ? text.added(inState('added').length) : ''}
      </p>
    </div>
  )
}

/**
 * Provides the handle with which the form waits for its pictures. Returns true after a submission that failed because a picture was
 * not uploaded.
 */
function useHandle(ref: Ref<PictureFieldHandle> | undefined, chosen: ChosenPictures): boolean {
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => () => chosen.stop(), [chosen])
  useImperativeHandle(
    ref,
    () => ({
      settle: async () => {
        try {
          return await chosen.settle()
        } catch (error) {
          setIsMissing(true)
          throw error
        }
      },
      clear: () => chosen.clear(),
    }),
    [chosen],
  )
  return isMissing
}

function AddPictures({
  button,
  hasRoom,
  onFiles,
  onFull,
}: {
  button: Ref<HTMLButtonElement>
  hasRoom: boolean
  onFiles: (files: File[]) => void
  onFull: () => void
}) {
  const text = useText(postPicturesMessages)
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className="community-attach-add">
      <Button
        ref={button}
        size="sm"
        icon={pictureIcon}
        aria-describedby={hintId}
        onClick={() => (hasRoom ? input.current?.click() : onFull())}
      >
        {text.add}
      </Button>
      <span className="text-xs text-secondary" id={hintId}>
        {text.hint(postPictureLimits.most)} <span className="community-attach-paste">{text.hintPaste}</span>
      </span>
      {/* The button opens the file dialog of this input. */}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        aria-label={text.add}
        accept="image/*"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The value is cleared, because otherwise choosing the same file again would cause no event.
          event.currentTarget.value = ''
        }}
      />
    </p>
  )
}

function PictureRow({
  picture: { alt, preview, state },
  place,
  isBusy,
  onDescribe,
  onRetry,
  onRemove,
}: {
  picture: ChosenPicture
  /** `place` is the picture's number, counted from 1. */
  place: number
  isBusy: boolean
  onDescribe: (alt: string) => void
  onRetry: () => void
  onRemove: () => void
}) {
  const text = useText(postPicturesMessages)
  const problemOf = useProblemText()
  return (
    <li className="community-attached" data-state={state.kind}>
      {/* The description is being written beside the picture. */}
      <img src={preview} alt="" />
      <div>
        <TextField
          label={text.alt(place)}
          hint={place === 1 ? text.altHint : undefined}
          value={alt}
          maxLength={postPictureLimits.altLength}
          readOnly={isBusy}
          onChange={(event) => onDescribe(event.currentTarget.value)}
        />
        {state.kind === 'uploading' ? (
          <Progress value={100 * state.share} label={text.uploading(place)} craft={false} />
        ) : null}
        {state.kind === 'failed' ? (
          <div role="alert">
            <FieldError>{problemOf(state.error)}</FieldError>
          </div>
        ) : null}
        {state.kind === 'failed' && !(state.error instanceof UnusablePicture) ? (
          <Button size="sm" aria-label={text.retryPicture(place)} onClick={onRetry}>
            {text.retry}
          </Button>
        ) : null}
      </div>
      <IconButton
        icon="trash"
        size="sm"
        label={text.remove(place)}
        // During an upload the button stays enabled, because the person may remove the picture instead of waiting.
        disabled={isBusy && state.kind !== 'uploading'}
        onClick={onRemove}
      />
    </li>
  )
}

/** Returns the function that explains why a picture was not added. */
function useProblemText(): (error: unknown) => string {
  const text = useText(postPicturesMessages)
  const failureText = useFailureText()
  return (error) => {
    if (error instanceof UnusablePicture) return text[error.problem]
    if (!(error instanceof ApiError)) return text.failed
    if (error.status === 0) return text.noConnection
    if (error.errorCode === 'FILE_TOO_LARGE') return text.tooLarge
    if (error.errorCode === 'IMAGE_TYPE_UNSUPPORTED' || error.errorCode === 'FILE_UNREADABLE')
      return text.notPicture
    return failureText(error, text.failed)
  }
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Accepts files that are pasted or dropped anywhere in the form. Returns true while files are dragged over it. */
function usePastedFiles(root: RefObject<HTMLElement | null>, take: (files: File[]) => void): boolean {
  const [isDropping, setIsDropping] = useState(false)
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const form = root.current?.closest('form')
    if (!form) return
    const end = new AbortController()
    const { signal } = end
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      // Applications add a picture of the words when words are copied. The words are pasted in that case.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current(files)
    }
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDropping(true)
    }
    const onDrop = (event: DragEvent) => {
      setIsDropping(false)
      const files = filesOf(event.dataTransfer)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    form.addEventListener('paste', onPaste, { signal })
    form.addEventListener('dragover', onDragOver, { signal })
    form.addEventListener('dragleave', () => setIsDropping(false), { signal })
    form.addEventListener('drop', onDrop, { signal })
    return () => end.abort()
  }, [root])
  return isDropping
}
