import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'

/**
 * Instructors see the courses that they created or teach (docs/specification.md#6-roles-and-permissions). An admin sees the
 * business's courses or, by choice, only their own. A superadmin sees all courses.
 */
export type CourseScope = 'created' | 'business' | 'all'

export type Manager = Pick<CurrentUser, 'id' | 'role' | 'businessId'>

/** Returns whether the admin can choose between the whole business and their own courses. */
export const mayWiden = ({ role, businessId }: Manager): boolean => role === 'admin' && businessId !== null

export const defaultScope = (manager: Manager): CourseScope => {
  if (manager.role === 'superadmin') return 'all'
  return mayWiden(manager) ? 'business' : 'created'
}
