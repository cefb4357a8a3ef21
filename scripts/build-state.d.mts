export const repository: string
/** Made by scripts/release.ts; only a release has it. */
export const releaseFile: string
export const webDist: string
/** A folder for each build; a process that still runs imports parts of its own. */
export const serverBuilds: string
/** The folder of the only build of a release, whose sources are not compared. */
export const releasedBuild: string

export function hashOfPages(): string

/** What scripts/build-web.ts notes. */
interface Stamp {
  inputs: string
  /** Files that this build wrote, relative to client/assets. */
  assets: string[]
}

/** @param dist the folder of a build. */
export function readStamp(dist?: string): Stamp | null

/** Whether the built pages match the current sources. A release has its pages and not all of their sources. */
export function hasPages(): boolean

/** The folder of the server's build for the current sources; it may not exist yet. */
export function serverBuild(): string

/** A build that is there is whole. */
export function isBuilt(build: string): boolean
