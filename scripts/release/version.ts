/** Checks the conditions for the release of a version, without side effects. */

export interface Candidate {
  version: string
  changelog: string
  /** Holds the output of `git status --porcelain`. It is empty without git. */
  changes: string
  /** Names the newest commit that changed the version. It is null without git, and before the first such commit. */
  setBy: string | null
  head: string | null
}

/** Returns the day in the heading `## [1.2.3] - 2026-11-22`. */
export function dateOfVersion(changelog: string, version: string): Date | null {
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (\\d{4}-\\d{2}-\\d{2})$`, 'm')
  const day = heading.exec(changelog)?.[1]
  const date = new Date(day ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

export function reasonsNotToRelease({ version, changelog, changes, setBy, head }: Candidate): string[] {
  return [
    dateOfVersion(changelog, version) === null &&
      `CHANGELOG.md has no heading '## [${version}] - YYYY-MM-DD': move the entries of Unreleased below it (docs/operations.md#how-a-release-is-made)`,
    changes !== '' && 'There are changes that are not committed; the artefact must be that of a commit',
    setBy !== head &&
      `${version} is the version of another commit, or of none: a release is the commit that changes it in package.json`,
  ].filter((reason) => typeof reason === 'string')
}
