/**
 * Reads the hand-written cells of the permission wall: the `*.cells.txt` files beside this one, and those beside the features. Their
 * expectations come from docs/security.md and the specification, never from the tables that the server decides by.
 *
 * A call begins at the margin; each line below it names the states of the object, then one letter for each caller, in
 * groups, then what the small letters stand for:
 *
 *     updateCourse
 *       free sold    11111111 333333 A443 A43 A3 AS4 AA
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every line has the letters of these callers in this order. */
export const callerGroups = [
  {
    name: 'without a session',
    callers: {
      n: 'nobody: no token',
      x: 'a superadmin whose session has expired',
      f: 'a forged token',
      o: 'an admin of the business who signed out',
      e: 'an admin of the business whose account was erased',
      d: 'an admin of the business who was just made an instructor: the session from before is over',
      h: 'a superadmin after the password, before the second factor',
      z: 'an API token of an admin of the business who was just made an instructor',
    },
  },
  {
    name: 'learners',
    callers: {
      s: 'somebody signed in, with no relation to the course',
      l: 'a learner of the course',
      m: 'a learner of another course of the same seller',
      u: 'a learner whose access has ended',
      r: 'a learner whose enrolment was taken back, as after a refund',
      w: 'a learner whose contents wait for another course',
    },
  },
  {
    name: 'instructors',
    callers: {
      i: 'the instructor of the course',
      j: 'another instructor of the same business',
      k: 'an instructor of another business',
      p: 'the named instructor of the course, made a student beneath the open session',
    },
  },
  {
    name: 'admins',
    callers: {
      a: 'an admin of the business',
      b: 'an admin of another business',
      q: 'an admin of the business, made a student beneath the open session',
    },
  },
  {
    name: 'superadmins',
    callers: { S: 'a superadmin', Q: 'a superadmin, made a student beneath the open session' },
  },
  {
    name: 'API tokens',
    callers: {
      T: "the admin's token with every scope",
      t: "the admin's token with every scope but that of the call",
      y: 'a token with every scope, of an admin of another business',
    },
  },
  {
    name: 'old proofs',
    callers: {
      O: 'the admin, signed in an hour ago',
      P: 'the superadmin, signed in an hour ago',
    },
  },
] as const

export const callerLetters = callerGroups.flatMap(({ callers }) => Object.keys(callers))

/** Capital letters and digits have these meanings. The meaning of a small letter is at the end of its line. */
export const outcomes = {
  A: 'allowed: an answer of 200 or 201',
  1: '401 UNAUTHENTICATED',
  3: '403 FORBIDDEN',
  4: '404, with the very bytes of an object that does not exist',
  N: '403 NOT_YOURS',
  F: '403 FRESH_PROOF_REQUIRED',
  S: '403 SCOPE_REQUIRED',
  L: '403 LONE_SELLERS_ONLY',
  B: '403 ORDERS_OF_BUSINESS',
  W: '403 PREREQUISITES_OPEN',
} as const

export const outcomeCodes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(outcomes)
    .filter(([letter]) => !'A4'.includes(letter))
    .map(([letter, text]) => [letter, text.split(' ')[1] ?? '']),
)

export interface Row {
  call: string
  /** The call answers the same in each of these states. */
  states: string[]
  /** Each caller has one letter. */
  letters: string
  /** Maps small letters to error codes. Such a caller has access, but the state of the object refuses the call. */
  refusals: Readonly<Record<string, string>>
}

const groupSizes = callerGroups.map(({ callers }) => Object.keys(callers).length)
const rowForm = new RegExp(
  `^\\s+(?<states>[a-z][a-z -]*?)\\s+(?<cells>${groupSizes.map((size) => `[\\w?]{${size}}`).join(' ')})(?<rest>.*)$`,
)

export function parseCells(text: string): Row[] {
  const rows: Row[] = []
  let call = ''
  for (const line of text.split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue
    if (/^\w+$/.test(line)) {
      call = line
      continue
    }
    const { states, cells, rest } = rowForm.exec(line)?.groups ?? {}
    if (!call || !states || !cells) throw new Error(`not a line of cells: ${line}`)
    const refusals = Object.fromEntries(
      [...(rest ?? '').matchAll(/([a-z])=([A-Z_]+)/g)].map(([, k, v]) => [k, v]),
    )
    const letters = cells.replaceAll(' ', '')
    const unknown = [...letters].filter((letter) => !(letter in outcomes) && !(letter in refusals))
    if (unknown.length > 0) throw new Error(`${call}: no meaning for ${unknown.join(' ')} in: ${line}`)
    rows.push({ call, states: states.split(/\s+/), letters, refusals })
  }
  return rows
}

const ending = '.cells.txt'

const server = join(import.meta.dirname, '../..')

export const cellFiles = globSync([`app/wall/*${ending}`, `features/*/*${ending}`], {
  cwd: server,
}).toSorted()

export const readCells = (path: string): Row[] => parseCells(readFileSync(join(server, path), 'utf8'))

export function inGroups(letters: string): string {
  let at = 0
  return groupSizes.map((size) => letters.slice(at, (at += size))).join(' ')
}
