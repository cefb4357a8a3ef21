/** Votes: a reader marks a discussion's opening text or a reply of somebody else as helpful, once. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Discussions } from './community.discussions.ts'
import * as store from './votes.store.ts'

interface VoteResult {
  helpfulCount: number
  hasVoted: boolean
}

export class Votes {
  readonly #deps: { database: Database; clock: Clock }
  readonly #discussions: Pick<Discussions, 'lockedText'>

  constructor(deps: { database: Database; clock: Clock }, discussions: Pick<Discussions, 'lockedText'>) {
    this.#deps = deps
    this.#discussions = discussions
  }

  /** Idempotent. `isHelpful` false withdraws the vote. */
  async vote(
    caller: Caller,
    text: { discussionId: number } | { postId: number },
    isHelpful: boolean,
  ): Promise<VoteResult> {
    const { userId } = caller
    return this.#deps.database.transaction(async (tx) => {
      const { authorId, ...about } = await this.#discussions.lockedText(tx, caller, text)
      if (authorId === userId) refuse('FORBIDDEN')
      if (isHelpful) await store.insertVote(tx, { ...about, userId, at: this.#deps.clock.now() })
      else await store.deleteVote(tx, { ...about, userId })
      return { helpfulCount: await store.countVotes(tx, about), hasVoted: isHelpful }
    })
  }
}
