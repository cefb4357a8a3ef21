import type { Terms } from '@apogee/contracts/sales/offers.ts'
import type { CourseState } from '@apogee/contracts/limits.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { GrantSource } from './grants/grants.rules.ts'

const day = 24 * 3_600_000

/** The default and the maximum lifetime of an invite link in ms. */
export const inviteLife = { defaultMs: 30 * day, longestMs: 366 * day } as const

/** The sentence is prescribed by docs/specification.md#8-error-catalogue. */
export const enrolledMessage = 'Successfully enrolled in the course! You can now start learning.'

export type EnrolmentSource = 'free' | 'purchase' | 'invitation' | 'granted'

/**
 * A course that a person receives, with the terms of its sale. The course's current access length and prerequisites apply where they
 * are absent (docs/decisions/course-openings.md).
 */
export interface GivenCourse {
  courseId: number
  access?: Terms['access'] | undefined
  first?: Terms['first'] | undefined
  /**
   * The chosen or bought cohort. Null means none. When absent, the cohort of a person who is or was enrolled applies, else the
   * first open cohort with a free place.
   */
  cohortId?: number | null | undefined
}

/**
 * The condition for adding a period to access that has an end. 'always' adds the period at any time. 'renewable' adds it as
 * soon as the course may be bought again, including after the end. 'ended' adds it only after the end.
 */
export type Extending = 'always' | 'renewable' | 'ended'

/** `extending` is 'ended' by default. */
export interface GrantRequest extends GivenCourse {
  userId: number
  source: GrantSource
  extending?: Extending
  /** The source of the person's visit. Absent means unknown. */
  visitSource?: string | undefined
  /**
   * True lets people who are or were enrolled stay in or return to their cohort, so that `cohortId` applies to others only. The
   * default is true unless a `cohortId` is present.
   */
  keepsCohort?: boolean
  /** The recorded time of the grant. The default is now. */
  at?: Date
}

/** 'extended' means that a period was added to an existing enrolment. */
export type GrantOutcome = 'granted' | 'extended' | 'already'

export type Grant = (tx: Tx, place: GrantRequest) => Promise<GrantOutcome>

const purpose = 'course invite'
const form = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/

/** Returns the value of `?invite=`: the link's id and a signature over the id and its course. */
export function writeInvite(keys: Keys, invite: { id: number; courseId: number }): string {
  return `${invite.id}.${keys.sign(purpose, `${invite.id}:${invite.courseId}`)}`
}

/** Returns the id of an invite link with a valid signature for this course, and null otherwise. */
export function readInvite(keys: Keys, text: string, courseId: number): number | null {
  const [, id, signature] = form.exec(text) ?? []
  if (!id || !signature) return null
  return keys.isSignedBy(purpose, `${Number(id)}:${courseId}`, signature) ? Number(id) : null
}

const invitationPurpose = 'course invitation by e-mail'

/** Returns the token for the address of a mailed invitation: the invitation's id and a signature over the id. */
export const writeInvitation = (keys: Keys, id: number): string =>
  `${id}.${keys.sign(invitationPurpose, String(id))}`

/** Returns the id of an invitation with a valid signature, and null otherwise. */
export function readInvitation(keys: Keys, token: string): number | null {
  const [, id, signature] = form.exec(token) ?? []
  if (!id || !signature) return null
  return keys.isSignedBy(invitationPurpose, String(Number(id)), signature) ? Number(id) : null
}

export const invitationTimes = {
  sendAgainAfterMs: day,
} as const

/** Returns the occasion of the mail to a member of the seller's own team who was given a course. */
export const givenMailOccasion = (given: { courseId: number; userId: number; at: Date }): string =>
  `course-given:${given.courseId}:${given.userId}:${given.at.getTime()}`

/** Returns the occasion of one mail about an invitation. `mails` numbers the mails of the invitation. */
export const invitationOccasion = ({ id, mails }: { id: number; mails: number }): string =>
  `course-invitation:${id}:${mails}`

const nameForm = /^[\p{L}\p{M}][\p{L}\p{M} .'’@/-]{0,59}$/u

/**
 * Returns the name if it is safe in a mail's greeting, else an empty string, because strangers must not receive text that other
 * people chose.
 */
export function greetingName(name: string): string {
  const line = name.trim().replaceAll(/\s+/g, ' ')
  return nameForm.test(line) ? line : ''
}

/**
 * Returns the end of an invite link: as requested, or 30 days from now by default. Null means that the requested end is past or too
 * late.
 */
export function inviteEnd(asked: string | undefined, now: Date): Date | null {
  const end = asked === undefined ? new Date(now.getTime() + inviteLife.defaultMs) : new Date(asked)
  const life = end.getTime() - now.getTime()
  return life > 0 && life <= inviteLife.longestMs ? end : null
}

/** Returns the addresses in lower case without duplicates. */
export function distinctAddresses(emails: readonly string[]): string[] {
  return [...new Set(emails.map((email) => email.trim().toLowerCase()))]
}

/** Refuses drafts and archived courses, which accept no enrolment. */
export function refuseOffSale({ state }: { state: CourseState }): void {
  if (state === 'draft') refuse('COURSE_IS_DRAFT')
  if (state === 'archived') refuse('COURSE_ARCHIVED')
}

const quarterMs = 900_000

/** Returns the quarter of an hour that contains `at`. `until` is exclusive. */
export function quarterAround(at: Date): { from: Date; until: Date } {
  const from = Math.floor(at.getTime() / quarterMs) * quarterMs
  return { from: new Date(from), until: new Date(from + quarterMs) }
}

export const sameQuarter = (one: Date, other: Date): boolean =>
  quarterAround(one).from.getTime() === quarterAround(other).from.getTime()
