/** Changes modules and resources. Each change locks the row of the course. */
import { isDeepStrictEqual } from 'node:util'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { titleMaxLength, type FileType } from '@apogee/contracts/limits.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { noteEdits, recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { titleFromName, type Media } from '#server/features/media/media.service.ts'
import { replaceCaptions, type CaptionForm } from './captions.writing.ts'
import { presentCaptions, presentContents } from '../courses.present.ts'
import { courseLimits, fileTypeFits } from '../course-limits.ts'
import { movedTo, orderForNew } from '../courses.rules.ts'
import type { ContentRow, ResourceRow } from './contents.rows.ts'
import * as contentStore from './contents.store.ts'
import * as store from '../courses.store.ts'
import { insertLessonText } from '../lesson-texts/lesson-texts.store.ts'

export interface ContentForm {
  title: string
  description?: string | undefined
  order?: number | undefined
  isPublished?: boolean | undefined
}

export interface ContentChanges extends Partial<ContentForm> {
  /** Null means that the module opens with the enrolment. */
  opening?: ModuleOpening | null | undefined
  version?: number | undefined
}

export interface ResourceForm {
  title?: string | undefined
  filePath: string
  fileType: FileType
  captions?: readonly CaptionForm[] | undefined
}

export interface ResourceChanges {
  title?: string | undefined
  order?: number | undefined
  isPublished?: boolean | undefined
  isPreview?: boolean | undefined
  practice?: Practice | undefined
  chapters?: readonly Chapter[] | undefined
  captions?: readonly CaptionForm[] | undefined
  version?: number | undefined
}

interface Movable {
  id: number
  order: number
}

interface ContentWritingDependencies {
  database: Database
  clock: Clock
  media: Media
}

/** Locks the course, so that its contents can be changed. Refuses if the course does not exist. */
export async function lockForWriting(
  tx: Tx,
  courseId: number,
  options?: { toDelete: boolean },
): Promise<void> {
  if (!(await store.lockCourse(tx, courseId, options))) refuse('COURSE_NOT_FOUND')
}

export class ContentWriting {
  readonly #deps: ContentWritingDependencies

  constructor(deps: ContentWritingDependencies) {
    this.#deps = deps
  }

  readonly #urlFor: Media['urlFor'] = (caller, file) => this.#deps.media.urlFor(caller, file)

  /** Locks the course and returns all its contents with drafts. */
  async #contentsForWriting(tx: Tx, courseId: number): Promise<ContentRow[]> {
    await lockForWriting(tx, courseId)
    return contentStore.contentsOf(tx, courseId, { includeDrafts: true, learnerId: null })
  }

  readonly #forOwner = (caller: Caller) =>
    ({ caller, includeFiles: true, canPrepare: this.#deps.media.streams.isPossible }) as const

  async contentFor(courseId: number, id: number, caller: Caller): Promise<CourseContent> {
    const contents = await contentStore.contentsOf(this.#deps.database.kysely, courseId, {
      includeDrafts: true,
      learnerId: null,
    })
    const content = presentContents(contents, this.#forOwner(caller), this.#urlFor).find(
      (candidate) => candidate.id === id,
    )
    return content ?? refuse('CONTENT_NOT_FOUND')
  }

  async resourceFor(courseId: number, id: number, caller: Caller): Promise<CourseResource> {
    const contents = await contentStore.contentsOf(this.#deps.database.kysely, courseId, {
      includeDrafts: true,
      learnerId: null,
    })
    const resource = presentContents(contents, this.#forOwner(caller), this.#urlFor)
      .flatMap(({ resources }) => resources)
      .find((candidate) => candidate.id === id)
    return resource ?? refuse('RESOURCE_NOT_FOUND')
  }

  #noteEdit<Item extends Movable>(
    tx: Tx,
    caller: Caller,
    kind: 'module' | 'resource',
    { item, version, changes }: { item: Item; version: number | undefined; changes: object },
  ): Promise<void> {
    const edit = { kind, id: item.id, by: caller.userId, at: this.#deps.clock.now(), version }
    return recordEdit<object>(tx, { ...edit, current: item, changes, pressed: 'order' })
  }

  /** Compares caption tracks by their files, because the signature in a file's URL changes every hour. */
  #noteResourceEdit(
    tx: Tx,
    caller: Caller,
    resource: ResourceRow,
    { version, ...changes }: ResourceChanges,
  ): Promise<void> {
    const captions = presentCaptions(resource, caller, this.#urlFor)
    const areSame =
      changes.captions?.length === captions.length &&
      changes.captions.every(({ language, url }) =>
        resource.captions.some(
          (track) => track.language === language && this.#deps.media.names(url, track.publicId),
        ),
      )
    return this.#noteEdit(tx, caller, 'resource', {
      item: { ...resource, captions },
      version,
      changes: areSame ? { ...changes, captions } : changes,
    })
  }

  /** Renumbers the siblings, and records an edit of each one whose order has changed. */
  async #move(
    tx: Tx,
    { userId: by }: Caller,
    kind: 'module' | 'resource',
    siblings: readonly Movable[],
    ids: readonly number[],
  ): Promise<void> {
    const before = new Map(siblings.map(({ id, order }) => [id, order]))
    const moved = ids.filter((id, index) => before.get(id) !== index)
    await noteEdits(tx, { kind, ids: moved, field: 'order', by, at: this.#deps.clock.now() })
    await contentStore.renumber(tx, kind === 'module' ? 'course_contents' : 'course_resources', ids)
  }

  /** Records that published contents have changed. Changes of drafts are not recorded. */
  #noteShown(tx: Tx, courseId: number, isShown: boolean): Promise<void> | undefined {
    return isShown ? store.noteContentsChanged(tx, courseId, this.#deps.clock.now()) : undefined
  }

  /**
   * Tells other features that learners may have completed the course. Adding an item completes it for nobody, so only publishing,
   * hiding and deleting items call this.
   */
  readonly #tellChanged = (tx: Tx, courseId: number): Promise<void> =>
    emit(tx, 'course.contents-changed', { courseId })

  /**
   * Creates an unpublished module. It gets the wished order if that is free, or else goes to the end
   * (docs/specification.md#4-states-and-transitions).
   */
  async createContent(
    caller: Caller,
    courseId: number,
    { clientKey, ...form }: ContentForm & { clientKey?: string | undefined },
  ): Promise<CourseContent> {
    const id = await this.#deps.database.transaction(async (tx) => {
      const siblings = await this.#contentsForWriting(tx, courseId)
      const created = clientKey && (await contentStore.contentByKey(tx, courseId, clientKey))
      if (created) return created
      if (siblings.length >= courseLimits.modules) refuse('COURSE_FULL')
      await this.#noteShown(tx, courseId, form.isPublished ?? false)
      return contentStore.insertContent(tx, {
        courseId,
        title: form.title,
        description: form.description ?? '',
        order: orderForNew(
          siblings.map(({ order }) => order),
          form.order,
        ),
        isPublished: form.isPublished ?? false,
        clientKey,
      })
    })
    return this.contentFor(courseId, id, caller)
  }

  async updateContent(
    caller: Caller,
    courseId: number,
    id: number,
    { version, ...changes }: ContentChanges,
  ): Promise<CourseContent> {
    await this.#deps.database.transaction(async (tx) => {
      const siblings = await this.#contentsForWriting(tx, courseId)
      const content = siblings.find((candidate) => candidate.id === id) ?? refuse('CONTENT_NOT_FOUND')
      if (changes.opening && !isDeepStrictEqual(changes.opening, content.opening))
        requireEarlierItem(changes.opening, siblings, content)
      await this.#noteEdit(tx, caller, 'module', { item: content, version, changes })
      await contentStore.updateContent(tx, id, changes)
      await this.#noteShown(tx, courseId, content.isPublished || changes.isPublished === true)
      if ((changes.isPublished ?? content.isPublished) !== content.isPublished)
        await this.#tellChanged(tx, courseId)
      if (changes.order !== undefined) {
        await this.#move(tx, caller, 'module', siblings, movedTo(siblings, id, changes.order))
      }
    })
    return this.contentFor(courseId, id, caller)
  }

  async deleteContent(courseId: number, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const siblings = await this.#contentsForWriting(tx, courseId)
      const content = siblings.find((candidate) => candidate.id === id) ?? refuse('CONTENT_NOT_FOUND')
      await contentStore.deleteContent(tx, id)
      await this.#noteShown(tx, courseId, content.isPublished)
      if (content.isPublished) await this.#tellChanged(tx, courseId)
    })
  }

  async createResource(
    caller: Caller,
    courseId: number,
    contentId: number,
    form: ResourceForm,
  ): Promise<CourseResource> {
    const id = await this.#deps.database.transaction(async (tx) => {
      const content = await this.#moduleWithRoom(tx, courseId, contentId)
      const file = await this.#deps.media.resolveUpload(tx, caller, form.filePath, ['lesson', 'quiz'])
      if (!fileTypeFits(form.fileType, file.contentType)) {
        refuse('VALIDATION', {
          issues: [{ path: 'fileType', message: `does not fit the uploaded file (${file.contentType})` }],
        })
      }
      if (form.captions)
        await replaceCaptions(tx, this.#deps.media, caller, { video: file, captions: form.captions })
      await this.#noteShown(tx, courseId, content.isPublished)
      const quiz = form.fileType === 'quiz' ? await this.#deps.media.quizIn(file) : undefined
      return contentStore.insertResource(tx, {
        contentId,
        mediaId: file.id,
        title: form.title || titleFromName(file.originalName) || untitled[form.fileType],
        fileType: form.fileType,
        order: orderAtEnd(content),
        isPublished: true,
        isPreview: false,
        passPercentage: quiz?.passPercentage,
        isAssignment: quiz?.assignment !== undefined,
      })
    })
    return this.resourceFor(courseId, id, caller)
  }

  /** Creates an unpublished text lesson, so that learners see no empty text. */
  createText(
    caller: Caller,
    courseId: number,
    contentId: number,
    given: { title: string; clientKey?: string | undefined },
  ): Promise<CourseResource> {
    const text = { ...given, fileType: 'reading', words: 0 } as const
    return this.#createUnpublished(caller, { courseId, contentId }, text, (tx, id) =>
      insertLessonText(tx, id, { document: emptyDocument, at: this.#deps.clock.now() }),
    )
  }

  /** Creates an unpublished quiz without a file. Authors write its questions in the editor. */
  readonly createQuiz = (
    caller: Caller,
    courseId: number,
    contentId: number,
    { title, isAssignment }: { title: string; isAssignment?: boolean | undefined },
  ): Promise<CourseResource> =>
    this.#createUnpublished(caller, { courseId, contentId }, { title, fileType: 'quiz', isAssignment })

  async #createUnpublished(
    caller: Caller,
    { courseId, contentId }: { courseId: number; contentId: number },
    resource: Pick<contentStore.NewResource, 'title' | 'fileType' | 'words' | 'clientKey' | 'isAssignment'>,
    fill?: (tx: Tx, id: number) => Promise<void>,
  ): Promise<CourseResource> {
    const id = await this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const { clientKey } = resource
      const created = clientKey && (await contentStore.resourceByKey(tx, courseId, clientKey))
      if (created) return created
      const content = await this.#moduleWithRoom(tx, courseId, contentId)
      const resourceId = await contentStore.insertResource(tx, {
        ...resource,
        contentId,
        mediaId: null,
        order: orderAtEnd(content),
        isPublished: false,
        isPreview: false,
      })
      await fill?.(tx, resourceId)
      return resourceId
    })
    return this.resourceFor(courseId, id, caller)
  }

  /** Adds an unpublished lesson of a file that another feature plays, such as a package. */
  async addFile(
    tx: Tx,
    courseId: number,
    contentId: number,
    { mediaId, title }: { mediaId: number; title: string },
  ): Promise<number> {
    const content = await this.#moduleWithRoom(tx, courseId, contentId)
    return contentStore.insertResource(tx, {
      contentId,
      mediaId,
      title: cutText(title, titleMaxLength),
      fileType: 'other',
      order: orderAtEnd(content),
      isPublished: false,
      isPreview: false,
    })
  }

  /** Locks the course until the end of the transaction. */
  readonly lockFor = (tx: Tx, courseId: number): Promise<void> => lockForWriting(tx, courseId)

  /** Publishes a quiz to learners. The course must be locked. A null `passPercentage` means a quiz without a pass mark. */
  async publishQuiz(
    tx: Tx,
    caller: Caller,
    given: { courseId: number; resourceId: number; passPercentage: number | null },
  ): Promise<void> {
    const { courseId, resourceId: id, passPercentage } = given
    const contents = await contentStore.contentsOf(tx, courseId, { includeDrafts: true, learnerId: null })
    const content = contents.find(({ resources }) => resources.some((resource) => resource.id === id))
    const resource = content?.resources.find((candidate) => candidate.id === id)
    if (!content || !resource) refuse('RESOURCE_NOT_FOUND')
    await contentStore.showQuiz(tx, id, passPercentage)
    await this.#noteShown(tx, courseId, content.isPublished)
    if (!resource.isPublished) {
      const at = this.#deps.clock.now()
      await noteEdits(tx, { kind: 'resource', ids: [id], field: 'isPublished', by: caller.userId, at })
    }
    // A change of the pass mark may complete the course for learners too.
    await this.#tellChanged(tx, courseId)
  }

  /** Locks the course and returns the module. Refuses if the course has no room for another item. */
  async #moduleWithRoom(tx: Tx, courseId: number, contentId: number): Promise<ContentRow> {
    const contents = await this.#contentsForWriting(tx, courseId)
    const content = contents.find((candidate) => candidate.id === contentId) ?? refuse('CONTENT_NOT_FOUND')
    const items = contents.reduce((sum, { resources }) => sum + resources.length, 0)
    if (items >= courseLimits.items) refuse('COURSE_FULL')
    return content
  }

  async updateResource(
    caller: Caller,
    courseId: number,
    id: number,
    changes: ResourceChanges,
  ): Promise<CourseResource> {
    await this.#deps.database.transaction(async (tx) => {
      const contents = await this.#contentsForWriting(tx, courseId)
      const content = contents.find(({ resources }) => resources.some((resource) => resource.id === id))
      const resource = content?.resources.find((candidate) => candidate.id === id)
      if (!content || !resource) refuse('RESOURCE_NOT_FOUND')
      await this.#noteResourceEdit(tx, caller, resource, changes)
      requireChaptersInVideo(resource, changes.chapters)
      await contentStore.updateResource(tx, id, changes)
      const isShown = resource.isPublished || changes.isPublished === true
      await this.#noteShown(tx, courseId, content.isPublished && isShown)
      if ((changes.isPublished ?? resource.isPublished) !== resource.isPublished) {
        await this.#tellChanged(tx, courseId)
      }
      if (changes.order !== undefined) {
        await this.#move(
          tx,
          caller,
          'resource',
          content.resources,
          movedTo(content.resources, id, changes.order),
        )
      }
      if (changes.captions) {
        const file = resource.media && (await this.#deps.media.fileById(tx, resource.media.id))
        if (!file) refuse('RESOURCE_NOT_FOUND')
        await replaceCaptions(tx, this.#deps.media, caller, { video: file, captions: changes.captions })
      }
    })
    return this.resourceFor(courseId, id, caller)
  }

  /** Requests the qualities of a video. Does nothing while they are in preparation or ready. */
  async prepareStream(courseId: number, id: number): Promise<void> {
    const { database, media } = this.#deps
    const contents = await contentStore.contentsOf(database.kysely, courseId, {
      includeDrafts: true,
      learnerId: null,
    })
    const resource = contents.flatMap(({ resources }) => resources).find((candidate) => candidate.id === id)
    if (!resource) refuse('RESOURCE_NOT_FOUND')
    const file = resource.media
    if (!file || resource.fileType !== 'video' || !media.streams.isPossible) refuse('VIDEO_NOT_PREPARED')
    await database.transaction((tx) => media.streams.request(tx, file.id))
  }

  async deleteResource(courseId: number, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const contents = await this.#contentsForWriting(tx, courseId)
      const content = contents.find(({ resources }) => resources.some((resource) => resource.id === id))
      const resource = content?.resources.find((candidate) => candidate.id === id)
      if (!content || !resource) refuse('RESOURCE_NOT_FOUND')
      await contentStore.deleteResource(tx, id)
      await this.#noteShown(tx, courseId, content.isPublished && resource.isPublished)
      if (resource.isPublished) await this.#tellChanged(tx, courseId)
    })
  }
}

const orderAtEnd = ({ resources }: ContentRow): number =>
  orderForNew(
    resources.map(({ order }) => order),
    undefined,
  )

/** Requires that chapters belong to a video and start before its end. */
function requireChaptersInVideo(
  { fileType, media }: ResourceRow,
  chapters: readonly Chapter[] | undefined,
): void {
  // Clients send all fields of a lesson back. A lesson that is not a video then has an empty list of chapters, which changes
  // nothing.
  if (!chapters || chapters.length === 0) return
  if (fileType !== 'video')
    refuse('VALIDATION', { issues: [{ path: 'chapters', message: 'belong to a video' }] })
  const late = chapters.findIndex(({ atSeconds }) => atSeconds >= (media?.seconds ?? Infinity))
  if (late >= 0) {
    refuse('VALIDATION', {
      issues: [{ path: `chapters.${late}.atSeconds`, message: 'is after the end of the video' }],
    })
  }
}

const untitled: Readonly<Record<FileType, string>> = {
  video: 'Video',
  pdf: 'Document',
  document: 'Document',
  quiz: 'Quiz',
  reading: 'Reading',
  assignment: 'Assignment',
  other: 'File',
}

/** Refuses OPENING_ITEM if the rule names an item that is in no earlier module of the course. */
function requireEarlierItem(
  opening: ModuleOpening,
  modules: readonly ContentRow[],
  module: ContentRow,
): void {
  if (!('afterItem' in opening)) return
  const earlier = modules.slice(0, modules.indexOf(module)).flatMap(({ resources }) => resources)
  if (!earlier.some(({ id }) => id === opening.afterItem)) refuse('OPENING_ITEM')
}
