import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { createDiscussions } from './community.discussions.ts'
import { createGroups } from './community.groups.ts'

export interface CommunityParts {
  database: Database
  clock: Clock
  limitsOn: boolean
  accounts: Pick<Accounts, 'takeTurn'>
}

export type Community = ReturnType<typeof createCommunity>

export const createCommunity = (parts: CommunityParts) => ({
  ...createGroups(parts),
  ...createDiscussions(parts),
})
