/** Evaluates the access rules that the contract gives each call (packages/contracts/src/access.ts). */
import type { AccessRule } from '@apogee/contracts/access.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { authoriseByRole, mayByRole, rulingOnCourse, type CourseRuling } from './authorise.ts'
import type { MaybeCaller } from './caller.ts'
import { coursePermissions } from './permissions.ts'
import { refuse } from './refusal.ts'
import { standingIn, type CourseStanding } from './standing.ts'

/** The fields hold the call's input after validation. */
export interface Received {
  params: unknown
  query: unknown
  body: unknown
}

type Rule = AccessRule<Received>

/** Runs before the input is validated. Returns the caller, or refuses a caller who may never make the call. */
export function admit(
  entry: { access: Rule; scope?: Scope; withoutSecondFactor?: true },
  sender: MaybeCaller,
): MaybeCaller {
  refuseOutsideScopes(entry.scope, sender)
  const caller = admitted(entry, sender)
  refuseEarly(entry.access, caller)
  return caller
}

/** Refuses an API token for calls outside its scopes, even for public calls. This check comes before every other. */
function refuseOutsideScopes(scope: Scope | undefined, caller: MaybeCaller): void {
  if (!caller?.apiToken) return
  if (scope === undefined || !caller.apiToken.scopes.includes(scope)) refuse('SCOPE_REQUIRED')
}

/**
 * Returns the caller as whom the rest of the request runs. A person who has yet to set up a required second factor may make the
 * calls marked `withoutSecondFactor`. Public calls then treat the person as a visitor, and all other calls are refused.
 */
export function admitted(
  entry: { access: Rule; withoutSecondFactor?: true },
  caller: MaybeCaller,
): MaybeCaller {
  if (!caller?.mustSetUpSecondFactor || entry.withoutSecondFactor) return caller
  if (caller.apiToken || !isOpenToVisitors(entry.access)) refuse('SECOND_FACTOR_SETUP_REQUIRED')
  return null
}

function isOpenToVisitors(rule: Rule): boolean {
  if (rule.kind === 'open') return true
  if (rule.kind === 'role' || rule.otherwise || typeof rule.capability === 'function') return false
  return coursePermissions[rule.capability].public.AN === 'allow'
}

/** A live installation requires a second factor of everyone who may change the payout account of a seller. */
export const requiresSecondFactor = (person: { role: Role; businessId: number | null }): boolean =>
  mayByRole(person, 'chip.connect') && sellsOnTheirOwn(person)

/**
 * Runs before the input is validated. Refuses a caller who may never make this call, so that the refusal tells them nothing about
 * the input.
 */
export function refuseEarly(rule: Rule, caller: MaybeCaller): void {
  if (rule.kind === 'role') {
    authoriseByRole(caller, rule.capability)
    if (rule.sellersOnly && !sellsOnTheirOwn(caller)) refuse('LONE_SELLERS_ONLY')
  }
  if (rule.kind !== 'course' || caller) return
  const capability = typeof rule.capability === 'function' ? null : rule.capability
  const isClosed = capability === null || coursePermissions[capability].public.AN === 'signIn'
  if (isClosed || rule.otherwise) refuse('UNAUTHENTICATED')
}

/** Returns the caller's standing in the course that the rule names, and undefined if the rule names no course. */
export async function authorise(
  rule: Rule,
  caller: MaybeCaller,
  received: Received,
  database: Database,
): Promise<CourseStanding | undefined> {
  const ruling = rulingOf(rule, caller, received)
  return ruling && ruling.decide(await standingIn(database.kysely, caller, ruling.reference))
}

/**
 * Decides as far as possible without the database. A rule without a course is decided completely, and the function returns
 * undefined.
 */
export function rulingOf(rule: Rule, caller: MaybeCaller, received: Received): CourseRuling | undefined {
  if (rule.kind === 'open') return undefined
  const named = rule.self?.(received)
  const isSomebodyElse = caller !== null && named !== undefined && named !== null && named !== caller.userId
  if (rule.kind === 'role') {
    authoriseByRole(caller, rule.capability)
    if (isSomebodyElse) refuse('NOT_YOURS')
    return undefined
  }
  const capability = typeof rule.capability === 'function' ? rule.capability(received) : rule.capability
  const reference = rule.course(received)
  if (!isSomebodyElse) return rulingOnCourse(caller, capability, reference)
  const first = rulingOnCourse(caller, capability, reference, 'NOT_YOURS')
  const { otherwise } = rule
  return {
    reference,
    decide(standing) {
      first.decide(standing)
      if (!otherwise) refuse('NOT_YOURS')
      return rulingOnCourse(caller, otherwise, reference, 'NOT_YOURS').decide(standing)
    },
  }
}

/**
 * Refuses a caller who must first repeat the password. Runs after authorisation, so that nobody enters a password for a call that
 * would be refused anyway.
 */
export function refuseWithoutProof(rule: Rule, caller: MaybeCaller, received: Received): void {
  if (rule.kind !== 'role' || !rule.fresh || !caller || caller.hasFreshProof) return
  if (rule.fresh === 'by the service') return
  if (rule.fresh === true || rule.fresh(received, caller)) refuse('FRESH_PROOF_REQUIRED')
}

const sellsOnTheirOwn = (caller: { role: Role; businessId: number | null } | null): boolean =>
  caller?.role !== 'instructor' || caller.businessId === null
