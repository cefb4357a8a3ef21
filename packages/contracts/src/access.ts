/**
 * The rules say who may make a call. The server's `policy/access.ts` evaluates them; `policy/permissions.ts` maps roles and
 * standings to capabilities. A rule reads the ids of a request only to select the object to check; they never identify the caller.
 */
import type { Role } from './limits.ts'

/** The verdict on a course capability depends on the caller's relation to the course. */
export type CourseCapability =
  | 'course.see'
  | 'course.study'
  | 'course.seeDrafts'
  | 'course.edit'
  | 'course.enrol'
  | 'course.enrolByInvite'
  | 'course.buy'
  | 'course.saveProgress'
  | 'course.keepNotes'
  | 'course.review'
  | 'course.answerReviews'
  | 'course.seeLearnersProgress'

/** A role has these capabilities without a course. */
export type RoleCapability =
  | 'course.create'
  | 'file.uploadForCourse'
  | 'file.uploadAvatar'
  | 'chip.connect'
  | 'people.list'
  | 'people.listLearners'
  | 'people.listInstructors'
  | 'people.invite'
  | 'person.update'
  | 'person.delete'
  | 'orders.read'
  | 'prices.set'
  | 'insights.read'
  | 'apiTokens.keep'
  | 'webhooks.manage'
  | 'securityLog.read'
  | 'self.anything'
  | 'platform.run'

/** The reference names a course directly or through an object in it. */
export type CourseReference = { course: number } | { content: number } | { resource: number }

/**
 * A selector reads a value from a call. It is declared as a method, because TypeScript compares methods bivariantly: the rule of
 * one call is then also a rule of any call.
 */
type Selector<Received, Result> = { select(received: Received): Result }['select']

/** The selected id must be the caller's own (403 NOT_YOURS). */
type OwnId<Received> = Selector<Received, number | null | undefined>

/** The caller must have signed in or entered the password within the last ten minutes (403 FRESH_PROOF_REQUIRED). */
interface FreshProof<Received> {
  needed(received: Received, caller: { role: Role }): boolean
}

/** `Received` is the call's parsed params, query and body. */
export type AccessRule<Received> =
  | { kind: 'open' }
  | {
      kind: 'role'
      capability: RoleCapability
      self?: OwnId<Received>
      /**
       * Requires a fresh proof always, for certain data, or by the service: `by the service` means that only the service knows when
       * one is needed.
       */
      fresh?: true | 'by the service' | FreshProof<Received>['needed']
      /** Instructors of a business are refused, because they sell nothing of their own (403 LONE_SELLERS_ONLY). */
      sellersOnly?: true
    }
  | {
      kind: 'course'
      capability: CourseCapability | Selector<Received, CourseCapability>
      course: Selector<Received, CourseReference>
      self?: OwnId<Received>
      /**
       * A caller whose id differs from the one that `self` selects needs this capability, such as a teacher who reads a learner's
       * progress.
       */
      otherwise?: CourseCapability
    }

export const anyone = { kind: 'open' } as const
export const signedIn = { kind: 'role', capability: 'self.anything' } as const
export const byRole = (capability: RoleCapability) => ({ kind: 'role', capability }) as const
