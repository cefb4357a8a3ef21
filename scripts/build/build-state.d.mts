export const repository: string
/** scripts/release.ts makes the file; only a release has it. */
export const releaseFile: string
export const webDist: string
/** Each build has its own folder, because a running process imports parts of its own build. */
export const serverBuilds: string
/** A release has only this build, and its sources are not compared. */
export const releasedBuild: string

export function hashOfPages(): string

/** scripts/build/build-web.ts writes the stamp. */
interface Stamp {
  inputs: string
  /** The build wrote these files. Paths are relative to client/assets. */
  assets: string[]
}

/** @param dist the folder of a build. */
export function readStamp(dist?: string): Stamp | null

/**
 * Returns true when the built pages match the current sources. A release has its pages but not all of their sources, so they are
 * not compared.
 */
export function hasPages(): boolean

/** Returns the folder of the server's build for the current sources; the folder may not exist yet. */
export function serverBuild(): string

/** A build folder that exists is complete. */
export function isBuilt(build: string): boolean
