/** The tests of a file of cells about courses. */
import { afterAll, beforeAll } from 'vitest'
import { readCells } from './cells.ts'
import { courseRequests } from './course-requests.testing.ts'
import { testWall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

/**
 * @param file its name without `.cells.txt`
 * @returns the world, once the tests run
 */
export function testCourseWall(file: string): () => World {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.server.stop())

  const rows = readCells(file)
  const names = rows.map(({ call }) => call)
  testWall(
    rows,
    courseRequests(names, () => world),
    () => world,
  )
  return () => world
}
