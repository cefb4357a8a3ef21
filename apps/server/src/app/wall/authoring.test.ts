/** The permission wall of calls about a course: its cells are in `authoring.cells.txt`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCells } from './cells.ts'
import { courseRequests, takenFromForeignCourse } from './course-requests.testing.ts'
import { testWall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.stop())

const rows = readCells('authoring')
const names = rows.map(({ call }) => call)
testWall(
  rows,
  courseRequests(names, () => world),
  () => world,
)

test('requests on a course of one business change nothing in a course of another', async () => {
  expect(await takenFromForeignCourse(world)).toEqual([])
})
