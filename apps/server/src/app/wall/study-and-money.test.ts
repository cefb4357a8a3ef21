/** The permission wall of calls that a role opens: its cells are in `study-and-money.cells.txt`. */
import { afterAll, beforeAll } from 'vitest'
import { readCells } from './cells.ts'
import { objectRequests } from './object-requests.testing.ts'
import { testWall } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.stop())

const rows = readCells('study-and-money')
testWall(
  rows,
  objectRequests(rows, () => world),
  () => world,
)
