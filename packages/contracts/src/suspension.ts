/** Decides which calls are closed to the people of a suspended seller (docs/decisions/sellers.md). */
import type { CourseCapability, RoleCapability } from './access.ts'
import type { AnyEndpoint } from './endpoint.ts'

/** Says of each capability whether people need it to act for a seller. */
const isOfSellers: Record<CourseCapability | RoleCapability, boolean> = {
  'course.see': false,
  'course.study': false,
  'course.seeDrafts': true,
  'course.edit': true,
  'course.enrol': false,
  'course.enrolByInvite': false,
  'course.buy': false,
  'course.saveProgress': false,
  'course.keepNotes': false,
  'course.review': false,
  'course.answerReviews': true,
  'course.seeLearnersProgress': true,
  'course.create': true,
  'file.uploadForCourse': true,
  'file.uploadAvatar': false,
  'chip.connect': true,
  'people.list': true,
  'people.listLearners': true,
  'people.listInstructors': true,
  'people.invite': true,
  'person.update': false,
  'person.delete': false,
  'orders.read': true,
  'prices.set': true,
  'insights.read': true,
  'apiTokens.keep': false,
  'webhooks.manage': true,
  'securityLog.read': true,
  'self.anything': false,
  'platform.run': false,
}

/** Derives from the access rule whether the call changes something for a seller. */
export function changesForSeller({ call, access }: Pick<AnyEndpoint, 'call' | 'access'>): boolean {
  if (call.startsWith('GET ') || access.kind === 'open') return false
  return typeof access.capability === 'string' && isOfSellers[access.capability]
}

/**
 * The call is refused while the seller of the course, or the caller's own seller if the call has no course, is suspended.
 * Superadmins are never refused.
 */
export const isClosedToSuspended = (
  entry: Pick<AnyEndpoint, 'call' | 'access' | 'openToSuspended'>,
): boolean => entry.openToSuspended === undefined && changesForSeller(entry)
