/** Holds the pictures of the edited quiz: how to show them, and running uploads. */
import { emptyDraft, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { OptionPicture, QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { createContext, useLayoutEffect, useRef, useState } from 'react'
import { uploadTextPicture } from '#web/shared/text/upload-text-picture.ts'

/** Identifies a picture's position: the key of its question, and the index of its option for an option's picture. */
export const placeOf = (key: string, option: number | null = null): string =>
  option === null ? key : `${key} ${option}`

/** Describes an upload for one position of a picture. */
export type PictureUpload = { kind: 'running'; share: number } | { kind: 'failed'; error: unknown }

export interface EditedPictures {
  /** The keys are files; a picture that is missing here cannot be shown. */
  known: ReadonlyMap<string, ShownPicture>
  uploads: ReadonlyMap<string, PictureUpload>
  /** Adds pictures of questions from a file or the bank. */
  add: (...pictures: ShownPicture[]) => void
  /** Uploads the picture of a position. The alternative text of the previous picture stays. */
  upload: (place: string, file: File) => void
  /** Removes the failures of option pictures after the options have moved. */
  dismissOptions: (key: string) => void
  /** Cancels running uploads after another person's version has replaced this quiz, because its options have other positions. */
  forgetUploads: () => void
  /** Returns the current quiz for work that took some time. */
  current: () => QuizDraft
}

export const QuizPictures = createContext<EditedPictures>({
  known: new Map(),
  uploads: new Map(),
  add: () => undefined,
  upload: () => undefined,
  dismissOptions: () => undefined,
  forgetUploads: () => undefined,
  current: () => emptyDraft,
})

/** Returns whether any picture is being uploaded. The draft does not contain such a picture yet. */
export const isUploading = (uploads: EditedPictures['uploads']): boolean =>
  [...uploads.values()].some(({ kind }) => kind === 'running')

/**
 * Returns whether a picture of one of the question's options is being uploaded. Options must not change their positions meanwhile.
 */
export const isUploadingOption = (uploads: EditedPictures['uploads'], key: string): boolean =>
  [...uploads].some(([place, { kind }]) => kind === 'running' && place.startsWith(`${key} `))

export const filesOf = ({ picture, options }: DraftQuestion): string[] =>
  [picture, ...options.map((option) => option.picture)].flatMap((one) => one?.file ?? [])

/** Returns pictures by option, or undefined when no option has a displayable one. */
export function shownOptionPictures(
  { options }: Pick<DraftQuestion, 'options'>,
  known: EditedPictures['known'],
): (OptionPicture | null)[] | undefined {
  const shown = options.map((option) => {
    const picture = shownPicture(option, known)
    return picture ? { ...picture, isAlone: option.text.trim() === '' } : null
  })
  return shown.some((picture) => picture !== null) ? shown : undefined
}

/** Returns the picture of a question or option as learners see it, or undefined without a displayable one. */
export function shownPicture(
  { picture }: Pick<DraftQuestion, 'picture'>,
  known: EditedPictures['known'],
): QuestionPicture | undefined {
  const shown = picture && known.get(picture.file)
  return shown && { url: shown.url, alt: picture.alt, width: shown.width, height: shown.height }
}

/** Uploads pictures while the author works on other questions and views. The draft contains a picture once its upload has ended. */
export function usePictureUploads(
  quiz: QuizDraft,
  change: (quiz: QuizDraft) => void,
  read: readonly ShownPicture[],
): EditedPictures {
  const [added, setAdded] = useState<readonly ShownPicture[]>([])
  const [uploads, setUploads] = useState<ReadonlyMap<string, PictureUpload>>(new Map())
  const latest = useRef({ quiz, change })
  useLayoutEffect(() => {
    latest.current = { quiz, change }
  })
  const under = useRef(new Set<symbol>())
  const note = (key: string, upload: PictureUpload | null) =>
    setUploads((others) => {
      const now = new Map(others)
      if (upload) now.set(key, upload)
      else now.delete(key)
      return now
    })
  const upload = (key: string, file: File) => {
    const running = Symbol(key)
    under.current.add(running)
    // A cancelled upload is not wanted: its result and its progress are ignored.
    const isWanted = () => under.current.has(running)
    note(key, { kind: 'running', share: 0 })
    uploadTextPicture(file, (share) => {
      if (isWanted()) note(key, { kind: 'running', share })
    }).then(
      (picture) => {
        if (!under.current.delete(running)) return
        note(key, null)
        setAdded((others) => [...others, picture])
        const { quiz: now, change: changeNow } = latest.current
        changeNow({ ...now, questions: now.questions.map((one) => withPicture(one, key, picture.file)) })
      },
      (error: unknown) => {
        if (under.current.delete(running)) note(key, { kind: 'failed', error })
      },
    )
  }
  const known = new Map([...added, ...read].map((picture) => [picture.file, picture]))
  return {
    known,
    uploads,
    upload,
    current: () => latest.current.quiz,
    add: (...pictures) => setAdded((others) => [...others, ...pictures]),
    forgetUploads: () => {
      under.current.clear()
      setUploads(new Map())
    },
    dismissOptions: (key) =>
      setUploads(
        (all) =>
          new Map([...all].filter(([place, { kind }]) => kind === 'running' || !place.startsWith(`${key} `))),
      ),
  }
}

function withPicture(question: DraftQuestion, place: string, file: string): DraftQuestion {
  if (question.key === place) return pictured(question, file)
  const options = question.options.map((option, index) =>
    placeOf(question.key, index) === place ? pictured(option, file) : option,
  )
  return { ...question, options }
}

const pictured = <Held extends Pick<DraftQuestion, 'picture'>>(held: Held, file: string): Held => ({
  ...held,
  picture: { file, alt: held.picture?.alt ?? '' },
})
