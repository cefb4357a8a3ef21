/**
 * Imports courses from archives. One job examines the archive and a second job creates the course; nothing is created before the
 * person confirms (docs/decisions/course-archives.md).
 */
import type { CourseImport, ImportProblem } from '@apogee/contracts/archives/archives.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log, Tx } from '#server/platform/database/database.ts'
import { enqueue, type TaskContext } from '#server/platform/jobs/jobs.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse, Refusal } from '#server/policy/refusal.ts'
import { titleFromName, type MediaRow } from '#server/features/media/media.service.ts'
import * as store from './archives.store.ts'
import type { ImportedCourseDependencies } from './create-imported-course.ts'
import { presentImport } from './present-import.ts'

interface CourseImportsDependencies extends ImportedCourseDependencies {
  clock: Clock
  log: Log
}

export const examineTask = 'archives.examine'
export const importTask = 'archives.import'
const mostAttempts = 8
const tools = () => import('./archive-tools.ts')

export class CourseImports {
  readonly #deps: CourseImportsDependencies
  /** Deletes the imports of an erased person. */
  readonly forget = store.deleteImportsOf

  constructor(deps: CourseImportsDependencies) {
    this.#deps = deps
  }

  /** Refuses COURSE_IMPORT_RUNNING. An earlier import that is not running is discarded. */
  async begin(caller: Caller, filePath: string): Promise<CourseImport> {
    const { database, media, clock } = this.#deps
    const { row, discarded } = await database.transaction(async (tx) => {
      const file = await media.resolveUpload(tx, caller, filePath, ['archive'])
      const earlier = await store.lockIdleImports(tx, caller.userId)
      for (const { id } of earlier) await store.deleteImport(tx, id)
      const given = { userId: caller.userId, mediaId: file.id, name: file.originalName, at: clock.now() }
      const id = (await store.insertImport(tx, given)) ?? refuse('COURSE_IMPORT_RUNNING')
      await enqueue(tx, examineTask, { id }, { maxAttempts: mostAttempts, queueName: examineTask })
      const created = (await store.importById(tx, id)) ?? refuse('NOT_FOUND')
      return { row: created, discarded: earlier.filter(({ mediaId }) => mediaId !== file.id) }
    })
    for (const earlier of discarded) await this.#removeFiles(earlier)
    return presentImport(row)
  }

  async readLatest(caller: Caller): Promise<CourseImport | null> {
    const row = await store.latestImport(this.#deps.database.kysely, caller.userId)
    return row ? presentImport(row) : null
  }

  /** Confirms the import, so that a job creates the course. Confirming again has no effect. */
  async confirm(caller: Caller, id: number): Promise<CourseImport> {
    const row = await this.#deps.database.transaction(async (tx) => {
      const found = await this.#own(tx, caller, id)
      if (found.state === 'importing' || found.state === 'done') return found
      if (found.state !== 'ready' || found.mediaId === null) refuse('COURSE_IMPORT_NOT_READY')
      await this.#deps.courses.archives.countNew(tx, caller)
      await store.changeImport(tx, id, 'ready', { state: 'importing' })
      await enqueue(tx, importTask, { id }, { maxAttempts: mostAttempts, queueName: importTask })
      return { ...found, state: 'importing' as const }
    })
    return presentImport(row)
  }

  /**
   * Discards an import. A course that was already created stays. Refuses while the course is being created. Discarding again has no
   * effect.
   */
  async discard(caller: Caller, id: number): Promise<void> {
    const row = await this.#deps.database.transaction(async (tx) => {
      const found = await store.lockImport(tx, id)
      if (found?.userId !== caller.userId) return undefined
      // A running examination may be discarded, because its job notices that the import is gone.
      if (found.state === 'importing') refuse('COURSE_IMPORT_RUNNING')
      await store.deleteImport(tx, id)
      return found
    })
    if (row) await this.#removeFiles(row)
  }

  async #own(tx: Tx, caller: Caller, id: number): Promise<store.ImportRow> {
    const found = await store.lockImport(tx, id)
    return found?.userId === caller.userId ? found : refuse('NOT_FOUND')
  }

  /**
   * Removes the uploaded archive, and the files that were stored if no course was created. The sweep of unused files removes files
   * that could not be removed here.
   */
  async #removeFiles({
    userId,
    mediaId,
    state,
    stored,
  }: Pick<store.ImportRow, 'userId' | 'mediaId' | 'state' | 'stored'>): Promise<void> {
    const { media, database } = this.#deps
    const ids = [...(mediaId === null ? [] : [mediaId]), ...(state === 'done' ? [] : Object.values(stored))]
    for (const file of await media.filesById(database.kysely, ids))
      if (file.ownerId === userId) await media.discardUpload(file)
  }

  /** Runs the job that examines the archive. Running it again has no effect. */
  async examine(id: number, context: TaskContext): Promise<void> {
    await this.#work(id, 'examining', context, async (row, file) => {
      const { examineApart } = await tools()
      const name = titleFromName(row.name)
      const examined = await this.#deps.media.withLocalCopy(file, (path) =>
        examineApart(path, name, context.signal),
      )
      if ('problems' in examined) return this.#refuse(row, examined.problems)
      await store.changeImport(this.#deps.database.kysely, id, 'examining', {
        state: 'ready',
        plan: examined.plan,
      })
    })
  }

  /**
   * Runs the job that stores each file once and then creates the course in one transaction. After an interruption, the job
   * continues where it stopped.
   */
  async create(id: number, context: TaskContext): Promise<void> {
    await this.#work(id, 'importing', context, async (row, file) => {
      const { createImportedCourse } = await tools()
      const author = await store.authorById(this.#deps.database.kysely, row.userId)
      if (!author || author.role === 'student')
        return this.#refuse(row, [{ kind: 'not-allowed', path: '', detail: '' }])
      const problems = await this.#deps.media.withLocalCopy(file, (path) =>
        createImportedCourse(this.#deps, { row, author, path, signal: context.signal }),
      )
      if (problems.length > 0) return this.#refuse(row, problems)
      await this.#deps.media.discardUpload(file)
    })
  }

  /** Runs `work` if the import is still in this state. If the last attempt of the job fails, the import ends with the problem. */
  async #work(
    id: number,
    state: 'examining' | 'importing',
    { attempt, maxAttempts }: TaskContext,
    work: (row: store.ImportRow, file: MediaRow) => Promise<void>,
  ): Promise<void> {
    const db = this.#deps.database.kysely
    const row = await store.importById(db, id)
    if (row?.state !== state) return
    const file = row.mediaId === null ? undefined : await this.#deps.media.fileById(db, row.mediaId)
    if (!file) return this.#refuse(row, [{ kind: 'damaged', path: '', detail: '' }])
    try {
      await work(row, file)
    } catch (error) {
      const problem = await problemOfFailure(error)
      if (problem) return this.#refuse(row, [problem])
      if (attempt < maxAttempts) throw error
      this.#deps.log.error({ importId: id, err: error }, 'course import failed')
      await this.#refuse(row, [{ kind: 'failed', path: '', detail: '' }])
    }
  }

  async #refuse(row: store.ImportRow, problems: readonly ImportProblem[]): Promise<void> {
    const { database } = this.#deps
    const isChanged = await store.changeImport(database.kysely, row.id, row.state, {
      state: 'refused',
      problems: problems.map(({ path, detail, ...problem }) => ({
        ...problem,
        path: storableText(path),
        detail: storableText(detail),
      })),
    })
    const latest = isChanged && (await store.importById(database.kysely, row.id))
    if (latest) await this.#removeFiles(latest)
  }
}

/** Removes characters of archive names that PostgreSQL cannot store. */
const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/**
 * Returns the problem if the archive or a limit of its importer caused the failure. Null means that another attempt may succeed.
 */
async function problemOfFailure(error: unknown): Promise<ImportProblem | null> {
  const { ImportRefused, TooComplex, ZipRefused, problemOf } = await tools()
  if (error instanceof ImportRefused || error instanceof ZipRefused) return problemOf(error)
  // A retry of the same archive would exhaust the process again.
  if (error instanceof TooComplex) return { kind: 'too-complex', path: '', detail: '' }
  if (error instanceof Refusal && error.code === 'UPLOAD_QUOTA_REACHED')
    return { kind: 'no-room', path: '', detail: '' }
  return null
}
