/**
 * Texts name pictures, files and videos, and questions pictures, by the ids of their uploads; a course in an archive, and its copy, has
 * others.
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
import type { ArchivedQuiz } from '#server/features/assessments/quiz-archives.ts'

/** The same text with other ids. Those that are not in `renamed` stay. */
export const withUploads = (document: LessonDocument, renamed: ReadonlyMap<string, string>): LessonDocument =>
  renamed.size === 0
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isUpload(value)) return value
        const { file } = value.attrs
        return { ...value, attrs: { ...value.attrs, file: renamed.get(file) ?? file } }
      }) as LessonDocument)

/** The words of each picture, file and video of these kinds in its place. */
export const withoutUploads = (document: LessonDocument, kinds: readonly Upload['type'][]): LessonDocument =>
  kinds.every((kind) => uploadsIn(document, kind).length === 0)
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isUpload(value) || !kinds.includes(value.type)) return value
        const words = value.type === 'picture' ? value.attrs.alt : value.attrs.title
        return { type: 'paragraph', ...(words && { content: [{ type: 'text', text: words }] }) }
      }) as LessonDocument)

type Upload = Extract<LessonBlock, { type: 'picture' | 'attachment' | 'video' }>

/** The field of an item that holds the uploads of each kind. */
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

/** The pictures that a quiz and its draft name. */
export const picturesOfQuiz = ({ published, draft }: ArchivedQuiz): string[] =>
  [...(published?.questions ?? []), ...(draft?.questions ?? [])].flatMap((question) => [
    ...(question.picture ? [question.picture.file] : []),
    ...ofOptions(question).flatMap((one) => (one ? [one.file] : [])),
  ])

/** In a quiz and in its draft they have different places. */
const ofOptions = (question: QuizQuestion | DraftQuestion): ({ file: string } | null | undefined)[] => {
  if ('key' in question) return question.options.map(({ picture }) => picture)
  return 'optionPictures' in question ? (question.optionPictures ?? []) : []
}

/** The same quiz with other ids; `fileOf` null: without that picture. */
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

/** The id of an upload in an archive, by its place among the files: the same course is the same bytes wherever it is. */
export const archivedUpload = (place: number): string => String(place).padStart(22, '0')
