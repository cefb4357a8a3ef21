import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { Discussions } from './community.discussions.ts'
import { Groups } from './community.groups.ts'

export interface CommunityDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  accounts: Pick<Accounts, 'consumeAttempt'>
}

export class Community {
  readonly groups: Groups
  readonly discussions: Discussions

  constructor(deps: CommunityDependencies) {
    this.groups = new Groups(deps)
    this.discussions = new Discussions(deps)
  }
}
