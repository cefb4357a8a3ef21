import type { CourseState } from '@apogee/contracts/limits.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/keys.ts'
import { refuse } from '#server/policy/refusal.ts'

const day = 24 * 3_600_000

/** Lifetime of an invite link in ms: by default, and at most. */
export const inviteLife = { defaultMs: 30 * day, longestMs: 366 * day } as const

/** Implements docs/specification.md#8-error-catalogue. */
export const enrolledMessage = 'Successfully enrolled in the course! You can now start learning.'

export type EnrolmentSource = 'free' | 'purchase' | 'invitation' | 'granted'

/** How long access lasts; both null: for ever. */
export interface AccessLength {
  accessDays: number | null
  accessMonths: number | null
}

/**
 * A course that a person is given. `promised`: the length that was promised at its sale; absent: the course's current one. `first`: the
 * courses that the person was told to complete first; absent: those that hold now (docs/decisions/prerequisites.md).
 */
export interface GivenCourse {
  courseId: number
  promised?: AccessLength | undefined
  first?: readonly number[] | undefined
  /**
   * The cohort that was chosen or bought; null: none. Absent: that of the person, who is or was enrolled, else the first open one with a
   * place.
   */
  cohortId?: number | null | undefined
}

/**
 * When a period is added to access that is there: always, as soon as it may be bought again (and after its end), or only after its end.
 * What was not paid for, and not agreed upon by a person, waits for the end.
 */
export type Extending = 'always' | 'renewable' | 'ended'

/** `extending`: 'ended' when absent. */
export interface GivenPlace extends GivenCourse {
  userId: number
  source: EnrolmentSource
  extending?: Extending
  /** Where the person came from; not known when absent. */
  visitSource?: string | undefined
  /**
   * Whoever is or was enrolled stays in their cohort, or returns to it: `cohortId` is for those without one. Absent: unless one is given.
   */
  keepsCohort?: boolean
}

/** 'extended': a period was added to an enrolment that was there. */
export type GrantOutcome = 'granted' | 'extended' | 'already'

/** Gives a person a course in the transaction. */
export type Grant = (tx: Tx, place: GivenPlace) => Promise<GrantOutcome>

const purpose = 'course invite'
const form = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/

/** The value of `?invite=`: the link's id and our signature over it and its course. */
export function writeInvite(keys: Keys, invite: { id: number; courseId: number }): string {
  return `${invite.id}.${keys.sign(purpose, `${invite.id}:${invite.courseId}`)}`
}

/** The id of an invite link that we signed for this course; null for anything else. */
export function readInvite(keys: Keys, text: string, courseId: number): number | null {
  const [, id, signature] = form.exec(text) ?? []
  if (!id || !signature) return null
  return keys.isSignedBy(purpose, `${Number(id)}:${courseId}`, signature) ? Number(id) : null
}

const invitationPurpose = 'course invitation by e-mail'

/** The token in a mailed invitation's address: its id and our signature over it. */
export const writeInvitation = (keys: Keys, id: number): string =>
  `${id}.${keys.sign(invitationPurpose, String(id))}`

/** The id of an invitation that we signed; null for anything else. */
export function readInvitation(keys: Keys, token: string): number | null {
  const [, id, signature] = form.exec(token) ?? []
  if (!id || !signature) return null
  return keys.isSignedBy(invitationPurpose, String(Number(id)), signature) ? Number(id) : null
}

export const invitationTimes = {
  sendAgainAfterMs: day,
} as const

const nameForm = /^[\p{L}\p{M}][\p{L}\p{M} .'’@/-]{0,59}$/u

/** A name that a mail may greet with; '' for anything else: strangers are sent no text that others chose. */
export function greetingName(name: string): string {
  const line = name.trim().replaceAll(/\s+/g, ' ')
  return nameForm.test(line) ? line : ''
}

/** The end of an invite link: as requested, 30 days from now by default; null when that is past or too late. */
export function inviteEnd(asked: string | undefined, now: Date): Date | null {
  const end = asked === undefined ? new Date(now.getTime() + inviteLife.defaultMs) : new Date(asked)
  const life = end.getTime() - now.getTime()
  return life > 0 && life <= inviteLife.longestMs ? end : null
}

/** Addresses in lower case, each once. */
export function distinctAddresses(emails: readonly string[]): string[] {
  return [...new Set(emails.map((email) => email.trim().toLowerCase()))]
}

/** Drafts and archived courses accept no enrolment. */
export function refuseOffSale({ state }: { state: CourseState }): void {
  if (state === 'draft') refuse('COURSE_IS_DRAFT')
  if (state === 'archived') refuse('COURSE_ARCHIVED')
}

const quarterMs = 900_000

/** The quarter of an hour that `at` lies in, without its end. */
export function quarterAround(at: Date): { from: Date; until: Date } {
  const from = Math.floor(at.getTime() / quarterMs) * quarterMs
  return { from: new Date(from), until: new Date(from + quarterMs) }
}

/** Whether both lie in the same quarter of an hour. */
export const sameQuarter = (one: Date, other: Date): boolean =>
  quarterAround(one).from.getTime() === quarterAround(other).from.getTime()
