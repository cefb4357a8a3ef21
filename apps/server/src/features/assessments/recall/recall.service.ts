/** Edits the question that is asked after a video, and copies it with its video (docs/decisions/quizzes.md). */
import { isDeepStrictEqual } from 'node:util'
import { emptySettings } from '@apogee/contracts/assessments/draft-parts.ts'
import { draftOfQuestion, quizOfDraft, type DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { RecallEdit } from '@apogee/contracts/assessments/recall.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import { settingsOf } from '../assessments.service.ts'
import { questionsOf, writtenQuestion } from '../questions.rules.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'
import * as quizzes from '../quizzes/quizzes.store.ts'
import type { Repetitions } from '../repetitions/repetitions.service.ts'
import * as store from './recall.store.ts'

interface RecallDependencies {
  database: Database
  clock: Clock
  courses: Courses
  repetitions: Pick<Repetitions, 'moveTo'>
  questionPictures: QuestionPictures
}

interface Place {
  courseId: number
  resourceId: number
}

interface Change {
  question: DraftQuestion
  /** The client read this version. It shows whether another person has changed the question since. */
  version?: number | undefined
}

export class RecallQuestions {
  readonly #deps: RecallDependencies

  constructor(deps: RecallDependencies) {
    this.#deps = deps
  }

  async read(caller: Caller, { courseId, resourceId }: Place): Promise<RecallEdit> {
    const { database, questionPictures } = this.#deps
    const { editVersion } = await videoIn(database.kysely, courseId, resourceId)
    const { question } = await presentOf(database.kysely, resourceId)
    const pictures = question ? await questionPictures.namedIn(caller, [question]) : []
    return { question, pictures, version: editVersion }
  }

  /**
   * Saves the question, which learners are asked at once. Those who have answered it are asked the corrected question again at the
   * planned time; a question with another key or kind is new to them.
   */
  async save(caller: Caller, place: Place, change: Change): Promise<RecallEdit> {
    const question = uncounted(change.question)
    await this.#deps.database.transaction(async (tx) => {
      const { row, current, title } = await this.#lock(tx, caller, place, { ...change, question })
      const fieldOf = () => 'question'
      await this.#deps.questionPictures.require(tx, caller, place, [question], fieldOf)
      const checked = quizOfDraft(title, { settings: emptySettings, questions: [question] })
      if ('problems' in checked) {
        const issues = checked.problems.map(({ path, message }) => ({
          path: path.replace('questions.0', 'question'),
          message,
        }))
        return refuse('QUIZ_INCOMPLETE', { issues })
      }
      if (isDeepStrictEqual(question, current)) return
      const [written] = questionsOf(checked.quiz)
      if (!written) return
      const named = { ...written, name: question.key, bank: question.bank ?? null }
      if (!row) await quizzes.insertRecall(tx, { resourceId: place.resourceId, title }, named)
      else await this.#replace(tx, row, named, settingsOf(checked.quiz))
    })
    return this.read(caller, place)
  }

  /** Removes the question and its repetitions. Idempotent. */
  async remove(caller: Caller, place: Place): Promise<RecallEdit> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#lock(tx, caller, place, { question: null })
      await quizzes.deleteRecall(tx, place.resourceId)
    })
    return this.read(caller, place)
  }

  /** Gives copied videos the questions of their originals. Answers are not copied. Idempotent. */
  async fillCopies(tx: Tx, copyIds: readonly number[]): Promise<void> {
    for (const { resourceId, title, ...original } of await store.recallsToCopy(tx, copyIds)) {
      const [question] = await quizzes.writtenQuestions(tx, original)
      if (question) await quizzes.insertRecall(tx, { resourceId, title }, question)
    }
  }

  /** Stores another version if learners have answered the present one, and otherwise replaces it. */
  async #replace(
    tx: Tx,
    { id, version }: store.RecallRow,
    question: quizzes.NamedQuestion,
    settings: ReturnType<typeof settingsOf>,
  ): Promise<void> {
    const isTaken = await quizzes.isTaken(tx, { id, version })
    if (!isTaken) await quizzes.deleteQuestions(tx, { id, version })
    const next = isTaken ? version + 1 : version
    await quizzes.insertQuestions(tx, { id, version: next }, [question])
    await quizzes.savePublished(tx, { id, version: next, at: this.#deps.clock.now() }, settings)
    if (isTaken) await this.#deps.repetitions.moveTo(tx, id, next)
  }

  async #lock(
    tx: Tx,
    caller: Caller,
    { courseId, resourceId }: Place,
    { question, version }: { question: DraftQuestion | null; version?: number | undefined },
  ) {
    // Every change of a course's contents locks the course first, so this one does too.
    await this.#deps.courses.contents.lockFor(tx, courseId)
    const { title } = await videoIn(tx, courseId, resourceId)
    await quizzes.lockQuiz(tx, resourceId)
    const present = await presentOf(tx, resourceId)
    await recordEdit(tx, {
      kind: 'resource',
      id: resourceId,
      by: caller.userId,
      at: this.#deps.clock.now(),
      version,
      current: { question: present.question },
      changes: { question },
    })
    return { row: present.row, current: present.question, title }
  }
}

async function videoIn(db: Db, courseId: number, resourceId: number): Promise<store.VideoItem> {
  const item = (await store.videoItem(db, resourceId)) ?? refuse('LESSON_NOT_VIDEO')
  return item.courseId === courseId ? item : refuse('RESOURCE_NOT_FOUND')
}

/** Returns the present question of a video as its author edits it. */
async function presentOf(
  db: Db,
  resourceId: number,
): Promise<{ row: store.RecallRow | undefined; question: DraftQuestion | null }> {
  const [row] = await store.recallsOf(db, [resourceId])
  const [written] = row ? await quizzes.writtenQuestions(db, row) : []
  if (!written) return { row, question: null }
  const { name, bank } = written
  return { row, question: { ...draftOfQuestion(writtenQuestion(written), name), ...(bank && { bank }) } }
}

/** The table of questions requires points. One question without a result has one point, and belongs to no group. */
function uncounted({ group: _, ...question }: DraftQuestion): DraftQuestion {
  return { ...question, points: '1' }
}
