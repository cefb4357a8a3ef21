/**
 * Chooses the cells that a run sends. The policy's share of a cell is proved without HTTP (`policy.unit.test.ts`), so that a request has
 * to show that the call asks for its rule, and what its service refuses by itself. With `APOGEE_WALL=all`: every cell.
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
 * One request is sent for each group of similar callers. Similar are those whom the policy refuses with the same letter; those whose
 * session has ended,
 * because a service sees nobody; those who are allowed and have the same role and relation to the course; and those whom a
 * service refuses although the request names no object, of the same role and business. Everybody else is sent.
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

/** The request names nothing, or an object that does not exist. */
export const isWithoutObject = (state: string): boolean => state === 'any' || state === 'missing'

/** The same in each run, and another for another text. */
function oneOf(choices: readonly string[], text: string): string {
  const hash = [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003, 7)
  return choices[hash % choices.length] ?? ''
}
