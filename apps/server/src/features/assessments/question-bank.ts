/** The questions that a seller keeps for its quizzes (docs/decisions/question-bank.md). */
import { bankLimits, type BankQuestion } from '@apogee/contracts/assessments/question-bank.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from './question-bank.store.ts'

interface BankDependencies {
  database: Database
  clock: Clock
}

const tagsShown = 200

export class QuestionBank {
  readonly #deps: BankDependencies

  constructor(deps: BankDependencies) {
    this.#deps = deps
  }

  async list(sellerId: number, { ids, ...words }: { search?: string; tag?: string; ids?: string }) {
    const { kysely } = this.#deps.database
    const filter = { ...words, ids: ids?.split(',').map(Number) }
    const limit = ids === undefined ? bankLimits.shown : (filter.ids?.length ?? 0)
    const questions = await store.listBank(kysely, sellerId, filter, limit)
    return {
      questions: questions.map(present),
      total: await store.countBank(kysely, sellerId, filter),
      tags: await store.tagsOfBank(kysely, sellerId, tagsShown),
    }
  }

  async save(
    sellerId: number,
    given: {
      question: DraftQuestion
      tags: readonly string[]
      changes?: { id: number; revision: number } | undefined
    },
  ): Promise<BankQuestion> {
    const { key: _key, group: _group, bank: _bank, ...question } = given.question
    const saved = { question, tags: [...new Set(given.tags)], at: this.#deps.clock.now() }
    const { changes } = given
    return this.#deps.database.transaction(async (tx) => {
      if (changes) {
        const updated = await store.updateBankQuestion(tx, sellerId, changes, saved)
        if (updated) return present(updated)
        const [known] = await store.listBank(tx, sellerId, { ids: [changes.id] }, 1)
        refuse(known ? 'BANK_QUESTION_CHANGED' : 'BANK_QUESTION_NOT_FOUND')
      }
      if ((await store.countBank(tx, sellerId)) >= bankLimits.questions) refuse('BANK_FULL')
      const inserted = await store.insertBankQuestion(tx, sellerId, saved)
      return inserted ? present(inserted) : refuse('UNAVAILABLE')
    })
  }

  /** Copies in quizzes stay. */
  async delete(sellerId: number, id: number): Promise<{ id: number }> {
    if (!(await store.deleteBankQuestion(this.#deps.database.kysely, sellerId, id)))
      refuse('BANK_QUESTION_NOT_FOUND')
    return { id }
  }
}

const present = ({ id, question, tags, revision, changedAt }: store.BankRow): BankQuestion => ({
  ...{ id, revision, tags },
  question: { ...question, key: `bank-${id}` },
  changedAt: changedAt.toISOString(),
})
