/** Pictures of questions: what may be named, and how it is shown. Who may open a file is decided on each request. */
import type { OptionPicture, QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { OptionPictures } from '@apogee/contracts/assessments/quiz-file.ts'
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

/** A question of a draft, or one that is stored. */
interface Named {
  picture?: DraftQuestion['picture'] | null
  options?: readonly (string | Pick<DraftQuestion['options'][number], 'picture'>)[]
  optionPictures?: OptionPictures | null
}

type Shown<Row> = Omit<Row, 'picture' | 'optionPictures'> & {
  picture?: QuestionPicture
  optionPictures?: (OptionPicture | null)[]
}

export class QuestionPictures {
  readonly #deps: QuestionPicturesDependencies

  constructor(deps: QuestionPicturesDependencies) {
    this.#deps = deps
  }

  /** A question with the addresses of its pictures for this caller. */
  shown<
    Row extends {
      picture: store.PictureRow | null
      optionPictures?: (store.OptionPictureRow | null)[] | null
    },
  >(caller: Caller, { picture, optionPictures, ...question }: Row): Shown<Row> {
    return {
      ...question,
      ...(picture && { picture: this.#present(caller, picture) }),
      ...(optionPictures?.some((one) => one !== null) && {
        optionPictures: optionPictures.map((one) => one && this.#present(caller, one)),
      }),
    }
  }

  #present<Row extends store.PictureRow>(
    caller: Caller,
    { file, ...picture }: Row,
  ): Omit<Row, 'file'> & { url: string } {
    return { ...picture, url: this.#deps.media.urlFor(caller, { publicId: file, purpose: 'text-picture' }) }
  }

  /** How to show the pictures that these questions name. */
  async namedIn(caller: Caller, questions: readonly Named[]): Promise<ShownPicture[]> {
    const files = filesOf(questions)
    if (files.length === 0) return []
    const rows = await store.picturesByFile(this.#deps.database.kysely, files)
    return rows.map(({ file, width, height }) => ({
      file,
      width,
      height,
      url: this.#deps.media.urlFor(caller, { publicId: file, purpose: 'text-picture' }),
    }))
  }

  /**
   * Refuses FILE_NOT_AN_UPLOAD for other than the caller's own uploads, those of their business, and what the quiz or the seller's bank
   * shows already. `fieldOf` names a question by its place.
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
    for (const [index, question] of questions.entries())
      for (const { file, path } of picturesIn(question)) {
        if (present.has(file)) continue
        present.add(file)
        const field = `${fieldOf(index)}.${path}`
        await this.#deps.media.resolveUpload(tx, caller, `/media/${file}`, ['text-picture'], field)
      }
  }
}

/** With the field of the question that names each. */
const picturesIn = ({ picture, options = [], optionPictures }: Named): { file: string; path: string }[] => [
  ...(picture ? [{ file: picture.file, path: 'picture' }] : []),
  ...options.flatMap((option, index) =>
    typeof option !== 'string' && option.picture
      ? [{ file: option.picture.file, path: `options.${index}.picture` }]
      : [],
  ),
  ...(optionPictures ?? []).flatMap((one, index) =>
    one ? [{ file: one.file, path: `optionPictures.${index}` }] : [],
  ),
]

const filesOf = (questions: readonly Named[]): string[] => [
  ...new Set(questions.flatMap(picturesIn).map(({ file }) => file)),
]
