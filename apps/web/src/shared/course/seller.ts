import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'

/** Returns whether this person acts for a seller. An instructor of a business does not, because the business sells. */
export const sellsHere = ({ role, businessId }: Pick<CurrentUser, 'role' | 'businessId'>): boolean =>
  role !== 'student' && !(role === 'instructor' && businessId !== null)
