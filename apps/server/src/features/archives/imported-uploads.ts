/** Replaces the upload ids of pictures, files and videos in imported texts and quizzes by the ids of their copies. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { CourseItem } from './course-format.ts'
import { uploadFields, uploadKinds, withoutUploads, withQuizPictures, withUploads } from './text-uploads.ts'

interface Text {
  document: LessonDocument
  draft: LessonDocument | null
}

export class ImportedUploads {
  readonly #deps: { database: Database; media: Media }
  /** Maps file paths in the archive to media ids. */
  readonly #stored: ReadonlyMap<string, number>

  constructor(deps: { database: Database; media: Media }, stored: ReadonlyMap<string, number>) {
    this.#deps = deps
    this.#stored = stored
  }

  /** Gives the uploads in a text the ids of their copies. Uploads that the archive does not contain become plain text. */
  async inText(item: Extract<CourseItem, { kind: 'text' }>, { document, draft }: Text): Promise<Text> {
    const renamed = await this.#copiesOf(uploadKinds.flatMap((kind) => item[uploadFields[kind]] ?? []))
    const brought = (text: LessonDocument) =>
      withUploads(
        withoutUploads(text, (file) => renamed.has(file)),
        renamed,
      )
    return { document: brought(document), draft: draft && brought(draft) }
  }

  /**
   * Gives the pictures of a quiz, or of the question after a video, the ids of their copies. Pictures that the archive does not
   * contain are removed.
   */
  async inQuiz(
    { pictures = [] }: Extract<CourseItem, { kind: 'quiz' | 'file' }>,
    quiz: ArchivedQuiz,
  ): Promise<ArchivedQuiz> {
    const renamed = await this.#copiesOf(pictures)
    return withQuizPictures(quiz, (file) => renamed.get(file) ?? null)
  }

  /** Maps ids in the archive to the public ids of the copies. Files that were refused have no copy. */
  async #copiesOf(uploads: readonly { file: string; path: string }[]): Promise<Map<string, string>> {
    const { database, media } = this.#deps
    const ids = uploads.flatMap(({ path }) => this.#stored.get(path) ?? [])
    const rows = new Map((await media.filesById(database.kysely, ids)).map((row) => [row.id, row.publicId]))
    return new Map(
      uploads.flatMap(({ file, path }) => {
        const copy = rows.get(this.#stored.get(path) ?? 0)
        return copy === undefined ? [] : [[file, copy] as const]
      }),
    )
  }
}
