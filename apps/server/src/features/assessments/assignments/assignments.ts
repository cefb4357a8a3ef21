/** Adds the rules of assignments to those of quizzes (docs/decisions/quizzes.md). */
import type { Assessment } from '@apogee/contracts/assessments/assessments.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { AssignmentRule } from '@apogee/contracts/assessments/assignment.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { AssessmentRow, AttemptRow } from '../assessments.store.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'
import * as store from './assignments.store.ts'

interface AssignmentsDependencies {
  database: Database
  clock: Clock
  questionPictures: QuestionPictures
}

type Asked = Pick<AssessmentRow, 'id' | 'version' | 'assignment'>

export class Assignments {
  readonly #deps: AssignmentsDependencies

  constructor(deps: AssignmentsDependencies) {
    this.#deps = deps
  }

  /** Returns nothing for a quiz. */
  async shown(caller: Caller, row: Asked): Promise<Pick<Assessment, 'assignment'>> {
    const { kysely } = this.#deps.database
    const task = row.assignment && (await store.taskOf(kysely, row))
    if (!row.assignment || !task) return {}
    const { takesText, rubric, ...shown } = this.#deps.questionPictures.shown(caller, task)
    const dueAt = await dueAtFor(kysely, caller, row.id, row.assignment)
    return {
      assignment: {
        ...shown,
        ...(!takesText && { isFilesOnly: true as const }),
        ...(rubric && { rubric }),
        dueAt: dueAt?.toISOString() ?? null,
        refusesLate: row.assignment.late === 'refused',
      },
    }
  }

  /** Refuses another try while the last one waits for its grade or is passed, and a first try of a closed assignment. */
  async requireTry(caller: Caller, row: Asked, newest: AttemptRow | undefined): Promise<void> {
    if (!row.assignment) return
    if (newest && !isReturned(newest)) refuse('NO_ATTEMPTS_LEFT')
    if (!newest) await this.#requireTime(this.#deps.database.kysely, caller, row.id, row.assignment)
  }

  /** Refuses a try without an answer, and a first try after the due date where late work is refused. */
  async requireHandIn(tx: Tx, caller: Caller, row: Asked, attempt: AttemptRow): Promise<void> {
    if (!row.assignment || attempt.submittedAt) return
    if (attempt.number === 1) await this.#requireTime(tx, caller, row.id, row.assignment)
    if (!(await store.isHandIn(tx, attempt.id))) refuse('HAND_IN_EMPTY')
  }

  async #requireTime(db: Db, caller: Caller, id: number, rule: AssignmentRule): Promise<void> {
    const dueAt = rule.late === 'refused' ? await dueAtFor(db, caller, id, rule) : null
    if (dueAt && dueAt <= this.#deps.clock.now()) refuse('ASSIGNMENT_CLOSED')
  }
}

async function dueAtFor(db: Db, { userId }: Caller, id: number, rule: AssignmentRule): Promise<Date | null> {
  const isDue = rule.dueOn !== undefined || rule.dueAfterDays !== undefined || rule.cohorts !== undefined
  return isDue ? store.dueAtOf(db, userId, id) : null
}

export const isReturned = ({ gradedAt, percentage }: Pick<AttemptRow, 'gradedAt' | 'percentage'>): boolean =>
  gradedAt !== null && (percentage ?? 0) < passedPercentage
