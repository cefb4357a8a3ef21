/** Holds what pages need of the contract of the inbox, without schemas. */

/** Lists everything that can wait for a person who teaches, sells or runs the platform, the most urgent kind first. */
export const inboxKinds = [
  'chargebacks',
  'refunds',
  'exceptions',
  'account',
  'questions',
  'handIns',
  'overdue',
  'reviews',
  'lessons',
  'drafts',
  'differences',
  'sellers',
  'signals',
  'payouts',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Nobody else waits for items of these kinds, so a person may put them away without having done anything. */
export const choreKinds: readonly InboxKind[] = ['reviews', 'lessons', 'drafts']
