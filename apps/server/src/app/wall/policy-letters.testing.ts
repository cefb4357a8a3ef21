/**
 * Computes the letter that the policy alone gives to a cell, with the functions that the server calls before a handler. Callers and
 * courses are defined here instead of being read from the database. `world.testing.ts` creates the same ones, and the HTTP tests
 * compare both.
 */
import type { CourseReference } from '@apogee/contracts/access.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { scopes, type Scope } from '@apogee/contracts/scopes.ts'
import { admit, refuseWithoutProof, rulingOf, type Received } from '#server/policy/access.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import { heldBy, type CourseStanding } from '#server/policy/standing.ts'
import { callerLetters, outcomeCodes } from './cells.ts'
import { onCourse } from './course-attempts.testing.ts'
import { courseStates, type CourseState, type Target } from './targets.testing.ts'

export const businesses = { own: 1, other: 2 }

/** These callers have a valid session or API token. */
const people: Readonly<Record<string, { role: Role; businessId: number | null }>> = {
  ...Object.fromEntries([...'slmurw'].map((letter) => [letter, { role: 'student', businessId: null }])),
  i: { role: 'instructor', businessId: businesses.own },
  j: { role: 'instructor', businessId: businesses.own },
  k: { role: 'instructor', businessId: businesses.other },
  p: { role: 'student', businessId: businesses.own },
  a: { role: 'admin', businessId: businesses.own },
  b: { role: 'admin', businessId: businesses.other },
  q: { role: 'student', businessId: businesses.own },
  S: { role: 'superadmin', businessId: null },
  Q: { role: 'student', businessId: null },
  T: { role: 'admin', businessId: businesses.own },
  t: { role: 'admin', businessId: businesses.own },
  y: { role: 'admin', businessId: businesses.other },
  O: { role: 'admin', businessId: businesses.own },
  P: { role: 'superadmin', businessId: null },
}
const idOf = (letter: string) => callerLetters.indexOf(letter) + 1

/** Returns null if the session or the token has ended or never existed. */
export function callerOf(letter: string, scope: Scope | undefined): MaybeCaller {
  const person = people[letter]
  if (!person) return null
  const isToken = 'Tty'.includes(letter)
  const others = letter === 't' ? scopes.filter((one) => one !== scope) : [...scopes]
  return {
    userId: idOf(letter),
    sessionId: isToken ? null : 1,
    ...person,
    email: '',
    name: null,
    address: '',

    emailVerified: true,
    hasFreshProof: !isToken && !'OP'.includes(letter),
    mustSetUpSecondFactor: false,
    ...(isToken && { apiToken: { id: 1, scopes: others } }),
  } satisfies Caller
}

export const target: Target = {
  course: 1,
  content: 2,
  resource: 3,
  draftContent: 4,
  child: 5,
  learner: idOf('l'),
}

/** Returns the caller's standing in a course: everything that decides about access. */
export function standingOf(
  letter: string,
  state: CourseState,
  reference: CourseReference,
): Pick<CourseStanding, 'visibility' | 'isWaiting' | 'isClosed' | 'held'> {
  const { isPrivate, isDraft, isArchived } = { ...noMarks, ...courseStates[state] }
  const isWaiting = letter === 'w'
  const person = people[letter]
  const course = {
    business_id: businesses.own,
    created_by: idOf('i'),
    instructor_id: idOf('p'),
    is_enrolled: letter === 'l' || isWaiting,
    has_ended: letter === 'u',
    is_waiting: isWaiting,
  }
  return {
    visibility: isDraft || isArchived ? 'offSale' : isPrivate ? 'private' : 'public',
    isWaiting,
    isClosed: 'content' in reference && reference.content === target.draftContent,
    held: heldBy(person ? { ...person, userId: idOf(letter) } : null, course),
  }
}
const noMarks = { isPrivate: false, isDraft: false, isArchived: false }

/**
 * Returns `A` when the policy admits the caller, so that the service decides. Returns null when the rule needs an object that only
 * the database has.
 */
export function policyLetter(name: RouteName, state: string, letter: string): string | null {
  const entry: AnyEndpoint = endpoints[name]
  // The handler of this call reads the token itself.
  if (name === 'verifySession') return 'A'
  try {
    // An expired API token is refused before anything else is decided. An expired session counts as no session.
    if (letter === 'z') refuse('UNAUTHENTICATED')
    const caller = admit(entry, callerOf(letter, entry.scope))
    const { access } = entry
    const received = access.kind === 'course' ? receivedOn(name, state, caller) : unreadable
    const ruling = rulingOf(access, caller, received)
    if (ruling && access.kind === 'course') {
      ruling.decide({ ...unread, ...standingOf(letter, courseStateOf(name, state), ruling.reference) })
    }
    refuseWithoutProof(access, caller, received)
    return 'A'
  } catch (error) {
    if (error === needsRequest) return null
    if (error instanceof Refusal) return letterOf(error)
    throw error
  }
}

export const heldIn = (name: RouteName, state: string, letter: string): readonly string[] =>
  endpoints[name].access.kind === 'course'
    ? standingOf(letter, courseStateOf(name, state), { course: target.course }).held
    : []

function courseStateOf(name: RouteName, state: string): CourseState {
  const { course } = onCourse(name, state)
  return course === 'mixed' ? 'free' : course
}

/** No verdict reads these fields. */
const unread: Omit<CourseStanding, 'visibility' | 'isWaiting' | 'isClosed' | 'held'> = {
  courseId: target.course,
  state: 'published',
  businessId: businesses.own,
  sellerId: 1,
  isEnrolled: false,
  hasEnded: false,
  mayRenew: false,
  isWithheld: false,
}

function receivedOn(name: RouteName, state: string, caller: MaybeCaller): Received {
  const attempt = onCourse(name, state).build(target, caller?.userId ?? target.learner)
  return { params: attempt.params ?? {}, query: attempt.query ?? {}, body: attempt.body ?? {} }
}

const needsRequest = new Error('the rule reads the request')
const refuseReading = (): never => {
  throw needsRequest
}
const unreadable: Received = {
  get params() {
    return refuseReading()
  },
  get query() {
    return refuseReading()
  },
  get body() {
    return refuseReading()
  },
}

function letterOf({ code }: Refusal): string {
  if (refusals[code].status === 404) return '4'
  const [letter] = Object.entries(outcomeCodes).find(([, known]) => known === code) ?? []
  if (!letter) throw new Error(`no letter for ${code}`)
  return letter
}
