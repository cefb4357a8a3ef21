/** Creates the course of an examined archive: first its files one by one, then everything else in one transaction. */
import type { ImportProblem } from '@apogee/contracts/archives/archives.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { Refusal } from '#server/policy/refusal.ts'
import type { Certificates } from '#server/features/achievements/certificates.ts'
import {
  isAssignment,
  type ArchivedQuiz,
  type QuizArchives,
} from '#server/features/assessments/quizzes/quiz-archives.ts'
import { addressOfLesson } from '#server/features/courses/lesson-texts/text-links.ts'
import type { Courses, NewItem, WholeCourse } from '#server/features/courses/courses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ScormPackages } from '#server/features/scorm/scorm.service.ts'
import { ArchiveContents, ImportRefused } from './archive-contents.ts'
import { ImportedUploads } from './imported-uploads.ts'
import type { Author, CoursePlan, ImportRow } from './archives.store.ts'
import { changeImport, lockImport, noteStored } from './archives.store.ts'
import { mostLeftOut, type CourseFile, type CourseItem } from './course-format.ts'
import { pathOfAddress, pathOfItem, secondOf } from './item-links.ts'
import { archiveLimits } from './examine.ts'
import { purposesOf, type FilePurpose } from './examiner.ts'
import { itemsApart, keyOf, type ReadItem } from './read-archive.ts'

export interface ImportedCourseDependencies {
  database: Database
  media: Media
  courses: Courses
  quizArchives: QuizArchives
  scorm: Pick<ScormPackages, 'registerImported'>
  achievements: { certificates: Pick<Certificates, 'saveRule'> }
}

interface ImportedCourse {
  row: ImportRow
  author: Author
  /** The archive is a local file at this path. */
  path: string
  signal: AbortSignal
}

/** Maps file paths in the archive to media ids. */
type Stored = ReadonlyMap<string, number>

export async function createImportedCourse(
  deps: ImportedCourseDependencies,
  { row, author, path, signal }: ImportedCourse,
): Promise<ImportProblem[]> {
  const { plan } = row
  if (!plan) throw new Error(`course import ${row.id} has not been examined`)
  const { items: read, problems } = await itemsApart(path, plan, signal)
  if (problems.length > 0) return problems
  const { stored, refused } = await withZip(path, archiveLimits, (archive) =>
    storeFiles(deps, { row, author, plan, signal }, new ArchiveContents(archive, plan.root)),
  )
  const uploads = new ImportedUploads(deps, stored)
  const items = await itemsOf({ plan, read, stored, uploads })
  if (plan.isInParts && items.modules.every((module) => module.items.length === 0))
    return [
      { kind: 'nothing-found', path: '', detail: '' },
      ...refused.map((file) => ({ kind: 'unreadable' as const, path: file, detail: '' })),
    ]
  await create(deps, { row, author, ...items, plan: withoutFiles(plan, refused), stored })
  return []
}

/** Returns the plan without these files, which are then listed as left out. */
function withoutFiles(plan: CoursePlan, refused: readonly string[]): CoursePlan {
  if (refused.length === 0) return plan
  const isKept = (path: string | null) => path === null || !refused.includes(path)
  const { course, files } = plan.manifest
  const parts = refused.map((path) => ({ path, reason: 'refused-file' as const, detail: '' }))
  const kept = files.filter(({ path }) => isKept(path))
  return {
    ...plan,
    manifest: {
      ...plan.manifest,
      course: { ...course, cover: isKept(course.cover) ? course.cover : null },
      files: kept.map((file) => ({ ...file, captions: file.captions.filter((track) => isKept(track.file)) })),
    },
    leftOut: [...parts, ...plan.leftOut].slice(0, mostLeftOut),
    leftOutCount: (plan.leftOutCount ?? plan.leftOut.length) + refused.length,
  }
}

/**
 * Stores the files that the course uses, except those that an earlier attempt stored. `refused` contains the paths of files that
 * could not be stored. Folders and cartridges are imported without them.
 */
async function storeFiles(
  deps: ImportedCourseDependencies,
  { row, author, plan, signal }: Omit<ImportedCourse, 'path'> & { plan: CoursePlan },
  contents: ArchiveContents,
): Promise<{ stored: Stored; refused: string[] }> {
  const purposes = purposesOf(plan.manifest)
  const stored = new Map(Object.entries(row.stored))
  const refused: string[] = []
  for (const file of plan.manifest.files) {
    const purpose = purposes.get(file.path)
    if (!purpose || stored.has(file.path)) continue
    signal.throwIfAborted()
    const mediaId = await storeFile(deps, { author, contents, file, purpose, plan })
    if (mediaId === null) {
      refused.push(file.path)
      continue
    }
    await noteStored(deps.database.kysely, row.id, file.path, mediaId)
    stored.set(file.path, mediaId)
  }
  return { stored, refused }
}

/**
 * Stores one file as an upload of the author. Throws ImportRefused with the path when the file would be refused as an upload. From
 * a folder or cartridge, null is returned instead and the file is left out, unless it is malware.
 */
async function storeFile(
  { media, scorm }: ImportedCourseDependencies,
  given: {
    author: Author
    contents: ArchiveContents
    file: CourseFile
    purpose: FilePurpose
    plan: CoursePlan
  },
): Promise<number | null> {
  const { author, contents, file, purpose, plan } = given
  const { path, name } = file
  try {
    const row = await media.storeImportedFile(author, {
      purpose,
      name,
      content: await contents.open(path),
      sizeBytes: contents.bytesOf(path),
      sha256: file.sha256 === null ? null : Buffer.from(file.sha256, 'hex'),
    })
    if (purpose === 'package') await scorm.registerImported(row)
    return row.id
  } catch (error) {
    const isOfInstallation =
      error instanceof Refusal && (error.code === 'STORAGE_FULL' || error.code === 'UPLOAD_QUOTA_REACHED')
    if (!(error instanceof Refusal) || isOfInstallation) throw error
    if (plan.isInParts && error.code !== 'FILE_INFECTED') return null
    throw new ImportRefused('unreadable', path, error.message)
  }
}

interface Items {
  modules: WholeCourse<NewItem>['modules']
  /**
   * Holds quizzes and the questions after videos. The first index is that of the module, and the second one that of the item, as in
   * `modules`.
   */
  quizzes: (ArchivedQuiz | null)[][]
  /** Holds the path of each item's file in the archive, by module and item. */
  paths: string[][]
}

interface Read {
  plan: CoursePlan
  read: ReadonlyMap<string, ReadItem>
  stored: Stored
  uploads: ImportedUploads
}

async function itemsOf(given: Read): Promise<Items> {
  const { plan, read, uploads } = given
  const modules: Items['modules'] = []
  const quizzes: Items['quizzes'] = []
  const paths: Items['paths'] = []
  for (const [at, module] of plan.manifest.modules.entries()) {
    const items = []
    const quizzesHere = []
    const pathsHere = []
    for (const [place, item] of module.items.entries()) {
      if (plan.isInParts && item.kind === 'file' && !given.stored.has(item.file)) continue
      const found = read.get(keyOf(at, place))
      const quiz = item.kind !== 'text' && found?.quiz ? await uploads.inQuiz(item, found.quiz) : null
      quizzesHere.push(quiz)
      pathsHere.push(pathOfItem(item))
      items.push(await itemOf(item, { ...given, found, quiz }))
    }
    modules.push({ ...module, items })
    quizzes.push(quizzesHere)
    paths.push(pathsHere)
  }
  return { modules, quizzes, paths }
}

async function itemOf(
  item: CourseItem,
  given: Read & { found: ReadItem | undefined; quiz: ArchivedQuiz | null },
): Promise<NewItem> {
  const { title, isPublished, isPreview, practice } = item
  const none = { chapters: null, mediaId: null, passPercentage: null, isAssignment: false, text: null }
  const every = { title, isPublished, isPreview, practice, ...none }
  switch (item.kind) {
    case 'text': {
      const text = given.found?.text
      if (!text) throw new Error(`${item.text} of the archive was not read`)
      return { ...every, fileType: 'reading', text: await given.uploads.inText(item, text) }
    }
    case 'quiz':
      // A quiz without questions is not published, because it has nothing to show.
      return {
        ...every,
        fileType: 'quiz',
        isPublished: isPublished && given.quiz !== null && given.quiz.published !== null,
        passPercentage: given.quiz?.published?.passPercentage ?? null,
        isAssignment: given.quiz !== null && isAssignment(given.quiz),
      }
    case 'file': {
      const chapters = item.chapters.length > 0 ? item.chapters : null
      return { ...every, fileType: item.fileType, chapters, mediaId: idOf(given.stored, item.file) }
    }
  }
}

/** Creates everything in one transaction, or nothing. Idempotent. */
async function create(
  { database, media, courses, quizArchives, achievements }: ImportedCourseDependencies,
  given: Items & Pick<ImportedCourse, 'row' | 'author'> & { plan: CoursePlan; stored: Stored },
): Promise<void> {
  const { row, author, plan, stored, modules, quizzes, paths } = given
  const { cover, salesPage, priceSen, certificate, access = null, ...course } = plan.manifest.course
  await database.transaction(async (tx) => {
    const locked = await lockImport(tx, row.id)
    if (locked?.state !== 'importing') return
    const { courseId, itemIds, contentIds } = await courses.archives.insert(tx, author, {
      ...course,
      access,
      modules,
      priceCents: priceSen,
      salesContent: salesPage,
      coverId: cover === null ? null : idOf(stored, cover),
    })
    if (certificate) await achievements.certificates.saveRule(tx, author, courseId, certificate)
    for (const [at, module] of modules.entries()) {
      for (const [place, { title, fileType }] of module.items.entries()) {
        const quiz = quizzes[at]?.[place]
        const resourceId = itemIds[at]?.[place]
        if (!quiz || resourceId === undefined) continue
        if (fileType === 'quiz') await quizArchives.insert(tx, { resourceId, title }, quiz)
        else await quizArchives.insertRecall(tx, { resourceId, title }, quiz)
      }
    }
    const planned = plan.manifest.modules.flatMap(({ items }) => items.map(pathOfItem))
    await linkLessons(tx, courses, { modules, paths, itemIds, contentIds, planned: new Set(planned) })
    for (const { path, captions } of plan.manifest.files) {
      const tracks = captions.map(({ language, file }) => ({ language, mediaId: idOf(stored, file) }))
      if (tracks.length > 0) await media.setCaptions(tx, idOf(stored, path), tracks)
    }
    await changeImport(tx, row.id, 'importing', { state: 'done', courseId, plan })
  })
}

/**
 * Turns links between files of the archive into links between the new lessons. A link to a file that was refused becomes plain
 * text.
 */
async function linkLessons(
  tx: Tx,
  courses: ImportedCourseDependencies['courses'],
  made: Pick<Items, 'modules' | 'paths'> & {
    itemIds: number[][]
    contentIds: number[]
    planned: ReadonlySet<string>
  },
): Promise<void> {
  const { modules, paths, itemIds, contentIds, planned } = made
  const addresses = new Map<string, string>()
  for (const [at, ofModule] of paths.entries())
    for (const [place, path] of ofModule.entries()) {
      const [contentId, resourceId] = [contentIds[at], itemIds[at]?.[place]]
      if (contentId !== undefined && resourceId !== undefined && !addresses.has(path))
        addresses.set(path, addressOfLesson({ contentId, resourceId }))
    }
  const addressOf = (href: string): string | null => {
    const path = pathOfAddress(href) ?? ''
    const address = addresses.get(path)
    if (address !== undefined) return `${address}${secondOf(href)}`
    return planned.has(path) ? null : href
  }
  for (const [at, { items }] of modules.entries())
    for (const [place, { text }] of items.entries()) {
      const resourceId = itemIds[at]?.[place]
      if (text && resourceId !== undefined) await courses.archives.relinkText(tx, resourceId, text, addressOf)
    }
}

function idOf(stored: Stored, path: string): number {
  const id = stored.get(path)
  if (id === undefined) throw new Error(`${path} of the archive is not stored`)
  return id
}
