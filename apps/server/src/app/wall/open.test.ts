/** The permission wall of calls that are open to everybody: its cells are in `open.cells.txt`. */
import { afterAll, beforeAll } from 'vitest'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { readCells } from './cells.ts'
import { openCalls } from './open-requests.testing.ts'
import { testWall, type Request } from './walk.testing.ts'
import { startWorld, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.server.stop())

const requests = Object.fromEntries(
  Object.entries(openCalls).map(([name, attempt]) => [name, { attempt } satisfies Request]),
) as Partial<Record<RouteName, Request>>
testWall(readCells('open'), requests, () => world)
