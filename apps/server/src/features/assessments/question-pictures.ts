/** Pictures of questions: what may be named, and how it is shown. Who may open a file is decided on each request. */
import type { QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Media } from '#server/features/media/media.service.ts'
import * as store from './question-pictures.store.ts'

export type PictureMedia = Pick<Media, 'resolveUpload' | 'urlFor'>

interface QuestionPicturesDependencies {
  database: Database
  media: PictureMedia
}

interface Named {
  picture?: DraftQuestion['picture'] | null
}

export class QuestionPictures {
  readonly #deps: QuestionPicturesDependencies

  constructor(deps: QuestionPicturesDependencies) {
    this.#deps = deps
  }

  /** A question with the address of its picture for this caller. */
  shown<Row extends { picture: store.PictureRow | null }>(
    caller: Caller,
    { picture, ...question }: Row,
  ): Omit<Row, 'picture'> & { picture?: QuestionPicture } {
    return picture ? { ...question, picture: this.#present(caller, picture) } : question
  }

  #present(caller: Caller, { file, ...picture }: store.PictureRow): QuestionPicture {
    return { ...picture, url: this.#deps.media.urlFor(caller, { publicId: file, purpose: 'text-picture' }) }
  }

  /** How to show the pictures that these questions name. */
  async namedIn(caller: Caller, questions: readonly Named[]): Promise<ShownPicture[]> {
    const files = filesOf(questions)
    if (files.length === 0) return []
    const rows = await store.picturesByFile(this.#deps.database.kysely, files)
    return rows.map(({ file, width, height }) => ({
      ...{ file, width, height },
      url: this.#deps.media.urlFor(caller, { publicId: file, purpose: 'text-picture' }),
    }))
  }

  /**
   * Refuses FILE_NOT_AN_UPLOAD for other than the caller's own uploads, those of their business, and what the quiz or the seller's bank
   * shows already. `fieldOf` names the picture of a question by its place.
   */
  async require(
    tx: Tx,
    caller: Caller,
    place: store.PicturePlace,
    questions: readonly Named[],
    fieldOf: (index: number) => string,
  ): Promise<void> {
    const files = filesOf(questions)
    if (files.length === 0) return
    const present = new Set(await store.picturesAt(tx, place, files))
    for (const file of files) {
      if (present.has(file)) continue
      const field = fieldOf(questions.findIndex(({ picture }) => picture?.file === file))
      await this.#deps.media.resolveUpload(tx, caller, `/media/${file}`, ['text-picture'], field)
    }
  }
}

const filesOf = (questions: readonly Named[]): string[] => [
  ...new Set(questions.flatMap(({ picture }) => (picture ? [picture.file] : []))),
]
