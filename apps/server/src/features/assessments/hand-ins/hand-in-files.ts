/** Manages the files of hand-ins. Each request decides who may open a file (policy/files/hand-in-access.ts). */
import type { AssessmentQuestion, HandInFile } from '@apogee/contracts/assessments/assessments.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { AskedQuestion } from '../attempt-questions.store.ts'
import * as store from './hand-in-files.store.ts'

export type HandInMedia = Pick<Media, 'names' | 'refuseAsUpload' | 'resolveUpload' | 'urlFor'>

interface HandInFilesDependencies {
  database: Database
  media: HandInMedia
}

type StoredTask = Omit<AssessmentQuestion, 'filesAllowed' | 'files' | 'rubric'> &
  Pick<AskedQuestion, 'filesAllowed' | 'takesText' | 'rubric'>

export class HandInFiles {
  readonly #deps: HandInFilesDependencies

  constructor(deps: HandInFilesDependencies) {
    this.#deps = deps
  }

  /** Adds what learners hand in, and the files of answers, to the questions of an attempt. Only hand-ins have files. */
  async withFiles(
    caller: Caller,
    attemptId: number,
    questions: readonly StoredTask[],
  ): Promise<AssessmentQuestion[]> {
    const hasFiles = questions.some(({ filesAllowed }) => filesAllowed > 0)
    const files = hasFiles ? await store.filesOf(this.#deps.database.kysely, attemptId) : []
    return questions.map(({ filesAllowed, takesText, rubric, ...question }) =>
      question.kind === 'hand-in'
        ? {
            ...question,
            filesAllowed,
            ...(!takesText && { isFilesOnly: true as const }),
            ...(rubric && { rubric }),
            files: this.present(caller, files, question.id),
          }
        : question,
    )
  }

  present(caller: Caller, files: readonly store.HandInFileRow[], questionId: number): HandInFile[] {
    return files
      .filter((file) => file.questionId === questionId)
      .map(({ publicId, name, sizeBytes }) => ({
        url: this.#deps.media.urlFor(caller, { publicId, purpose: 'hand-in' }),
        name,
        sizeBytes,
      }))
  }

  /** Refuses FILE_NOT_AN_UPLOAD for files that are not the caller's own uploads, and for files of another answer. */
  async replace(tx: Tx, caller: Caller, answer: store.AnswerPlace, sent: readonly string[]): Promise<void> {
    const { media } = this.#deps
    const present = (await store.filesOf(tx, answer.attemptId)).filter(
      ({ questionId }) => questionId === answer.questionId,
    )
    const chosen: number[] = []
    for (const url of sent) {
      const kept = present.find(({ publicId }) => media.names(url, publicId))
      if (kept) {
        chosen.push(kept.mediaId)
        continue
      }
      const file = await media.resolveUpload(tx, caller, url, ['hand-in'], 'files')
      if (file.ownerId !== caller.userId) media.refuseAsUpload('files')
      chosen.push(file.id)
    }
    if (!(await store.replaceFiles(tx, answer, [...new Set(chosen)]))) media.refuseAsUpload('files')
  }
}
