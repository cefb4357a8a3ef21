/** Texts and questions name pictures by the ids of their uploads; a course in an archive, and its copy, has others. */
import {
  picturesIn,
  type LessonBlock,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quiz-archives.ts'

/** The same text with other ids. Those that are not in `renamed` stay. */
export const withPictureFiles = (
  document: LessonDocument,
  renamed: ReadonlyMap<string, string>,
): LessonDocument =>
  renamed.size === 0
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isPicture(value)) return value
        const { file } = value.attrs
        return { ...value, attrs: { ...value.attrs, file: renamed.get(file) ?? file } }
      }) as LessonDocument)

/** The words of each picture in its place. */
export const withoutPictures = (document: LessonDocument): LessonDocument =>
  picturesIn(document).length === 0
    ? document
    : (JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
        if (!isPicture(value)) return value
        const { alt } = value.attrs
        return { type: 'paragraph', ...(alt && { content: [{ type: 'text', text: alt }] }) }
      }) as LessonDocument)

const isPicture = (value: unknown): value is Extract<LessonBlock, { type: 'picture' }> =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'picture' &&
  'attrs' in value

/** The pictures that a quiz and its draft name. */
export const picturesOfQuiz = ({ published, draft }: ArchivedQuiz): string[] =>
  [...(published?.questions ?? []), ...(draft?.questions ?? [])].flatMap(({ picture }) =>
    picture ? [picture.file] : [],
  )

/** The same quiz with other ids; `fileOf` null: without that picture. */
export function withQuizPictures(
  { published, draft }: ArchivedQuiz,
  fileOf: (file: string) => string | null,
): ArchivedQuiz {
  return {
    published: published && {
      ...published,
      questions: published.questions.map((one) => pictured(one, fileOf)),
    },
    draft: draft && { ...draft, questions: draft.questions.map((one) => pictured(one, fileOf)) },
  }
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

/** The id of a picture in an archive, by its place among the files: the same course is the same bytes wherever it is. */
export const archivedPictureFile = (place: number): string => String(place).padStart(22, '0')
