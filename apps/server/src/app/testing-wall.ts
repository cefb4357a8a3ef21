/**
 * Collects the requests that the permission wall sends for the calls of a feature. `features/<feature>/<feature>.wall.testing.ts`
 * exports them beside the feature's `.cells.txt`.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { Attempt, Target } from './wall/targets.testing.ts'

/** `self` is the id of the sender. */
export type RoleCalls = Partial<Record<RouteName, (self: number) => Attempt>>
export type CourseCalls = Partial<Record<RouteName, (target: Target, self: number) => Attempt>>
export type OpenCalls = Partial<Record<RouteName, () => Attempt>>

interface Requests {
  roleCalls?: RoleCalls
  courseCalls?: CourseCalls
  openCalls?: OpenCalls
}

const server = join(import.meta.dirname, '..')
const files: Requests[] = await Promise.all(
  globSync('features/*/*.wall.testing.ts', { cwd: server }).map(
    (path) => import(pathToFileURL(join(server, path)).href) as Promise<Requests>,
  ),
)

export const roleCallsOfFeatures: RoleCalls = Object.assign({}, ...files.map(({ roleCalls }) => roleCalls))
export const courseCallsOfFeatures: CourseCalls = Object.assign(
  {},
  ...files.map(({ courseCalls }) => courseCalls),
)
export const openCallsOfFeatures: OpenCalls = Object.assign({}, ...files.map(({ openCalls }) => openCalls))
