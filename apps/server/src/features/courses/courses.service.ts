import type { Course, CourseContent, CourseResource } from '@apogee/contracts/courses.ts'
import type { CourseCategory, FileType } from '@apogee/contracts/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import { emit } from '../../events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.d.ts'
import type { Caller, MaybeCaller } from '../../policy/caller.ts'
import { refuse } from '../../policy/refusal.ts'
import type { Businesses } from '../businesses/businesses.service.ts'
import type { Media, MediaRow } from '../media/media.service.ts'
import { titleFromName } from '../media/media.service.ts'
import * as present from './courses.present.ts'
import { courseLimits, fileTypeFits, movedTo, orderForNew, pageInSequence } from './courses.rules.ts'
import * as store from './courses.store.ts'

export { courseColumns, courseJoins } from './courses.store.ts'
export type { ContentRow, CourseRow, ResourceRow } from './courses.store.ts'
export type { ContentsView } from './courses.present.ts'

type Db = Kysely<DB> | Transaction<DB>

export interface CoursesParts {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf'>
  media: Media
}

export interface CourseForm {
  title: string
  description: string
  image?: string | undefined
  isPrivate?: boolean | undefined
  /** Sen. */
  price?: number | undefined
  category?: CourseCategory | null | undefined
  instructorId?: number | undefined
}

interface CaptionForm {
  language: 'en' | 'ms'
  url: string
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
  captions?: readonly CaptionForm[] | undefined
}

type PageQuery = { limit?: number | undefined; cursor?: string | undefined; page?: number | undefined }

export type Courses = ReturnType<typeof createCourses>

export function createCourses({ database, clock, businesses, media }: CoursesParts) {
  const presentCourse = (row: store.CourseRow, caller: MaybeCaller): Course =>
    present.presentCourse(row, caller, media.urlFor)
  const presentContents = (rows: readonly store.ContentRow[], view: present.ContentsView): CourseContent[] =>
    present.presentContents(rows, view, media.urlFor)

  /** Creates the course for the caller's seller: whose it is never comes from the client. */
  async function createCourse(caller: Caller, form: CourseForm): Promise<Course> {
    const id = await database.transaction(async (tx) => {
      const sellerId = await businesses.sellerOf(tx, caller)
      const instructorId = form.instructorId ?? caller.userId
      if (instructorId !== caller.userId)
        await refuseUnfitInstructor(tx, caller, instructorId, caller.businessId)
      return store.insertCourse(tx, {
        sellerId,
        createdBy: caller.userId,
        instructorId,
        title: form.title,
        description: form.description,
        imageId: (await coverFrom(tx, caller, form.image)) ?? null,
        priceCents: form.price ?? 0,
        isPrivate: form.isPrivate ?? false,
        category: form.category ?? null,
      })
    })
    return courseAfterWriting(id, caller)
  }

  async function updateCourse(
    caller: Caller,
    courseId: number,
    changes: Partial<CourseForm>,
  ): Promise<Course> {
    await database.transaction(async (tx) => {
      await lock(tx, courseId)
      const course = (await store.courseById(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      const { instructorId } = changes
      if (
        instructorId !== undefined &&
        instructorId !== course.instructorId &&
        instructorId !== caller.userId
      ) {
        await refuseUnfitInstructor(tx, caller, instructorId, course.businessId)
      }
      await store.updateCourse(tx, courseId, {
        title: changes.title,
        description: changes.description,
        imageId: await coverFrom(tx, caller, changes.image, course.imagePublicId),
        priceCents: changes.price,
        isPrivate: changes.isPrivate,
        category: changes.category,
        instructorId,
      })
    })
    return courseAfterWriting(courseId, caller)
  }

  /** A course that somebody has, had or pays for is archived: they keep it, nobody else sees it. */
  async function deleteCourse(courseId: number): Promise<'deleted' | 'archived'> {
    return database.transaction(async (tx) => {
      await lock(tx, courseId, { toDelete: true })
      if (await store.isBoundToPeople(tx, courseId)) {
        await store.archiveCourse(tx, courseId, clock.now())
        await emit(tx, 'course.archived', { courseId })
        return 'archived'
      }
      await store.deleteCourse(tx, courseId)
      return 'deleted'
    })
  }

  /** Somebody who teaches in the same business; a superadmin names anybody who teaches. */
  async function refuseUnfitInstructor(
    tx: Transaction<DB>,
    caller: Caller,
    instructorId: number,
    businessId: number | null,
  ): Promise<void> {
    const teacher = await store.teacherById(tx, instructorId)
    const isOfTeam = businessId !== null && teacher?.businessId === businessId
    if (teacher && (caller.role === 'superadmin' || isOfTeam)) return
    refuse('VALIDATION', {
      issues: [{ path: 'instructorId', message: 'must be somebody who teaches in your business' }],
    })
  }

  /** '' takes the cover away, absent leaves it, the URL of the present one is always right. */
  async function coverFrom(
    tx: Transaction<DB>,
    caller: Caller,
    image: string | undefined,
    present: string | null = null,
  ): Promise<number | null | undefined> {
    if (image === undefined) return undefined
    if (image === '') return null
    if (present !== null && media.names(image, present)) return undefined
    return (await media.resolveUpload(tx, caller, image, ['cover'])).id
  }

  async function courseAfterWriting(id: number, caller: Caller): Promise<Course> {
    const row = await store.courseById(database.kysely, id)
    return row ? presentCourse(row, caller) : refuse('COURSE_NOT_FOUND')
  }

  async function lock(tx: Transaction<DB>, courseId: number, options?: { toDelete: boolean }): Promise<void> {
    if (!(await store.lockCourse(tx, courseId, options))) refuse('COURSE_NOT_FOUND')
  }

  /** Everything in the course, drafts included, under its lock: what a writer decides by. */
  async function contentsForWriting(tx: Transaction<DB>, courseId: number): Promise<store.ContentRow[]> {
    await lock(tx, courseId)
    return store.contentsOf(tx, courseId, { includeDrafts: true })
  }

  const forOwner = (caller: Caller) => ({ caller, includeFiles: true, includeDrafts: true }) as const

  async function contentAfterWriting(courseId: number, id: number, caller: Caller): Promise<CourseContent> {
    const contents = await store.contentsOf(database.kysely, courseId, { includeDrafts: true })
    const content = presentContents(contents, forOwner(caller)).find((candidate) => candidate.id === id)
    return content ?? refuse('CONTENT_NOT_FOUND')
  }

  async function resourceAfterWriting(courseId: number, id: number, caller: Caller): Promise<CourseResource> {
    const contents = await store.contentsOf(database.kysely, courseId, { includeDrafts: true })
    const resource = presentContents(contents, forOwner(caller))
      .flatMap(({ resources }) => resources)
      .find((candidate) => candidate.id === id)
    return resource ?? refuse('RESOURCE_NOT_FOUND')
  }

  /** Spec §4: unpublished unless said otherwise, at the end unless the wished order is free. */
  async function createContent(
    caller: Caller,
    courseId: number,
    form: {
      title: string
      description?: string | undefined
      order?: number | undefined
      isPublished?: boolean | undefined
    },
  ): Promise<CourseContent> {
    const id = await database.transaction(async (tx) => {
      const siblings = await contentsForWriting(tx, courseId)
      if (siblings.length >= courseLimits.modules) refuse('COURSE_FULL')
      return store.insertContent(tx, {
        courseId,
        title: form.title,
        description: form.description ?? '',
        order: orderForNew(
          siblings.map(({ order }) => order),
          form.order,
        ),
        isPublished: form.isPublished ?? false,
      })
    })
    return contentAfterWriting(courseId, id, caller)
  }

  async function updateContent(
    caller: Caller,
    courseId: number,
    id: number,
    changes: {
      title?: string | undefined
      description?: string | undefined
      order?: number | undefined
      isPublished?: boolean | undefined
    },
  ): Promise<CourseContent> {
    await database.transaction(async (tx) => {
      const siblings = await contentsForWriting(tx, courseId)
      if (!siblings.some((content) => content.id === id)) refuse('CONTENT_NOT_FOUND')
      await store.updateContent(tx, id, changes)
      if (changes.order !== undefined) {
        await store.renumber(tx, 'course_contents', movedTo(siblings, id, changes.order))
      }
    })
    return contentAfterWriting(courseId, id, caller)
  }

  async function deleteContent(courseId: number, id: number): Promise<void> {
    await database.transaction(async (tx) => {
      const siblings = await contentsForWriting(tx, courseId)
      if (!siblings.some((content) => content.id === id)) refuse('CONTENT_NOT_FOUND')
      await store.deleteContent(tx, id)
    })
  }

  async function createResource(
    caller: Caller,
    courseId: number,
    contentId: number,
    form: ResourceForm,
  ): Promise<CourseResource> {
    const id = await database.transaction(async (tx) => {
      const contents = await contentsForWriting(tx, courseId)
      const content = contents.find((candidate) => candidate.id === contentId) ?? refuse('CONTENT_NOT_FOUND')
      const items = contents.reduce((sum, { resources }) => sum + resources.length, 0)
      if (items >= courseLimits.items) refuse('COURSE_FULL')
      const file = await media.resolveUpload(tx, caller, form.filePath, ['lesson'])
      if (!fileTypeFits(form.fileType, file.contentType)) {
        refuse('VALIDATION', {
          issues: [{ path: 'fileType', message: `does not fit the uploaded file (${file.contentType})` }],
        })
      }
      if (form.captions) await setCaptions(tx, caller, file, form.captions)
      return store.insertResource(tx, {
        contentId,
        mediaId: file.id,
        title: form.title || titleFromName(file.originalName) || untitled[form.fileType],
        fileType: form.fileType,
        order: orderForNew(
          content.resources.map(({ order }) => order),
          undefined,
        ),
        isPublished: true,
        isPreview: false,
      })
    })
    return resourceAfterWriting(courseId, id, caller)
  }

  async function updateResource(
    caller: Caller,
    courseId: number,
    id: number,
    changes: ResourceChanges,
  ): Promise<CourseResource> {
    await database.transaction(async (tx) => {
      const contents = await contentsForWriting(tx, courseId)
      const content = contents.find(({ resources }) => resources.some((resource) => resource.id === id))
      const resource = content?.resources.find((candidate) => candidate.id === id)
      if (!content || !resource) refuse('RESOURCE_NOT_FOUND')
      await store.updateResource(tx, id, changes)
      if (changes.order !== undefined) {
        await store.renumber(tx, 'course_resources', movedTo(content.resources, id, changes.order))
      }
      if (changes.captions) {
        const file = resource.media && (await media.fileById(tx, resource.media.id))
        if (!file) refuse('RESOURCE_NOT_FOUND')
        await setCaptions(tx, caller, file, changes.captions)
      }
    })
    return resourceAfterWriting(courseId, id, caller)
  }

  /** Replaces the tracks of a video: one each language, each an upload of the caller's; a present one may stay. */
  async function setCaptions(
    tx: Transaction<DB>,
    caller: Caller,
    video: MediaRow,
    captions: readonly CaptionForm[],
  ): Promise<void> {
    const languages = new Set(captions.map(({ language }) => language))
    if (languages.size < captions.length || !video.contentType.startsWith('video/')) {
      refuse('VALIDATION', {
        issues: [{ path: 'captions', message: 'belong to a video, one file for each language' }],
      })
    }
    const tracks = []
    for (const { language, url } of captions) {
      tracks.push({ language, mediaId: (await media.resolveUpload(tx, caller, url, ['captions'])).id })
    }
    await media.setCaptions(tx, video.id, tracks)
  }

  async function deleteResource(courseId: number, id: number): Promise<void> {
    await database.transaction(async (tx) => {
      const contents = await contentsForWriting(tx, courseId)
      if (!contents.some(({ resources }) => resources.some((resource) => resource.id === id))) {
        refuse('RESOURCE_NOT_FOUND')
      }
      await store.deleteResource(tx, id)
    })
  }

  /** For those who study or own the course: files included, drafts only for owners. */
  async function listContents(caller: Caller, courseId: number, includeDrafts: boolean, query: PageQuery) {
    const rows = await store.contentsOf(database.kysely, courseId, { includeDrafts })
    const { data, meta } = pageInSequence(rows, query)
    return { data: presentContents(data, { caller, includeFiles: true, includeDrafts }), meta }
  }

  async function listResources(
    caller: Caller,
    courseId: number,
    contentId: number,
    includeDrafts: boolean,
    query: PageQuery,
  ) {
    const contents = await store.contentsOf(database.kysely, courseId, { includeDrafts })
    const content = contents.find(({ id }) => id === contentId) ?? refuse('CONTENT_NOT_FOUND')
    const { data, meta } = pageInSequence(content.resources, query)
    const view = { caller, includeFiles: true, includeDrafts } as const
    return { data: data.map((row) => present.presentResource(row, view, media.urlFor)), meta }
  }

  return {
    createCourse,
    updateCourse,
    deleteCourse,
    createContent,
    updateContent,
    deleteContent,
    createResource,
    updateResource,
    deleteResource,
    listContents,
    listResources,
    /** Modules in order with their resources, files and caption tracks: two statements. */
    contentsOf: (db: Db, courseId: number, view: { includeDrafts: boolean }) =>
      store.contentsOf(db, courseId, view),
    presentCourse,
    presentContents,
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
