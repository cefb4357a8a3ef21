/** Examines an uploaded SCORM package before any of it is stored. */
import { isLeftover } from '@apogee/domain/archive-names.ts'
import { readText } from '@apogee/domain/read-text.ts'
import type { PackageNeed } from '@apogee/contracts/scorm/package-needs.ts'
import { packageProblems } from '@apogee/contracts/scorm/package-problems.ts'
import { withZip, ZipRefused, type PackedEntry, type ZipLimits } from '../zip/read-zip.ts'
import { contentProblem, headBytes, type ContentProblem } from './package-contents.ts'
import { needLimits, needsOf } from './package-needs.ts'
import { ManifestRefused, readScormManifest, type ScormManifest } from './scorm-manifest.ts'

export interface ExaminedPackage extends ScormManifest {
  /**
   * Contains all files except leftovers of operating systems, with their unpacked sizes in bytes and their positions in the
   * archive.
   */
  files: { path: string; bytes: number; packed: PackedEntry }[]
  needs: PackageNeed[]
}

/** The archive has no manifest at its top level, so it is no package. */
export class NoManifest extends Error {
  /** If the author packed a folder instead of its contents, this is the folder with the manifest. Otherwise it is null. */
  readonly folder: string | null

  constructor(folder: string | null) {
    super(folder === null ? 'no imsmanifest.xml' : `imsmanifest.xml is in the folder ${folder}`)
    this.folder = folder
  }
}

/** The content of a file contradicts its name, or the file is a program. */
export class ContentRefused extends Error {
  readonly problem: ContentProblem
  readonly path: string

  constructor(problem: ContentProblem, path: string) {
    super(`${problem}: ${path}`)
    this.problem = problem
    this.path = path
  }
}

const manifestName = 'imsmanifest.xml'
const largestManifestBytes = 2_000_000

export const packageLimits: ZipLimits = {
  entries: 5000,
  entryBytes: 100_000_000,
  totalBytes: 500_000_000,
  ratio: 200,
}

/**
 * Examines the package at `path`, a local file. Throws ZipRefused, NoManifest, ManifestRefused or ContentRefused, each of which
 * names the problem.
 */
export async function examinePackage(path: string, limits = packageLimits): Promise<ExaminedPackage> {
  return withZip(path, limits, async (archive) => {
    const entries = archive.entries.filter((entry) => !isLeftover(entry.path))
    const manifest = entries.find((entry) => entry.path === manifestName)
    if (!manifest) {
      const inFolder = entries.find((entry) => entry.path.endsWith(`/${manifestName}`))
      throw new NoManifest(inFolder ? inFolder.path.slice(0, -manifestName.length - 1) : null)
    }
    const paths = new Set(entries.map((entry) => entry.path))
    const bytes = await archive.read(manifest, largestManifestBytes)
    const text = await readText(bytes, { format: 'xml' })
    if ('refused' in text) throw new ManifestRefused('manifest-unreadable', text.refused)
    const read = readScormManifest(text.text, paths)
    const files: ExaminedPackage['files'] = []
    for (const entry of entries) {
      const problem = await contentProblem(entry.path, await archive.head(entry, headBytes))
      if (problem) throw new ContentRefused(problem, entry.path)
      files.push({ path: entry.path, bytes: entry.bytes, packed: await archive.locate(entry) })
    }
    const needs = await needsOf(entries, (entry) => archive.read(entry, needLimits.fileBytes))
    return { ...read, files, needs }
  })
}

/**
 * Returns why an archive is no package, as an issue of the refusal. The path of the issue is that of the file. Returns null for any
 * other failure.
 */
export function issueOf(error: unknown): { path: string; message: string } | null {
  if (error instanceof ZipRefused) return { path: error.path ?? '', message: packageProblems[error.problem] }
  if (error instanceof ManifestRefused)
    return { path: error.subject ?? '', message: packageProblems[error.problem] }
  if (error instanceof ContentRefused) return { path: error.path, message: packageProblems[error.problem] }
  if (error instanceof NoManifest)
    return {
      path: error.folder ?? '',
      message: packageProblems[error.folder === null ? 'no-manifest' : 'manifest-in-folder'],
    }
  return null
}
