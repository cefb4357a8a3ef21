/** Checks pictures of questions and presents them. Each request for a file decides anew who may open it. */
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

/** This part of a question is the same in drafts and in stored questions. */
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

  /** Returns the question with the addresses of its pictures for this caller. */
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

  /** Returns the addresses of the pictures that these questions reference. */
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
   * Refuses FILE_NOT_AN_UPLOAD unless the file is an upload of the caller or their business, or the quiz or the seller's bank
   * already shows it. `fieldOf` returns the field of a question by its index.
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

/** Returns each picture with the path of the question's field that references it. */
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
