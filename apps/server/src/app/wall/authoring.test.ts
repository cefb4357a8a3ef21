/** The permission wall of calls about a course: its cells are in `authoring.cells.txt`. */
import { expect, test } from 'vitest'
import { takenFromForeignCourse } from './course-requests.testing.ts'
import { testCourseWall } from './course-wall.testing.ts'

const getWorld = testCourseWall('authoring')

test('requests on a course of one business change nothing in a course of another', async () => {
  expect(await takenFromForeignCourse(getWorld())).toEqual([])
})
