import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { expect, test } from 'vitest'
import { callerLetters, cellFiles, readCells, type Row } from './cells.ts'
import { callerOf, policyLetter } from './policy-letters.testing.ts'
import { isWithoutObject, sentCells } from './sent-cells.testing.ts'
import { courseStates } from './targets.testing.ts'

const rows = cellFiles.flatMap(readCells)
const entryOf = ({ call }: Row): AnyEndpoint => endpoints[call as RouteName]

interface Cell {
  row: Row
  state: string
  caller: string
  expected: string
  /** `A` means that the policy admits the caller. Null means that the rule reads an object that only the database has. */
  decided: string | null
}
const cellsIn = (row: Row, state: string): Cell[] =>
  callerLetters.map((caller, place) => ({
    row,
    state,
    caller,
    expected: row.letters[place] ?? '?',
    decided: policyLetter(row.call as RouteName, state, caller),
  }))
const cells = rows.flatMap((row) => row.states.flatMap((state) => cellsIn(row, state)))
const textOf = ({ row, state, caller, expected, decided }: Cell) =>
  `${row.call} ${state} ${caller}: ${expected} is written, ${decided} is decided`

test('the policy refuses every caller of every object with the letter of the wall', () => {
  const refused = cells.filter(({ decided }) => decided !== null && decided !== 'A')
  expect(refused.filter(({ expected, decided }) => expected !== decided).map(textOf)).toEqual([])
  expect(refused.length).toBeGreaterThan(22_000)
})

test('the policy lets in every caller whom the wall allows', () => {
  const allowed = cells.filter(({ expected, decided }) => expected === 'A' && decided !== null)
  expect(allowed.filter(({ decided }) => decided !== 'A').map(textOf)).toEqual([])
  expect(allowed.length).toBeGreaterThan(5_500)
})

/**
 * The services of these calls refuse with a letter that is otherwise the policy's: a text that waits for prerequisites, or an
 * invalid invitation.
 */
const refusingThemselves: Readonly<Record<string, string>> = { readLessonText: 'W', enroll: '4' }

test('a caller whom the policy lets in to a course is allowed, or the state of the course refuses', () => {
  const refusedByService = cells.filter(
    ({ row, expected, decided }) =>
      decided === 'A' && entryOf(row).access.kind === 'course' && /[^Aa-z]/.test(expected),
  )
  const others = refusedByService.filter(({ row, expected }) => refusingThemselves[row.call] !== expected)
  expect(others.map(textOf)).toEqual([])
})

test('a call that names no object of the school is refused by its rule, never by its service with FORBIDDEN', () => {
  const refusedByService = cells.filter(
    ({ state, expected, decided }) => decided === 'A' && expected === '3' && isWithoutObject(state),
  )
  expect(refusedByService.map(textOf)).toEqual([])
})

test('a run sends every distinct letter of each line, and every caller whom only the service refuses an object', () => {
  for (const row of rows) {
    const { states, callers } = sentCells(row, false)
    const [state = ''] = states
    const sent = cellsIn(row, state).filter(({ caller }) => callers.has(caller))
    expect([row.call, [...new Set(sent.map(({ expected }) => expected))].toSorted()]).toEqual([
      row.call,
      [...new Set(row.letters)].toSorted(),
    ])
    if (isWithoutObject(state)) continue
    const undecided = cellsIn(row, state).filter(
      ({ caller, expected, decided }) =>
        callerOf(caller, entryOf(row).scope) && (decided === null || (decided === 'A' && expected !== 'A')),
    )
    expect(undecided.filter(({ caller }) => !callers.has(caller)).map(textOf)).toEqual([])
  }
})

test('a run sends each caller, and each state of a course', () => {
  const sent = rows.map((row) => sentCells(row, false))
  expect(new Set(sent.flatMap(({ callers }) => [...callers]))).toEqual(new Set(callerLetters))
  const states = new Set(sent.flatMap((one) => one.states))
  expect(Object.keys(courseStates).filter((state) => !states.has(state))).toEqual([])
})

test('a run before a release sends every cell', () => {
  for (const row of rows)
    expect(sentCells(row, true)).toEqual({ states: row.states, callers: new Set(callerLetters) })
})
