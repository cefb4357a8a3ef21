/** A release is a commit that changes `version` in the root package.json. Tags do not travel with every clone. */
import { spawnSync } from 'node:child_process'

const manifest = 'package.json'

/** Returns the commits of the releases in the history of HEAD, newest first. The commit that adds the manifest is not a release. */
export function releaseCommits(folder: string): string[] {
  const changed = git(folder, 'log', '--format=%H', '-G"version":', 'HEAD', '--', manifest)
  return changed.split('\n').filter((commit) => {
    const before = versionAt(folder, `${commit}^`)
    return before !== null && before !== versionAt(folder, commit)
  })
}

/**
 * Returns the commit of the newest release below HEAD, or null.
 * @throws when a shallow clone has none, because its history may end before a release.
 */
export function lastRelease(folder: string): string | null {
  const head = git(folder, 'rev-parse', 'HEAD')
  const found = releaseCommits(folder).find((commit) => commit !== head)
  if (found !== undefined) return found
  if (git(folder, 'rev-parse', '--is-shallow-repository') === 'false') return null
  throw new Error(
    'This clone is shallow, and its history has no release below HEAD. Run `git fetch --unshallow`, or name a commit.',
  )
}

/** Returns the output of git. @throws when it fails. */
export function git(folder: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${parameters[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}

function versionAt(folder: string, commit: string): string | null {
  const { status, stdout } = spawnSync('git', ['show', `${commit}:${manifest}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? ((JSON.parse(stdout) as { version?: string }).version ?? null) : null
}
