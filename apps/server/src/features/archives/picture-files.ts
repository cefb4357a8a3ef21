/** Texts name pictures by the ids of their uploads; a course in an archive, and its copy, has others. */
import {
  picturesIn,
  type LessonBlock,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'

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

/** The id of a picture in an archive, by its place among the files: the same course is the same bytes wherever it is. */
export const archivedPictureFile = (place: number): string => String(place).padStart(22, '0')
