/** Texts and quizzes of an archive name pictures by the ids that they had; here each gets the id of its copy. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quiz-archives.ts'
import type { CourseItem } from './course-format.ts'
import type { CourseImportsDependencies } from './course-imports.ts'
import { withoutPictures, withPictureFiles, withQuizPictures } from './picture-files.ts'

interface Text {
  document: LessonDocument
  draft: LessonDocument | null
}

export class ImportedPictures {
  readonly #deps: Pick<CourseImportsDependencies, 'database' | 'media'>
  /** Media by path. */
  readonly #stored: ReadonlyMap<string, number>

  constructor(
    deps: Pick<CourseImportsDependencies, 'database' | 'media'>,
    stored: ReadonlyMap<string, number>,
  ) {
    this.#deps = deps
    this.#stored = stored
  }

  async inText({ pictures }: Extract<CourseItem, { kind: 'text' }>, text: Text): Promise<Text> {
    if (!pictures) {
      const { document, draft } = text
      return { document: withoutPictures(document), draft: draft && withoutPictures(draft) }
    }
    const renamed = await this.#copiesOf(pictures)
    const { document, draft } = text
    return { document: withPictureFiles(document, renamed), draft: draft && withPictureFiles(draft, renamed) }
  }

  /** A picture that the archive does not hold is left out. */
  async inQuiz(
    { pictures = [] }: Extract<CourseItem, { kind: 'quiz' }>,
    quiz: ArchivedQuiz,
  ): Promise<ArchivedQuiz> {
    const renamed = await this.#copiesOf(pictures)
    return withQuizPictures(quiz, (file) => renamed.get(file) ?? null)
  }

  /** Public ids by the ids of the archive. */
  async #copiesOf(pictures: readonly { file: string; path: string }[]): Promise<Map<string, string>> {
    const { database, media } = this.#deps
    const ids = pictures.flatMap(({ path }) => this.#stored.get(path) ?? [])
    const rows = new Map((await media.filesById(database.kysely, ids)).map((row) => [row.id, row.publicId]))
    return new Map(pictures.map(({ file, path }) => [file, rows.get(this.#stored.get(path) ?? 0) ?? file]))
  }
}
