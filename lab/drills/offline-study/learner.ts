/** Simulates a learner with two devices. Actions go through the web client's own outbox, and the expected results are recorded. */
import { AnswerOutbox } from '../../../apps/web/src/features/assessments/answer-outbox.ts'
import { lateAnswersOf } from '../../../apps/web/src/features/assessments/late-answers.ts'
import { lateRepetition } from '../../../apps/web/src/features/assessments/late-repetitions.ts'
import { lateSubmission, submissionOf } from '../../../apps/web/src/features/assessments/late-submission.ts'
import { lateDiscussion } from '../../../apps/web/src/features/community/late-posts.ts'
import { completion, pagesRead, playback } from '../../../apps/web/src/features/learning/late-progress.ts'
import { NoteSaver } from '../../../apps/web/src/features/notes/note-saver.ts'
import { call } from '../../../apps/web/src/platform/transfer/client.ts'
import { closeOutbox, outboxOf, type Outbox } from '../../../apps/web/src/platform/outbox/outbox.ts'
import { sendOrKeep } from '../../../apps/web/src/platform/outbox/send-or-keep.ts'
import type { Attempt, GivenAnswer } from '../../../packages/contracts/src/assessments/assessments.ts'

const kinds = [completion, playback, pagesRead, lateDiscussion, lateSubmission, lateRepetition]

export interface Studies {
  userId: number
  courseId: number
  video: number
  text: number
  document: number
  attempt: Attempt
  /** The learner has answered this question wrongly in an earlier quiz. */
  missed: { questionId: number; dueAt: string }
}

export interface Expected {
  seconds: Set<number>
  pages: Set<number>
  page: number | null
  isCompleted: boolean
  answers: Map<number, GivenAnswer>
  notes: Map<string, string>
  /** Holds the titles of discussions. */
  discussions: string[]
  isHandedIn: boolean
  isRepeated: boolean
}

export const nothingYet = (): Expected => ({
  seconds: new Set(),
  pages: new Set(),
  page: null,
  isCompleted: false,
  answers: new Map(),
  notes: new Map(),
  discussions: [],
  isHandedIn: false,
  isRepeated: false,
})

/** Simulates one page of the client, from its start to its end. */
export class StudyPage {
  readonly #studies: Studies
  readonly #expected: Expected
  readonly #random: () => number
  readonly #outbox: Outbox
  readonly #notes: NoteSaver
  readonly #answers: AnswerOutbox
  #watched = 0
  readonly #name: string
  readonly #versions: Map<string, number>

  constructor(
    { studies, expected, random }: { studies: Studies; expected: Expected; random: () => number },
    name: string,
    versions: ReadonlyMap<string, number>,
  ) {
    this.#studies = studies
    this.#expected = expected
    this.#random = random
    this.#name = name
    this.#versions = new Map(versions)
    this.#outbox = outboxOf(studies.userId)
    for (const { name: kind, erased } of kinds) this.#outbox.kinds.set(kind, erased)
    this.#notes = new NoteSaver(studies.userId)
    this.#notes.onSaved(({ id, version }) => this.#versions.set(id, version))
    const { assessmentId, number } = studies.attempt
    const late = lateAnswersOf(studies.userId, studies.attempt)
    this.#answers = new AnswerOutbox({
      kept: late.read(),
      keep: (unsaved) => late.keep(unsaved),
      send: (questionId, answer) =>
        call('saveAnswer', {
          params: { id: assessmentId, number, questionId },
          body: { answer, ...late.ageOf(questionId) },
        }),
    })
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most)
  }

  async watch(): Promise<void> {
    const { video } = this.#studies
    const from = this.#upTo(500)
    const to = from + 1 + this.#upTo(40)
    for (let second = from; second < to; second++) this.#expected.seconds.add(second)
    const key = `${video}-${this.#name}-${this.#watched++}`
    this.#outbox.put(playback, key, {
      resourceId: video,
      position: to,
      watched: [[from, to]],
      completesAt: null,
    })
    if (this.#random() < 0.7) await this.#outbox.send(playback, key, 'silent')
  }

  async read(): Promise<void> {
    const { document } = this.#studies
    const page = 1 + this.#upTo(12)
    this.#expected.pages.add(page)
    this.#expected.page = page
    const key = `${document}-${this.#name}-${page}`
    this.#outbox.put(pagesRead, key, { resourceId: document, page, pages: [[page, page]] })
    if (this.#random() < 0.7) await this.#outbox.send(pagesRead, key, 'silent')
  }

  async toggle(): Promise<void> {
    const { text } = this.#studies
    const completed = this.#random() < 0.6
    this.#expected.isCompleted = completed
    this.#outbox.put(completion, String(text), { resourceId: text, completed })
    await this.#outbox.send(completion, String(text))
  }

  async answer(): Promise<void> {
    const { questions } = this.#studies.attempt
    const question = questions[this.#upTo(questions.length)]
    if (!question || this.#expected.isHandedIn) return
    const answer = this.#random() < 0.1 ? null : this.#random() < 0.5
    if (this.#answers.read().answers[question.id] === answer) return
    this.#expected.answers.set(question.id, answer)
    this.#answers.give(question.id, answer)
    await this.#answers.flush()
  }

  async handIn(): Promise<void> {
    if (this.#expected.isHandedIn) return
    this.#expected.isHandedIn = true
    await this.#answers.flush()
    await sendOrKeep(lateSubmission, submissionOf(this.#studies.userId, this.#studies.attempt))
  }

  async repeat(): Promise<void> {
    if (this.#expected.isRepeated) return
    this.#expected.isRepeated = true
    const { userId, missed } = this.#studies
    const payload = { ...missed, answer: true }
    await sendOrKeep(lateRepetition, { userId, key: String(missed.questionId), payload })
  }

  /** Writes a new note, or another text for a known note. */
  async write(): Promise<void> {
    const { courseId, video } = this.#studies
    const waiting = this.#notes.unsaved.getState()
    const known = [...new Set([...this.#versions.keys(), ...waiting.keys()])]
    const isNew = known.length === 0 || this.#random() < 0.3
    const id = isNew ? crypto.randomUUID() : (known[this.#upTo(known.length)] ?? '')
    const text = `Note ${this.#upTo(1e6)}`
    this.#expected.notes.set(id, text)
    const version = waiting.get(id)?.version ?? this.#versions.get(id) ?? 0
    this.#notes.change(id, {
      courseId,
      resourceId: video,
      positionMs: 1000,
      page: null,
      passage: null,
      text,
      version,
    })
    if (this.#random() < 0.7) await this.#notes.send(id)
  }

  async ask(): Promise<void> {
    const { userId, courseId } = this.#studies
    const title = `Question ${this.#upTo(1e9)}`
    this.#expected.discussions.push(title)
    const payload = { title, body: 'Why is that?', courseId }
    await sendOrKeep(lateDiscussion, { userId, key: crypto.randomUUID(), payload })
  }

  /** Sends unsent entries as on reconnection, or with `isLeft` as when the page is hidden. */
  async sendAll(isLeft = false): Promise<void> {
    const sender = await this.#outbox.load()
    await Promise.all([sender.sendAll(isLeft), this.#answers.flush(), this.#sendNotes()])
  }

  async #sendNotes(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- as the page does with one connection
    for (const id of this.#notes.unsaved.getState().keys()) await this.#notes.send(id)
  }

  /** Returns unsaved notes that have a conflict or were refused. */
  stuckNotes(): string[] {
    const states = [...this.#notes.unsaved.getState().values()].map(({ state }) => state.kind)
    return states.filter((kind) => kind === 'conflict' || kind === 'refused')
  }

  die(): void {
    closeOutbox()
    this.#notes.close()
    void this.#answers.close(() => false)
  }
}
