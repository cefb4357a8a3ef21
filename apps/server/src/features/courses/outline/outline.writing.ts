/**
 * Changes many modules or resources at once, copies them, and removes them so that the removal can be undone
 * (docs/decisions/course-editing.md).
 */
import { restorableMs } from '@apogee/contracts/courses/outline.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Caller } from '#server/policy/caller.ts'
import { noteEdits, recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockForWriting, type ContentWriting } from './contents.writing.ts'
import { courseLimits } from '../course-limits.ts'
import { copyTitle, placedBefore } from '../courses.rules.ts'
import type { ContentRow, ResourceRow } from './contents.rows.ts'
import * as contentStore from './contents.store.ts'
import * as store from '../courses.store.ts'
import { copyText } from '../lesson-texts/lesson-texts.store.ts'
import * as outline from './outline.store.ts'

export interface MovedItem {
  id: number
  /** The client read this version. It shows whether another person has changed the item since. */
  version?: number | undefined
}

export interface NamedItems {
  modules?: readonly number[] | undefined
  resources?: readonly number[] | undefined
}

interface OutlineDependencies {
  database: Database
  clock: Clock
  contents: ContentWriting
}

interface Placement {
  kind: outline.ItemKind
  items: readonly MovedItem[]
  /** These are the items that are at the destination already, in order. */
  siblings: readonly { id: number; order: number }[]
  /** Contains the moved items that come from another module. */
  arriving?: ReadonlySet<number>
  beforeId: number | null
}

export const purgeTask = 'courses.delete-removed'
const kinds = ['module', 'resource'] as const

export class OutlineWriting {
  readonly #deps: OutlineDependencies

  constructor(deps: OutlineDependencies) {
    this.#deps = deps
  }

  /** Runs a change in a transaction that holds the lock of the course. */
  #write<T>(courseId: number, work: (tx: Tx, contents: readonly ContentRow[]) => Promise<T>): Promise<T> {
    return this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      return work(tx, await contentStore.contentsOf(tx, courseId, { includeDrafts: true, learnerId: null }))
    })
  }

  #noteShown(tx: Tx, courseId: number): Promise<void> {
    return store.noteContentsChanged(tx, courseId, this.#deps.clock.now())
  }

  async moveModules(
    caller: Caller,
    courseId: number,
    { items, beforeId }: { items: readonly MovedItem[]; beforeId: number | null },
  ): Promise<void> {
    await this.#write(courseId, async (tx, siblings) => {
      const known = new Set(siblings.map(({ id }) => id))
      const named = [...items.map(({ id }) => id), ...(beforeId === null ? [] : [beforeId])]
      if (named.some((id) => !known.has(id))) refuse('CONTENT_NOT_FOUND')
      await this.#place(tx, caller, { kind: 'module', items, siblings, beforeId })
      await this.#noteShown(tx, courseId)
    })
  }

  /** Moves resources with their progress, notes, drafts and questions, which belong to the resource. */
  async moveResources(
    caller: Caller,
    courseId: number,
    { items, moduleId, beforeId }: { items: readonly MovedItem[]; moduleId: number; beforeId: number | null },
  ): Promise<void> {
    await this.#write(courseId, async (tx, contents) => {
      const to = contents.find(({ id }) => id === moduleId) ?? refuse('CONTENT_NOT_FOUND')
      const moved = new Set(items.map(({ id }) => id))
      const from = contents.filter(({ resources }) => resources.some(({ id }) => moved.has(id)))
      const found = from.flatMap(({ resources }) => resources.filter(({ id }) => moved.has(id)))
      if (found.length < moved.size) refuse('RESOURCE_NOT_FOUND')
      if (beforeId !== null && !to.resources.some(({ id }) => id === beforeId)) refuse('RESOURCE_NOT_FOUND')
      const arriving = new Set(found.filter(({ contentId }) => contentId !== to.id).map(({ id }) => id))
      const siblings = [...to.resources, ...found.filter(({ id }) => arriving.has(id))]
      await outline.placeInModule(tx, [...arriving], to.id)
      await this.#place(tx, caller, { kind: 'resource', items, siblings, arriving, beforeId })
      await this.#noteShown(tx, courseId)
      // Moving a lesson between a draft module and a published one shows it to learners or hides it.
      if (from.some(({ isPublished }) => isPublished !== to.isPublished))
        await emit(tx, 'course.contents-changed', { courseId })
    })
  }

  /** Refuses to move an item that another person has moved meanwhile. Records the new position of all displaced items. */
  async #place(
    tx: Tx,
    { userId: by }: Caller,
    { kind, items, siblings, arriving = new Set(), beforeId }: Placement,
  ): Promise<void> {
    const at = this.#deps.clock.now()
    const ids = placedBefore(
      siblings.map(({ id }) => id),
      items.map(({ id }) => id),
      beforeId,
    )
    const orderOf = new Map(siblings.map(({ id, order }) => [id, order]))
    const placeOf = new Map(ids.map((id, place) => [id, place]))
    for (const { id, version } of items) {
      const current: { order: number | null } = { order: arriving.has(id) ? null : (orderOf.get(id) ?? null) }
      const changes = { order: placeOf.get(id) ?? null }
      await recordEdit<{ order: number | null }>(tx, {
        kind,
        id,
        by,
        at,
        version,
        current,
        changes,
        pressed: 'order',
      })
    }
    const named = new Set(items.map(({ id }) => id))
    const displaced = ids.filter((id, place) => !named.has(id) && orderOf.get(id) !== place)
    await noteEdits(tx, { kind, ids: displaced, field: 'order', by, at })
    await contentStore.renumber(tx, outline.tableOf[kind], ids)
  }

  /** Publishes or hides these items. Items that no longer exist are skipped. */
  async publish(
    caller: Caller,
    courseId: number,
    { modules = [], resources = [], isPublished }: NamedItems & { isPublished: boolean },
  ): Promise<void> {
    await this.#write(courseId, async (tx, contents) => {
      const items = { module: contents, resource: contents.flatMap((content) => content.resources) }
      const named = { module: new Set(modules), resource: new Set(resources) }
      let changed = 0
      for (const kind of kinds) {
        const ids = items[kind]
          .filter((item) => named[kind].has(item.id) && item.isPublished !== isPublished)
          .map(({ id }) => id)
        const at = this.#deps.clock.now()
        await noteEdits(tx, { kind, ids, field: 'isPublished', by: caller.userId, at })
        await outline.setItemsPublished(tx, kind, ids, isPublished)
        changed += ids.length
      }
      if (changed === 0) return
      await this.#noteShown(tx, courseId)
      await emit(tx, 'course.contents-changed', { courseId })
    })
  }

  /**
   * Hides the items from learners at once; a job deletes them later. Learners may complete the course by the removal only after
   * that job. Until then, the removal can be undone without having completed anything.
   */
  async remove(courseId: number, { modules = [], resources = [] }: NamedItems): Promise<void> {
    await this.#write(courseId, async (tx) => {
      const at = this.#deps.clock.now()
      const present = (await outline.itemsOf(tx, courseId, { modules, resources })).filter(
        ({ removedAt }) => removedAt === null,
      )
      if (present.length === 0) return
      for (const kind of kinds) await outline.markRemoved(tx, kind, idsOf(present, kind), at)
      await this.#noteShown(tx, courseId)
      const runAt = new Date(at.getTime() + restorableMs)
      await enqueue(tx, purgeTask, { courseId, until: at.toISOString() }, { runAt })
    })
  }

  async restore(courseId: number, { modules = [], resources = [] }: NamedItems): Promise<void> {
    await this.#write(courseId, async (tx) => {
      const found = await outline.itemsOf(tx, courseId, { modules, resources })
      if (found.length < new Set(modules).size + new Set(resources).size) refuse('REMOVAL_FINAL')
      for (const kind of kinds) await outline.unmarkRemoved(tx, kind, idsOf(found, kind))
      const contents = await contentStore.contentsOf(tx, courseId, { includeDrafts: true, learnerId: null })
      const items = contents.reduce((sum, content) => sum + content.resources.length, 0)
      if (contents.length > courseLimits.modules || items > courseLimits.items) refuse('COURSE_FULL')
      // Items may have been moved or added since the removal, so renumbering gives each item a place of its own again.
      await contentStore.renumber(tx, 'course_contents', idsIn(contents))
      for (const content of contents)
        await contentStore.renumber(tx, 'course_resources', idsIn(content.resources))
      await this.#noteShown(tx, courseId)
    })
  }

  /**
   * Deletes items that were removed until `until`, unless they have been restored. A job calls this once, when the time to undo is
   * over by the clock of the database. The clock of the process may be behind, so it is not asked.
   */
  async deleteRemoved(courseId: number, until?: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      // The course itself may have been deleted before the job runs.
      if (!(await store.lockCourse(tx, courseId))) return
      const before = until ? new Date(until) : new Date(this.#deps.clock.now().getTime() - restorableMs)
      const removed = await outline.lockRemoved(tx, courseId, before)
      for (const { kind, id } of removed)
        await (kind === 'module' ? contentStore.deleteContent(tx, id) : contentStore.deleteResource(tx, id))
      if (removed.some(({ wasShown }) => wasShown)) await emit(tx, 'course.contents-changed', { courseId })
    })
  }

  async copyContent(caller: Caller, courseId: number, id: number): Promise<CourseContent> {
    const copy = await this.#write(courseId, async (tx, contents) => {
      const content = contents.find((one) => one.id === id) ?? refuse('CONTENT_NOT_FOUND')
      if (contents.length >= courseLimits.modules) refuse('COURSE_FULL')
      this.#refuseWithoutRoom(contents, content.resources.length)
      const { title, description, resources } = content
      const contentId = await contentStore.insertContent(tx, {
        courseId,
        description,
        isPublished: false,
        order: contents.length,
        title: copyTitle(title),
      })
      await contentStore.setOpening(tx, contentId, content.opening)
      const copies = []
      for (const [order, resource] of resources.entries())
        copies.push(await copyOf(tx, resource, { contentId, order, isDraft: false, title: resource.title }))
      await tellCopied(tx, copies)
      await contentStore.renumber(tx, 'course_contents', placedBehind(idsIn(contents), contentId, id))
      return contentId
    })
    return this.#deps.contents.contentFor(courseId, copy, caller)
  }

  async copyResource(caller: Caller, courseId: number, id: number): Promise<CourseResource> {
    const copy = await this.#write(courseId, async (tx, contents) => {
      const content = contents.find(({ resources }) => resources.some((one) => one.id === id))
      const resource = content?.resources.find((one) => one.id === id)
      if (!content || !resource) refuse('RESOURCE_NOT_FOUND')
      this.#refuseWithoutRoom(contents, 1)
      const { contentId, title } = resource
      const placed = { contentId, order: content.resources.length, isDraft: true, title: copyTitle(title) }
      const copied = await copyOf(tx, resource, placed)
      await tellCopied(tx, [copied])
      await contentStore.renumber(
        tx,
        'course_resources',
        placedBehind(idsIn(content.resources), copied.id, id),
      )
      return copied.id
    })
    return this.#deps.contents.resourceFor(courseId, copy, caller)
  }

  #refuseWithoutRoom(contents: readonly ContentRow[], more: number): void {
    const items = contents.reduce((sum, { resources }) => sum + resources.length, 0)
    if (items + more > courseLimits.items) refuse('COURSE_FULL')
  }
}

const idsIn = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id)

const idsOf = (items: readonly outline.OutlineItem[], kind: outline.ItemKind): number[] =>
  items.filter((item) => item.kind === kind).map(({ id }) => id)

const placedBehind = (ids: readonly number[], copy: number, original: number): number[] =>
  ids.flatMap((id) => (id === original ? [id, copy] : [id]))

async function copyOf(
  tx: Tx,
  { id, words, fileType }: ResourceRow,
  placed: Parameters<typeof contentStore.copyResource>[2],
): Promise<Pick<ResourceRow, 'id' | 'fileType'>> {
  const copy = await contentStore.copyResource(tx, id, placed)
  if (words !== null) await copyText(tx, id, copy)
  return { id: copy, fileType }
}

/** Tells other features that resources were copied, so that they copy the data that they store for the resources. */
export async function tellCopied(
  tx: Tx,
  copies: readonly Pick<ResourceRow, 'id' | 'fileType'>[],
): Promise<void> {
  // A video may be followed by a question, which is copied like a quiz.
  const resourceIds = idsIn(copies.filter(({ fileType }) => fileType === 'quiz' || fileType === 'video'))
  if (resourceIds.length > 0) await emit(tx, 'course.quizzes-copied', { resourceIds })
}
