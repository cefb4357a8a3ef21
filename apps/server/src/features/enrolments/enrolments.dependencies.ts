import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'

export interface EnrolmentsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  limitsOn: boolean
  accounts: Pick<Accounts, 'changes' | 'emailProof'>
}
