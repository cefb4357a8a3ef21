/** Collects the registry of personal data, which contains every table with such data (docs/decisions/personal-data.md). */
import { accountTables } from './tables.accounts.ts'
import { communityTables } from './tables.community.ts'
import { contentTables } from './tables.contents.ts'
import { learningTables } from './tables.learning.ts'
import { moneyTables } from './tables.money.ts'
import type { PersonalTables } from './table-entry.ts'

export const personalTables: PersonalTables = {
  ...accountTables,
  ...learningTables,
  ...communityTables,
  ...moneyTables,
  ...contentTables,
}
