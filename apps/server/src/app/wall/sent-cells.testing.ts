/**
 * Chooses the cells whose requests a run sends. `policy.unit.test.ts` proves without HTTP what the policy decides, so requests need
 * only show that the call applies its rule, and what its service refuses. With `APOGEE_WALL=all`, every cell is sent.
 */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { callerLetters, type Row } from './cells.ts'
import { callerOf, heldIn, policyLetter } from './policy-letters.testing.ts'

export interface SentCells {
  states: readonly string[]
  callers: ReadonlySet<string>
}

export function sentCells(row: Row, isWhole = process.env['APOGEE_WALL'] === 'all'): SentCells {
  if (isWhole) return { states: row.states, callers: new Set(callerLetters) }
  const state = oneOf(row.states, row.call)
  const alike = Map.groupBy(callerLetters, (letter) => likenessOf(row, state, letter))
  return {
    states: [state],
    callers: new Set([...alike].map(([key, letters]) => oneOf(letters, row.call + key))),
  }
}

/**
 * Groups similar callers; one request is sent for each group. A group holds:
 * - callers whom the policy refuses with the same letter
 * - callers whose session has ended, because services treat them as anonymous
 * - allowed callers of the same role and relation to the course
 * - callers of the same role and business whom a service refuses although the request names no object
 *
 * Every other caller sends a request.
 */
function likenessOf({ call, letters }: Row, state: string, letter: string): string {
  const name = call as RouteName
  const expected = letters[callerLetters.indexOf(letter)] ?? '?'
  const decided = policyLetter(name, state, letter)
  if (decided !== null && decided !== 'A') return `refused ${expected}`
  const { scope, access }: AnyEndpoint = endpoints[name]
  const caller = callerOf(letter, scope)
  if (!caller) return `${expected} nobody`
  const { role, businessId, hasFreshProof, apiToken } = caller
  const proof = access.kind === 'role' && access.fresh ? hasFreshProof : ''
  const kind = [expected, role, Boolean(apiToken), proof]
  if (decided === 'A' && expected === 'A') return [...kind, ...heldIn(name, state, letter)].join(' ')
  return [...kind, isWithoutObject(state) ? businessId : letter].join(' ')
}

export const isWithoutObject = (state: string): boolean => state === 'any' || state === 'missing'

/** Chooses one of the texts. The choice depends on `text` only, so it is the same in every run. */
function oneOf(choices: readonly string[], text: string): string {
  const hash = [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003, 7)
  return choices[hash % choices.length] ?? ''
}
