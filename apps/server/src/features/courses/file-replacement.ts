/** Replaces the file of a lesson and keeps everything else of the lesson (docs/decisions/course-editing.md). */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { noteEdits } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ContentRow, ResourceRow } from './outline/contents.rows.ts'
import { lockForWriting, type ContentWriting } from './outline/contents.writing.ts'
import { fileTypeFits } from './course-limits.ts'
import * as contentStore from './outline/contents.store.ts'
import * as store from './courses.store.ts'

interface ReplacementDependencies {
  database: Database
  clock: Clock
  media: Media
  contents: ContentWriting
}

export class FileReplacement {
  readonly #deps: ReplacementDependencies

  constructor(deps: ReplacementDependencies) {
    this.#deps = deps
  }

  /**
   * Keeps progress, notes, questions, exercise, chapters and captions. Texts and quizzes are refused, because they have editors,
   * and so is a file of another kind. Replacing a file by itself has no effect. The sweep of unused files removes the former file
   * once nothing uses it.
   */
  async replaceFile(caller: Caller, courseId: number, id: number, filePath: string): Promise<CourseResource> {
    const { database, clock, media, contents } = this.#deps
    await database.transaction(async (tx) => {
      const { module, resource } = await this.#lockedResource(tx, courseId, id)
      const former = resource.media && (await media.fileById(tx, resource.media.id))
      if (!former || resource.fileType === 'quiz') {
        refuse('VALIDATION', {
          issues: [{ path: 'filePath', message: 'cannot be set: this item has an editor' }],
        })
      }
      const file = await media.resolveUpload(tx, caller, filePath, ['lesson'])
      if (file.id === former.id) return
      const isSameKind = file.contentType.startsWith('video/') === former.contentType.startsWith('video/')
      if (!isSameKind || !fileTypeFits(resource.fileType, file.contentType)) {
        refuse('VALIDATION', {
          issues: [{ path: 'filePath', message: `does not replace this kind of file (${file.contentType})` }],
        })
      }
      const at = clock.now()
      await noteEdits(tx, { kind: 'resource', ids: [id], field: 'filePath', by: caller.userId, at })
      await media.copyCaptions(tx, former.id, file.id)
      await contentStore.updateResource(tx, id, { mediaId: file.id })
      if (module.isPublished && resource.isPublished) await store.noteContentsChanged(tx, courseId, at)
    })
    return contents.resourceFor(courseId, id, caller)
  }

  /** Replaces a package by another one, which the package feature has already examined. Returns false if both are the same. */
  async replacePackage(
    tx: Tx,
    caller: Caller,
    { courseId, id, mediaId }: { courseId: number; id: number; mediaId: number },
  ): Promise<boolean> {
    const { module, resource } = await this.#lockedResource(tx, courseId, id)
    if (resource.media?.id === mediaId) return false
    const at = this.#deps.clock.now()
    await noteEdits(tx, { kind: 'resource', ids: [id], field: 'filePath', by: caller.userId, at })
    await contentStore.updateResource(tx, id, { mediaId })
    if (module.isPublished && resource.isPublished) await store.noteContentsChanged(tx, courseId, at)
    return true
  }

  async #lockedResource(
    tx: Tx,
    courseId: number,
    id: number,
  ): Promise<{ module: ContentRow; resource: ResourceRow }> {
    await lockForWriting(tx, courseId)
    const modules = await contentStore.contentsOf(tx, courseId, { includeDrafts: true, learnerId: null })
    const module = modules.find(({ resources }) => resources.some((one) => one.id === id))
    const resource = module?.resources.find((one) => one.id === id)
    return module && resource ? { module, resource } : refuse('RESOURCE_NOT_FOUND')
  }
}
