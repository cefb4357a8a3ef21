/** Tests that every call of the contract has cells for every relevant state exactly once. */
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { expect, test } from 'vitest'
import { callerLetters, cellFiles, parseCells, readCells } from './cells.ts'

const files = cellFiles.map(readCells)
const rows = files.flat()
const courseStates = ['free', 'sold', 'private', 'private-sold', 'draft', 'archived']

test('every call of the contract stands in one file of cells, and no other call does', () => {
  const calls = files.flatMap((file) => [...new Set(file.map(({ call }) => call))])
  expect(calls.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

test('each state of an object stands in one line of its call', () => {
  for (const [call, own] of Map.groupBy(rows, (row) => row.call)) {
    const states = own.flatMap((row) => row.states)
    expect([call, states]).toEqual([call, [...new Set(states)]])
  }
})

test('the cells of a call about a course cover every state of a course', () => {
  for (const [call, { access }] of Object.entries<AnyEndpoint>(endpoints)) {
    if (access.kind !== 'course') continue
    const states = rows.filter((row) => row.call === call).flatMap((row) => row.states)
    expect([call, courseStates.filter((state) => !states.includes(state))]).toEqual([call, []])
  }
})

test('the wall has more than 29,000 cells', () => {
  const cells = rows.reduce((sum, row) => sum + row.states.length * row.letters.length, 0)
  expect(callerLetters).toHaveLength(28)
  expect(cells).toBeGreaterThan(29_000)
})

test('a line with a missing caller, a letter without a meaning, or no call above it is refused', () => {
  const line = (cells: string) => `updateCourse\n  free  ${cells}`
  const whole = '11111111 333333 A443 A43 A3 AS4 AA'
  expect(parseCells(line(whole))[0]?.letters).toBe(whole.replaceAll(' ', ''))
  expect(() => parseCells(line(whole.slice(1)))).toThrow('not a line of cells')
  expect(() => parseCells(line(whole.replace('AA', 'Ac')))).toThrow('no meaning for c')
  expect(() => parseCells(`  free  ${whole}`)).toThrow('not a line of cells')
})
