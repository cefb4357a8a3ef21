import type { CourseReference } from '@apogee/contracts/access.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingIn } from '#server/policy/standing.ts'
import { callerLetters, cellFiles, readCells } from './cells.ts'
import { courseRequests, takenFromForeignCourse } from './course-requests.testing.ts'
import { callerOf, standingOf, target } from './policy-letters.testing.ts'
import { courseStates, type CourseState } from './targets.testing.ts'
import { testWall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.stop())

test('the standing of every caller in every course is the one that the policy is evaluated for', async () => {
  const signedIn = callerLetters.filter((letter) => callerOf(letter, undefined))
  for (const state of Object.keys(courseStates) as CourseState[]) {
    const made = await world.sharedCourse(state)
    const references: [CourseReference, CourseReference][] = [
      [{ course: made.course }, { course: target.course }],
      [{ content: made.content }, { content: target.content }],
      [{ content: made.draftContent }, { content: target.draftContent }],
      [{ resource: made.resource }, { resource: target.resource }],
    ]
    for (const letter of ['n', ...signedIn]) {
      const caller = await world.sender(letter, 'readCourse')
      for (const [stored, modelled] of references) {
        const standing = await standingIn(world.server.database.kysely, caller, stored)
        expect([letter, standing]).toMatchObject([letter, standingOf(letter, state, modelled)])
      }
    }
  }
})

testWall(
  cellFiles.flatMap(readCells).filter(({ call }) => endpoints[call as RouteName].access.kind === 'course'),
  courseRequests(() => world),
  () => world,
)

test('requests on a course of one business change nothing in a course of another', async () => {
  expect(await takenFromForeignCourse(world)).toEqual([])
})
