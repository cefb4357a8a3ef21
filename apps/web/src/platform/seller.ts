import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'

/** Whether this person acts for a seller: an instructor of a business does not, the business sells. */
export const sellsHere = ({ role, businessId }: Pick<CurrentUser, 'role' | 'businessId'>): boolean =>
  role !== 'student' && !(role === 'instructor' && businessId !== null)
