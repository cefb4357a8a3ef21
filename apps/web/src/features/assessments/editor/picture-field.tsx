import { textPictureLimits } from '@apogee/contracts/limits.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { pictureIcon } from '@apogee/ui/icons/more-icons.ts'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { use, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { UnusablePicture } from '#web/shared/picture/prepare-picture.ts'
import { quizPicturesMessages } from '../messages/quiz-pictures.en.ts'
import { QuizPictures } from './picture-uploads.ts'
import './picture-field.css'

type Picture = NonNullable<DraftQuestion['picture']>

interface FieldProps {
  /** `place` identifies the upload. */
  place: string
  picture: Picture | undefined
  /**
   * `option` is the option's number, counted from 1; when it is absent, the picture belongs to the question. Without a picture, an
   * option shows only a button.
   */
  option?: number
  /** `problem` says what is wrong with the alternative text. */
  problem: string | undefined
  /** `refusal` says what is wrong with the picture file. */
  refusal: string | undefined
  onChange: (picture: Picture | undefined) => void
}

type Outcome = 'uploaded' | 'removed' | null

/** Moves the focus from a removed control to the next action, and announces the outcome. */
function useOutcome(isRunning: boolean) {
  const area = useRef<HTMLFieldSetElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(isRunning)
  const [outcome, setOutcome] = useState<Outcome>(null)
  useLayoutEffect(() => {
    if (wasRunning.current === isRunning) return
    wasRunning.current = isRunning
    setOutcome(!isRunning && words.current ? 'uploaded' : null)
    if (!isRunning && hasLostFocus(area.current)) (words.current ?? add.current)?.focus()
  }, [isRunning])
  useLayoutEffect(() => {
    if (outcome === 'removed') add.current?.focus()
  }, [outcome])
  return { area, words, add, outcome, noteRemoved: () => setOutcome('removed') }
}

/** Returns whether the focus was lost. It returns false when the user has moved the focus to another element, where it stays. */
const hasLostFocus = (area: HTMLElement | null): boolean =>
  document.activeElement === document.body || area?.contains(document.activeElement) === true

/** Edits the picture of a question or option: a picture is added by press, paste or drop on the surrounding fields. */
export function PictureField({ place, picture, option, problem, refusal, onChange }: FieldProps) {
  const text = useText(quizPicturesMessages)
  const { uploads, upload } = use(QuizPictures)
  const input = useRef<HTMLInputElement>(null)
  const under = uploads.get(place)
  const isRunning = under?.kind === 'running'
  const { area, words, add, outcome, noteRemoved } = useOutcome(isRunning)
  const choose = () => input.current?.click()
  return (
    <fieldset
      ref={area}
      className="quiz-picture"
      data-option={option}
      data-filled={isRunning || picture || under || refusal ? '' : undefined}
    >
      <legend className={option ? 'vh' : 'ap-field-label'}>
        {option ? text.optionPicture(option) : text.picture}
      </legend>
      <input
        ref={input}
        className="vh"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={option ? text.optionFile(option) : text.file}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) upload(place, file)
        }}
      />
      {isRunning ? (
        <Progress value={under.share * 100} label={text.uploading} valueText={text.uploading} />
      ) : picture ? (
        <Shown
          picture={picture}
          problem={problem}
          words={words}
          onChange={onChange}
          hint={option ? text.optionWordsHint : text.wordsHint}
          onReplace={choose}
          onRemove={() => {
            onChange(undefined)
            noteRemoved()
          }}
        />
      ) : option ? (
        <IconButton
          ref={add}
          icon={pictureIcon}
          size="sm"
          label={text.addToOption(option)}
          onClick={choose}
        />
      ) : (
        <div className="quiz-picture-add">
          <Button ref={add} size="sm" icon={pictureIcon} onClick={choose}>
            {text.add}
          </Button>
          <span className="ap-field-hint">{text.addHint}</span>
        </div>
      )}
      {refusal === undefined ? null : <FieldError>{refusal}</FieldError>}
      <span role="status" className="vh">
        {outcome === null ? '' : text[outcome]}
      </span>
      {under?.kind === 'failed' ? <Failure error={under.error} /> : null}
    </fieldset>
  )
}

function Failure({ error }: { error: unknown }) {
  const text = useText(quizPicturesMessages)
  const failureText = useFailureText()
  return (
    <div role="alert">
      <FieldError>
        {error instanceof UnusablePicture ? text[error.problem] : failureText(error, text.failed)}
      </FieldError>
    </div>
  )
}

function Shown({
  picture,
  problem,
  hint,
  words,
  onChange,
  onReplace,
  onRemove,
}: Pick<FieldProps, 'problem' | 'onChange'> & {
  picture: Picture
  hint: string
  words: Ref<HTMLInputElement>
  onReplace: () => void
  onRemove: () => void
}) {
  const text = useText(quizPicturesMessages)
  const { known } = use(QuizPictures)
  const shown = known.get(picture.file)
  return (
    <div className="quiz-picture-shown">
      <span className="quiz-picture-frame">
        {shown ? <img src={shown.url} alt="" /> : <Icon name={pictureIcon} />}
      </span>
      <div className="quiz-picture">
        <TextField
          ref={words}
          label={text.words}
          hint={hint}
          maxLength={textPictureLimits.altLength}
          autoComplete="off"
          value={picture.alt}
          error={problem}
          onChange={({ target }) => onChange({ ...picture, alt: target.value.replaceAll(/\s/g, ' ') })}
        />
        <div className="quiz-picture-add">
          <Button size="sm" variant="quiet" onClick={onReplace}>
            {text.replace}
          </Button>
          <Button size="sm" variant="quiet" icon="trash" onClick={onRemove}>
            {text.remove}
          </Button>
        </div>
      </div>
    </div>
  )
}

const pictureIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))

/**
 * Accepts a picture that is pasted or dropped on the fields of a question or option. Pasted text stays text, also with a picture
 * beside it.
 */
export function PictureTarget({ place, children }: { place: string; children: ReactNode }) {
  const { upload } = use(QuizPictures)
  const [isOver, setIsOver] = useState(false)
  return (
    <div
      className="quiz-picture-drop"
      data-dropping={isOver ? '' : undefined}
      onPaste={(event) => {
        const file = pictureIn(event.clipboardData)
        if (!file || event.clipboardData.getData('text/plain') !== '') return
        event.preventDefault()
        upload(place, file)
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        const file = pictureIn(event.dataTransfer)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        if (file) upload(place, file)
      }}
    >
      {children}
    </div>
  )
}
