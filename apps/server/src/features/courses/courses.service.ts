import type { Course, CourseContent, CourseSale } from '@apogee/contracts/courses.ts'
import type { CourseCategory } from '@apogee/contracts/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { createContentWriting, lockForWriting } from './contents.writing.ts'
import { createCourseStates, type StateChange } from './course-states.ts'
import * as present from './courses.present.ts'
import { pageInSequence } from './courses.rules.ts'
import * as store from './courses.store.ts'
import { createSalesContent } from './sales-content.ts'

export { courseColumns, courseJoins, salesContentColumns } from './courses.store.ts'
export type { CourseRow } from './courses.store.ts'

type Db = Kysely<DB> | Transaction<DB>

export interface CoursesParts {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf' | 'moneyBackOf' | 'chooseMoneyBack'>
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
  draft?: boolean | undefined
}

export interface CourseChanges extends Partial<Omit<CourseForm, 'draft'>> {
  sale?:
    | { price: number; startsAt?: string | null | undefined; endsAt?: string | null | undefined }
    | null
    | undefined
  /** Whether lessons without an exercise of their own have a scratchpad. */
  hasScratchpad?: boolean | undefined
  /** What the request was read at. */
  version?: number | undefined
}

type PageQuery = { limit?: number | undefined; cursor?: string | undefined; page?: number | undefined }

export type Courses = ReturnType<typeof createCourses>

export function createCourses({ database, clock, businesses, media }: CoursesParts) {
  const states = createCourseStates({ database, clock, businesses })
  const presentCourse = (row: store.CourseRow, caller: MaybeCaller): Course =>
    present.presentCourse(row, caller, media.urlFor, clock.now())
  const presentContents = (rows: readonly store.ContentRow[], view: present.ContentsView): CourseContent[] =>
    present.presentContents(rows, view, media.urlFor)

  /** Creates the course for the caller's seller, a superadmin's for that of the instructor they name. */
  async function createCourse(caller: Caller, form: CourseForm): Promise<Course> {
    const id = await database.transaction(async (tx) => {
      const instructorId = form.instructorId ?? caller.userId
      const isForAnother = instructorId !== caller.userId
      const teacher = isForAnother
        ? await fitInstructor(tx, caller, instructorId, caller.businessId)
        : undefined
      // A superadmin sets a course up for whoever teaches it: it is theirs to keep and to be paid for.
      const seller = teacher && caller.role === 'superadmin' ? { userId: instructorId, ...teacher } : caller
      const sellerId = await businesses.sellerOf(tx, seller)
      return store.insertCourse(tx, {
        sellerId,
        createdBy: caller.userId,
        instructorId,
        title: form.title,
        description: form.description,
        imageId: (await coverFrom(tx, caller, form.image)) ?? null,
        priceCents: form.price ?? 0,
        isPrivate: form.isPrivate ?? false,
        isDraft: form.draft ?? false,
        category: form.category ?? null,
      })
    })
    return courseAfterWriting(id, caller)
  }

  async function updateCourse(caller: Caller, courseId: number, changes: CourseChanges): Promise<Course> {
    await database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const course = (await store.courseById(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (course.state === 'archived' && changes.sale) refuse('COURSE_ARCHIVED')
      const { instructorId } = changes
      if (
        instructorId !== undefined &&
        instructorId !== course.instructorId &&
        instructorId !== caller.userId
      ) {
        await fitInstructor(tx, caller, instructorId, course.businessId)
      }
      const sale = changes.sale && present.saleFrom(changes.sale)
      const salePrice = sale === undefined ? course.salePriceCents : (sale?.priceCents ?? null)
      if (salePrice !== null && salePrice >= (changes.price ?? course.priceCents))
        refuse('SALE_NOT_BELOW_PRICE')
      const imageId = await coverFrom(tx, caller, changes.image, course.imagePublicId)
      await noteCourseEdit(tx, caller, course, {
        ...changes,
        image: imageId === undefined ? undefined : changes.image,
      })
      await store.updateCourse(tx, courseId, {
        title: changes.title,
        description: changes.description,
        imageId,
        priceCents: changes.price,
        isPrivate: changes.isPrivate,
        category: changes.category,
        hasScratchpad: changes.hasScratchpad,
        instructorId,
        sale,
      })
    })
    return courseAfterWriting(courseId, caller)
  }

  async function changeCourseState(caller: Caller, courseId: number, change: StateChange): Promise<Course> {
    await states.changeCourseState(caller, courseId, change)
    return courseAfterWriting(courseId, caller)
  }

  async function duplicateCourse(
    caller: Caller,
    courseId: number,
    title: string | undefined,
  ): Promise<Course> {
    return courseAfterWriting(await states.copyCourse(caller, courseId, title), caller)
  }

  function noteCourseEdit(
    tx: Transaction<DB>,
    caller: Caller,
    row: store.CourseRow,
    { version, sale, ...changes }: CourseChanges,
  ): Promise<void> {
    const { title, description, image, isPrivate, price, category, instructorId } = presentCourse(row, caller)
    return recordEdit(tx, {
      ...{ kind: 'course', id: row.id, by: caller.userId, at: clock.now(), version },
      current: {
        ...{ title, description, image, isPrivate, price, category, instructorId: instructorId ?? undefined },
        sale: present.presentSale(row),
        hasScratchpad: row.hasScratchpad,
      },
      changes: { ...changes, sale: sale === undefined ? undefined : present.saleAsRead(sale) },
    })
  }

  /** What its author has set, running or not. */
  async function readSale(courseId: number): Promise<CourseSale | null> {
    const course = (await store.courseById(database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    return present.presentSale(course)
  }

  /**
   * Takes what somebody sells alone off sale, because they leave. Refuses while others study it: they would lose
   * whoever answers for the course.
   */
  async function retireLoneSeller(tx: Transaction<DB>, userId: number): Promise<void> {
    for (const { id } of await refuseWithLearners(tx, userId)) {
      await store.archiveCourse(tx, id, clock.now(), { byLeaving: true })
      await emit(tx, 'course.archived', { courseId: id })
    }
  }

  /** Puts what `retireLoneSeller` took off sale back, because they stay after all. */
  const restoreLoneSeller = (tx: Transaction<DB>, userId: number): Promise<void> =>
    store.restoreLoneCourses(tx, userId, clock.now())

  async function refuseWithLearners(tx: Transaction<DB>, userId: number): Promise<{ id: number }[]> {
    const courses = await store.lockLoneCourses(tx, userId)
    if (courses.some(({ hasLearners }) => hasLearners)) refuse('COURSES_HAVE_LEARNERS')
    return courses
  }

  /** Whether this person sells courses of their own, outside any business. */
  const sellsAlone = async (tx: Transaction<DB>, userId: number): Promise<boolean> =>
    (await store.lockLoneCourses(tx, userId)).length > 0

  /** Somebody who teaches in the same business; a superadmin names anybody who teaches. */
  async function fitInstructor(
    tx: Transaction<DB>,
    caller: Caller,
    instructorId: number,
    businessId: number | null,
  ): Promise<store.Teacher> {
    const teacher = await store.teacherById(tx, instructorId)
    const isOfTeam = businessId !== null && teacher?.businessId === businessId
    if (teacher && (caller.role === 'superadmin' || isOfTeam)) return teacher
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
    return (await media.resolveUpload(tx, caller, image, ['cover'], 'image')).id
  }

  async function courseAfterWriting(id: number, caller: Caller): Promise<Course> {
    const row = await store.courseById(database.kysely, id)
    return row ? presentCourse(row, caller) : refuse('COURSE_NOT_FOUND')
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
    ...createContentWriting({ database, clock, media }),
    ...createSalesContent({ database, clock }),
    readCourseState: states.readCourseState,
    deleteCourse: states.deleteCourse,
    changeCourseState,
    duplicateCourse,
    createCourse,
    updateCourse,
    readSale,
    /** As its makers see it. */
    courseFor: (courseId: number, caller: Caller) => courseAfterWriting(courseId, caller),
    retireLoneSeller,
    restoreLoneSeller,
    refuseWithLearners,
    sellsAlone,
    listContents,
    listResources,
    /** Within a transaction, or on its own. */
    recountForSorting: (db: Db = database.kysely) => store.recountForSorting(db),
    /** Modules in order with their resources, files and caption tracks: two statements. */
    contentsOf: (db: Db, courseId: number, view: { includeDrafts: boolean }) =>
      store.contentsOf(db, courseId, view),
    presentCourse,
    presentContents,
  }
}
