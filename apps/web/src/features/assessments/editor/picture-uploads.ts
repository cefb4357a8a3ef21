/** Pictures of the quiz that is edited: how to show them, and uploads under way. */
import { emptyDraft, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { OptionPicture, QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { createContext, useLayoutEffect, useRef, useState } from 'react'
import { uploadTextPicture } from '#web/platform/upload-text-picture.ts'

/** Where a picture stands: the key of its question, and the place of its option if it is the picture of one. */
export const placeOf = (key: string, option: number | null = null): string =>
  option === null ? key : `${key} ${option}`

/** Of one place. */
export type PictureUpload = { kind: 'running'; share: number } | { kind: 'failed'; error: unknown }

export interface EditedPictures {
  /** By file; a picture that is missing here cannot be shown. */
  known: ReadonlyMap<string, ShownPicture>
  uploads: ReadonlyMap<string, PictureUpload>
  /** Pictures that came with questions of a file or of the bank. */
  add: (...pictures: ShownPicture[]) => void
  /** Uploads the picture of a place. The words of the picture before stay. */
  upload: (place: string, file: File) => void
  /** Forgets why pictures of options were refused: the options have other places now. */
  dismissOptions: (key: string) => void
  /** Another person's quiz took the place of this one: its options stand elsewhere, so uploads under way have no place. */
  forgetUploads: () => void
  /** The quiz as it is now, for work that took a while. */
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

/** Whether a picture is on its way, which the draft does not name yet. */
export const isUploading = (uploads: EditedPictures['uploads']): boolean =>
  [...uploads.values()].some(({ kind }) => kind === 'running')

/** Whether the picture of an option is on its way: its place may not change. */
export const isUploadingOption = (uploads: EditedPictures['uploads'], key: string): boolean =>
  [...uploads].some(([place, { kind }]) => kind === 'running' && place.startsWith(`${key} `))

/** All files that a question names. */
export const filesOf = ({ picture, options }: DraftQuestion): string[] =>
  [picture, ...options.map((option) => option.picture)].flatMap((one) => one?.file ?? [])

/** By option; undefined: none has a picture that can be shown. */
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

/** The picture of a question or option as learners will see it; undefined: it has none that can be shown. */
export function shownPicture(
  { picture }: Pick<DraftQuestion, 'picture'>,
  known: EditedPictures['known'],
): QuestionPicture | undefined {
  const shown = picture && known.get(picture.file)
  return shown && { url: shown.url, alt: picture.alt, width: shown.width, height: shown.height }
}

/** An upload goes on while other questions and views are shown; its question has the picture once it has ended. */
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
    // False for one that was forgotten.
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
