/** Manages the questions that a seller stores for its quizzes (docs/decisions/quizzes.md). */
import { bankLimits, type BankQuestion } from '@apogee/contracts/assessments/question-bank.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from './question-bank.store.ts'
import type { QuestionPictures } from './question-pictures.ts'

interface BankDependencies {
  database: Database
  clock: Clock
  questionPictures: QuestionPictures
}

/** The caller opened the bank from this quiz. */
interface BankPlace {
  sellerId: number
  courseId: number
  resourceId: number
}

const tagsShown = 200

export class QuestionBank {
  readonly #deps: BankDependencies

  constructor(deps: BankDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    sellerId: number,
    { ids, ...words }: { search?: string; tag?: string; ids?: string },
  ) {
    const { kysely } = this.#deps.database
    const filter = { ...words, ids: ids?.split(',').map(Number) }
    const limit = ids === undefined ? bankLimits.shown : (filter.ids?.length ?? 0)
    const questions = await store.listBank(kysely, sellerId, filter, limit)
    return {
      questions: await this.#presented(caller, questions),
      total: await store.countBank(kysely, sellerId, filter),
      tags: await store.tagsOfBank(kysely, sellerId, tagsShown),
    }
  }

  async save(
    caller: Caller,
    { sellerId, ...place }: BankPlace,
    given: {
      question: DraftQuestion
      tags: readonly string[]
      changes?: { id: number; revision: number } | undefined
    },
  ): Promise<BankQuestion> {
    const { key: _key, group: _group, bank: _bank, ...question } = given.question
    const kept = { question, tags: [...new Set(given.tags)], at: this.#deps.clock.now() }
    const { changes } = given
    const row = await this.#deps.database.transaction(async (tx) => {
      await this.#deps.questionPictures.require(tx, caller, place, [question], () => 'question')
      if (changes) {
        const updated = await store.updateBankQuestion(tx, sellerId, changes, kept)
        if (updated) return updated
        const [known] = await store.listBank(tx, sellerId, { ids: [changes.id] }, 1)
        refuse(known ? 'BANK_QUESTION_CHANGED' : 'BANK_QUESTION_NOT_FOUND')
      }
      if ((await store.countBank(tx, sellerId)) >= bankLimits.questions) refuse('BANK_FULL')
      const inserted = await store.insertBankQuestion(tx, sellerId, kept)
      return inserted ?? refuse('UNAVAILABLE')
    })
    const [saved] = await this.#presented(caller, [row])
    return saved ?? refuse('UNAVAILABLE')
  }

  async #presented(caller: Caller, rows: readonly store.BankRow[]): Promise<BankQuestion[]> {
    const named = await this.#deps.questionPictures.namedIn(
      caller,
      rows.map(({ question }) => question),
    )
    return rows.map((row) => {
      const picture = named.find(({ file }) => file === row.question.picture?.file)
      const ofOptions = new Set(row.question.options.map((option) => option.picture?.file))
      const optionPictures = named.filter(({ file }) => ofOptions.has(file))
      return {
        ...present(row),
        ...(picture && { picture }),
        ...(optionPictures.length > 0 && { optionPictures }),
      }
    })
  }

  /** Deletes a question from the bank. Quizzes keep their copies of it. */
  async delete(sellerId: number, id: number): Promise<{ id: number }> {
    if (!(await store.deleteBankQuestion(this.#deps.database.kysely, sellerId, id)))
      refuse('BANK_QUESTION_NOT_FOUND')
    return { id }
  }
}

const present = ({ id, question, tags, revision, changedAt }: store.BankRow): BankQuestion => ({
  id,
  revision,
  tags,
  question: { ...question, key: `bank-${id}` },
  changedAt: changedAt.toISOString(),
})
