/**
 * Replaces upload ids in texts and questions, because a copied or archived course uses other ids. Texts contain pictures, files and
 * videos; questions contain pictures.
 */
import {
  attachmentsIn,
  picturesIn,
  videosIn,
  type LessonBlock,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'

/** Replaces upload ids in a text. Ids that are not keys of `renamed` stay. */
export const withUploads = (document: LessonDocument, renamed: ReadonlyMap<string, string>): LessonDocument =>
  renamed.size === 0
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isUpload(value)) return value
        const { file } = value.attrs
        return { ...value, attrs: { ...value.attrs, file: renamed.get(file) ?? file } }
      }) as LessonDocument)

/** Replaces uploads whose `isKept` is false by their description or title. */
export const withoutUploads = (document: LessonDocument, isKept: (file: string) => boolean): LessonDocument =>
  uploadKinds.every((kind) => uploadsIn(document, kind).every(isKept))
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isUpload(value) || isKept(value.attrs.file)) return value
        const words = value.type === 'picture' ? value.attrs.alt : value.attrs.title
        return { type: 'paragraph', ...(words && { content: [{ type: 'text', text: words }] }) }
      }) as LessonDocument)

type Upload = Extract<LessonBlock, { type: 'picture' | 'attachment' | 'video' }>

/** Maps each kind of upload to the field of an archived item that lists it. */
export const uploadFields = {
  picture: 'pictures',
  attachment: 'attachments',
  video: 'videos',
} as const satisfies Record<Upload['type'], string>
export const uploadKinds = ['picture', 'attachment', 'video'] as const satisfies readonly Upload['type'][]

const finders = { picture: picturesIn, attachment: attachmentsIn, video: videosIn } as const

export const uploadsIn = (document: LessonDocument, kind: Upload['type']): string[] => finders[kind](document)

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  uploadKinds.some((kind) => kind === value.type) &&
  'attrs' in value

export const picturesOfQuiz = ({ published, draft }: ArchivedQuiz): string[] =>
  [...(published?.questions ?? []), ...(draft?.questions ?? [])].flatMap((question) => [
    ...(question.picture ? [question.picture.file] : []),
    ...ofOptions(question).flatMap((one) => (one ? [one.file] : [])),
  ])

/**
 * A stored quiz keeps pictures of options in the options. A question of a draft keeps them in the options or in `optionPictures`.
 */
const ofOptions = (question: QuizQuestion | DraftQuestion): ({ file: string } | null | undefined)[] => {
  if ('key' in question) return question.options.map(({ picture }) => picture)
  return 'optionPictures' in question ? (question.optionPictures ?? []) : []
}

/** Replaces the ids of pictures in a quiz. A picture is removed if `fileOf` returns null for it. */
export function withQuizPictures(
  { published, draft }: ArchivedQuiz,
  fileOf: (file: string) => string | null,
): ArchivedQuiz {
  return {
    published: published && {
      ...published,
      questions: published.questions.map((one) => withOptions(pictured(one, fileOf), fileOf)),
    },
    draft: draft && {
      ...draft,
      questions: draft.questions.map((one) => ({
        ...pictured(one, fileOf),
        options: one.options.map((option) => pictured(option, fileOf)),
      })),
    },
  }
}

function withOptions(question: QuizQuestion, fileOf: (file: string) => string | null): QuizQuestion {
  if (!('optionPictures' in question) || !question.optionPictures) return question
  const optionPictures = question.optionPictures.map((one) => {
    const file = one && fileOf(one.file)
    return one && file !== null ? { ...one, file } : null
  })
  return { ...question, optionPictures }
}

function pictured<Question extends { picture?: { file: string; alt: string } | undefined }>(
  question: Question,
  fileOf: (file: string) => string | null,
): Question {
  if (!question.picture) return question
  const { picture, ...others } = question
  const file = fileOf(picture.file)
  return file === null ? (others as Question) : { ...question, picture: { ...picture, file } }
}

/**
 * Makes the id of an upload in an archive from its index among the files. The same course therefore always gives the same bytes.
 */
export const archivedUpload = (place: number): string => String(place).padStart(22, '0')
