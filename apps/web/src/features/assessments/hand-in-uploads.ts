/** Uploads files of one attempt's answers as soon as they are chosen, and saves them one after the other. */
import type { Attempt, GivenAnswer, HandInFile } from '@apogee/contracts/assessments/assessments.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { createStore } from '#web/platform/session/store.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { attemptQuery, keepGiven } from './api/assessments.ts'

export interface PendingFile {
  key: string
  questionId: number
  file: File
  /** The sent share ranges from 0 to 1. */
  share: number
  /** `error` is null while the upload is running, and otherwise the reason of its failure. */
  error: unknown
}

const pathOf = (url: string): string => url.split('?')[0] ?? url

interface UploadsDependencies {
  attempt: Attempt
  queries: QueryClient
  viewer: Viewer
}

export class HandInUploads {
  readonly pending = createStore<readonly PendingFile[]>([])
  readonly #deps: UploadsDependencies
  #answerTo: (questionId: number) => GivenAnswer = () => null
  #saving: Promise<unknown> = Promise.resolve()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: UploadsDependencies) {
    this.#deps = deps
  }

  /** Sets how the text of an answer is read, because a saved answer contains both its text and its files. */
  readAnswersFrom(answerTo: (questionId: number) => GivenAnswer): void {
    this.#answerTo = answerTo
  }

  add(questionId: number, files: readonly File[]): void {
    for (const file of files) {
      const key = newId()
      this.pending.setState([
        ...this.pending.getState(),
        { key, questionId, file, share: 0, error: tooLarge(file) },
      ])
      if (!tooLarge(file)) this.#start(key)
    }
  }

  retry(key: string): void {
    this.#change(key, { share: 0, error: null })
    this.#start(key)
  }

  discard(key: string): void {
    this.pending.setState(this.pending.getState().filter((one) => one.key !== key))
  }

  /** Removes a saved file from its answer. Rejects when the change could not be saved. */
  remove(questionId: number, url: string): Promise<void> {
    return this.#save(questionId, (files) => files.filter((one) => pathOf(one.url) !== pathOf(url)))
  }

  /** Resolves when no upload is running; failed files stay listed. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Returns the index of a question with a failed upload, or -1. */
  failedAmong(questions: readonly { id: number }[]): number {
    const failed = this.pending.getState().find(({ error }) => error !== null)
    return failed ? questions.findIndex(({ id }) => id === failed.questionId) : -1
  }

  #start(key: string): void {
    const run = this.#send(key).finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  async #send(key: string): Promise<void> {
    const found = this.pending.getState().find((one) => one.key === key)
    if (!found) return
    const { file, questionId } = found
    try {
      const onProgress = (share: number) => this.#change(key, { share })
      const url = await uploadFile(file, { purpose: 'hand-in', onProgress })
      // The file was removed during its upload.
      if (!this.pending.getState().some((one) => one.key === key)) return
      await this.#save(questionId, (files) => [...files, { url, name: file.name, sizeBytes: file.size }])
      this.discard(key)
    } catch (error) {
      this.#change(key, { error })
    }
  }

  /** Saves one change at a time, because each sends all files of an answer. */
  #save(questionId: number, change: (files: readonly HandInFile[]) => readonly HandInFile[]): Promise<void> {
    const save = async () => {
      const { attempt, queries, viewer } = this.#deps
      const files = change(this.#savedOf(questionId))
      const answer = this.#answerTo(questionId)
      await call('saveAnswer', {
        params: { id: attempt.assessmentId, number: attempt.number, questionId },
        body: { answer, files: files.map(({ url }) => url) },
      })
      keepGiven(queries, viewer, attempt, { questionId, answer, files })
    }
    const saved = this.#saving.then(save, save)
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  #savedOf(questionId: number): readonly HandInFile[] {
    const { attempt, queries, viewer } = this.#deps
    const held = queries.getQueryData(attemptQuery(attempt.assessmentId, attempt.number, viewer).queryKey)
    const questions = held?.data.questions ?? attempt.questions
    return questions.find(({ id }) => id === questionId)?.files ?? []
  }

  #change(key: string, changes: Partial<PendingFile>): void {
    this.pending.setState(
      this.pending.getState().map((one) => (one.key === key ? { ...one, ...changes } : one)),
    )
  }
}

const tooLarge = (file: File): unknown =>
  file.size > handInLimits.bytes
    ? new ApiError({
        status: 413,
        errorCode: 'FILE_TOO_LARGE',
        message: `File size exceeds ${handInLimits.bytes / 1_048_576}MB limit`,
      })
    : null

/** Use the attempt as key of the component. */
export function useHandInUploads(
  attempt: Attempt,
  answerTo: (questionId: number) => GivenAnswer,
): HandInUploads {
  const queries = useQueryClient()
  const viewer = useViewer()
  const [uploads] = useState(() => new HandInUploads({ attempt, queries, viewer }))
  uploads.readAnswersFrom(answerTo)
  return uploads
}
