/** Examines a whole archive before any of it is created: finds the course in it, then examines the course's parts. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import {
  leftOutReasons,
  type ImportProblem,
  type ImportProblemKind,
  type LeftOutReason,
} from '@apogee/contracts/archives/archives.ts'
import * as z from 'zod/mini'
import type { ZipArchive, ZipLimits, ZipProblem } from '#server/platform/zip/read-zip.ts'
import { ArchiveContents, ImportRefused, issueText } from './archive-contents.ts'
import {
  courseFile,
  courseManifest,
  formatName,
  formatVersion,
  LeftOutParts,
  unknownFields,
  type CourseManifest,
} from './course-format.ts'
import { isScormPackage, readCartridge } from './cartridge/read-cartridge.ts'
import { pathOfItem, type LinkedFile } from './item-links.ts'
import type { Examined } from './read-archive.ts'
import { isHidden, planOfFolder } from './read-folder.ts'
import { Examiner, mostProblems, problemOf, type Findings, type Planned } from './examiner.ts'

const gigabyte = 1024 ** 3

/** An archive may have more entries than a course has items, because texts and captions are files too. */
export const archiveLimits: ZipLimits = {
  entries: 10_000,
  entryBytes: 2 * gigabyte,
  totalBytes: 16 * gigabyte,
  ratio: 200,
  leavesOut: new Set<ZipProblem & LeftOutReason>([
    'not-a-file',
    'duplicate-name',
    'unknown-compression',
    'entry-too-large',
  ]),
}

const manifestMaxBytes = 5_000_000

/** `name` is the file name of the archive without its extension. */
export async function examine(archive: ZipArchive, name: string): Promise<Examined> {
  const problems: ImportProblem[] = []
  try {
    const leftOut = new LeftOutParts()
    for (const { path, problem } of archive.leftOut)
      if (!isHidden(path) && isReason(problem)) leftOut.add(path, problem)
    const folder = rootOf(archive)
    const cartridge = await readCartridge(archive, name, { leftOut, folder })
    if (!cartridge && (await isScormPackage(archive, folder)))
      return { problems: [{ path: 'imsmanifest.xml', kind: 'scorm-package', detail: '' }] }
    const shown = cartridge?.archive ?? archive
    const { linked = [], ...planned } = await planOf(shown, name, { problems, leftOut })
    if (problems.length > 0) return { problems }
    const contents = new ArchiveContents(shown, planned.root)
    const isExact = planned.form === 'course' && !cartridge
    const examiner = new Examiner({ contents, plan: planned, problems, leftOut, isExact })
    await examiner.examine()
    if (problems.length > 0) return { problems: problems.slice(0, mostProblems) }
    nameDeadLinks([...linked, ...(cartridge?.linked ?? [])], planned.manifest, leftOut)
    const { samples } = examiner
    return {
      plan: {
        ...planned,
        root: cartridge?.folder ?? planned.root,
        isInParts: !isExact,
        leftOut: leftOut.named,
        leftOutCount: leftOut.count,
        samples,
      },
    }
  } catch (error) {
    return { problems: [problemOf(error), ...problems] }
  }
}

const mostLinks = 5

/** Lists links that the lesson cannot keep, once for each text. The words of such a link stay in the text. */
function nameDeadLinks(
  linked: readonly LinkedFile[],
  { modules }: CourseManifest,
  leftOut: LeftOutParts,
): void {
  const there = new Set(modules.flatMap(({ items }) => items.map(pathOfItem)))
  const dead = new Map<string, string[]>()
  for (const { from, written, to } of linked) {
    if (to !== null && there.has(to)) continue
    const others = dead.get(from)
    if (others) others.push(written)
    else dead.set(from, [written])
  }
  for (const [from, written] of dead) leftOut.add(from, 'local-links', written.slice(0, mostLinks).join(', '))
}

/** Returns the top-level folder if everything in the archive is in one folder. */
function rootOf(archive: ZipArchive): string {
  const paths = archive.entries.map(({ path }) => path).filter((path) => !isHidden(path))
  const [first = ''] = paths
  const root = first.slice(0, first.indexOf('/') + 1)
  return root !== '' && !paths.includes(courseFile) && paths.every((path) => path.startsWith(root))
    ? root
    : ''
}

async function planOf(
  archive: ZipArchive,
  name: string,
  findings: Findings,
): Promise<Planned & { linked?: LinkedFile[] }> {
  const root = rootOf(archive)
  const contents = new ArchiveContents(archive, root)
  if (contents.has(courseFile)) return planOfCourse(contents, root, findings)
  // The folders inside the top-level folder become modules. If it contains no folders, it is the only module.
  const hasFolders = contents.paths.some((path) => path.includes('/') && !isHidden(path))
  const isOneModule = root !== '' && !hasFolders
  const shownRoot = isOneModule ? '' : root
  const title = root === '' || isOneModule ? name : root.slice(0, -1)
  return planOfFolder(isOneModule ? new ArchiveContents(archive, '') : contents, title, {
    root: shownRoot,
    leftOut: findings.leftOut,
  })
}

async function planOfCourse(
  contents: ArchiveContents,
  root: string,
  { problems, leftOut }: Findings,
): Promise<Planned> {
  const given = await contents.json(courseFile, manifestMaxBytes)
  const head = z.safeParse(z.object({ format: z.literal(formatName), version: z.int() }), given)
  if (!head.success) throw new ImportRefused('other-format', courseFile)
  if (head.data.version > formatVersion)
    throw new ImportRefused('newer-version', courseFile, String(head.data.version))
  const parsed = z.safeParse(courseManifest, given)
  if (!parsed.success) {
    const [first, ...others] = parsed.error.issues.slice(0, mostProblems)
    for (const issue of others)
      problems.push({ kind: 'invalid', path: courseFile, detail: cutText(issueText(issue), 500) })
    throw new ImportRefused('invalid', courseFile, first ? issueText(first) : '')
  }
  const known = { format: formatName, version: formatVersion, ...parsed.data }
  for (const field of unknownFields(given, known)) leftOut.add(courseFile, 'unknown-field', field)
  return { form: 'course', root, manifest: parsed.data }
}

const isReason = (kind: ImportProblemKind): kind is LeftOutReason & ImportProblemKind =>
  leftOutReasons.some((reason) => reason === kind)
