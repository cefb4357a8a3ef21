/**
 * Who may make a call. `policy/access.ts` of the server evaluates the rule of an entry; which role or standing has which
 * capability is the table in `policy/permissions.ts`. A rule reads the ids of a request only to choose what it asks about.
 * They never say who the caller is.
 */
import type { Role } from './limits.ts'

/** What may be done to a course; the verdict depends on what the caller is to it. */
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

/** What a role may do without a course. */
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

/** A course by itself or through something in it. */
export type CourseReference = { course: number } | { content: number } | { resource: number }

/** What a rule reads from a call. TypeScript compares methods bivariantly: the rule of one call is also a rule of some call. */
type Selector<Received, Result> = { select(received: Received): Result }['select']

/** Of the call's data: an id that must be the caller's own (403 NOT_YOURS). */
type OwnId<Received> = Selector<Received, number | null | undefined>

/** The caller needs a sign-in or the password within the last ten minutes (403 FRESH_PROOF_REQUIRED). */
interface FreshProof<Received> {
  needed(received: Received, caller: { role: Role }): boolean
}

/** `Received`: the call's parsed params, query and body. */
export type AccessRule<Received> =
  | { kind: 'open' }
  | {
      kind: 'role'
      capability: RoleCapability
      self?: OwnId<Received>
      /** Always, for these data, or for a state that only the service knows, which then refuses. */
      fresh?: true | 'by the service' | FreshProof<Received>['needed']
      /** An instructor of a business sells nothing of their own (403 LONE_SELLERS_ONLY). */
      sellersOnly?: true
    }
  | {
      kind: 'course'
      capability: CourseCapability | Selector<Received, CourseCapability>
      course: Selector<Received, CourseReference>
      self?: OwnId<Received>
      /** What a caller needs whose id is not the one of `self` (a teacher who reads a learner's progress). */
      otherwise?: CourseCapability
    }

export const anyone = { kind: 'open' } as const
export const signedIn = { kind: 'role', capability: 'self.anything' } as const
export const byRole = (capability: RoleCapability) => ({ kind: 'role', capability }) as const
