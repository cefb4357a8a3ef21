/** Pictures of the quiz that is edited: how to show them, and uploads under way. */
import { emptyDraft, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { createContext, useLayoutEffect, useRef, useState } from 'react'
import { useUnsavedWarning } from '#web/platform/unsaved.ts'
import { uploadTextPicture } from '#web/platform/upload-text-picture.ts'

/** Of one question, by its key. */
export type PictureUpload = { kind: 'running'; share: number } | { kind: 'failed'; error: unknown }

export interface EditedPictures {
  /** By file; a picture that is missing here cannot be shown. */
  known: ReadonlyMap<string, ShownPicture>
  uploads: ReadonlyMap<string, PictureUpload>
  /** Pictures that came with questions of a file or of the bank. */
  add: (...pictures: ShownPicture[]) => void
  /** Uploads the picture of a question. The words of the picture before stay. */
  upload: (key: string, file: File) => void
  /** The quiz as it is now, for work that took a while. */
  current: () => QuizDraft
}

export const QuizPictures = createContext<EditedPictures>({
  known: new Map(),
  uploads: new Map(),
  add: () => undefined,
  upload: () => undefined,
  current: () => emptyDraft,
})

/** Whether a picture is on its way, which the draft does not name yet. */
export const isUploading = (uploads: EditedPictures['uploads']): boolean =>
  [...uploads.values()].some(({ kind }) => kind === 'running')

/** The picture of a question as learners will see it; undefined: it has none that can be shown. */
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
  const note = (key: string, upload: PictureUpload | null) =>
    setUploads((others) => {
      const now = new Map(others)
      if (upload) now.set(key, upload)
      else now.delete(key)
      return now
    })
  const upload = (key: string, file: File) => {
    note(key, { kind: 'running', share: 0 })
    uploadTextPicture(file, (share) => note(key, { kind: 'running', share })).then(
      (picture) => {
        note(key, null)
        setAdded((others) => [...others, picture])
        const { quiz: now, change: changeNow } = latest.current
        changeNow({ ...now, questions: now.questions.map((one) => withPicture(one, key, picture.file)) })
      },
      (error: unknown) => note(key, { kind: 'failed', error }),
    )
  }
  useUnsavedWarning(isUploading(uploads))
  const known = new Map([...added, ...read].map((picture) => [picture.file, picture]))
  return {
    ...{ known, uploads, upload, current: () => latest.current.quiz },
    add: (...pictures) => setAdded((others) => [...others, ...pictures]),
  }
}

const withPicture = (question: DraftQuestion, key: string, file: string): DraftQuestion =>
  question.key === key ? { ...question, picture: { file, alt: question.picture?.alt ?? '' } } : question
