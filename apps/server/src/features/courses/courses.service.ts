import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { Course, CourseContent, CourseSale } from '@apogee/contracts/courses/courses.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { PageQuery } from '#server/platform/pages.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { ContentWriting, lockForWriting } from './outline/contents.writing.ts'
import { CourseArchives } from './course-archives.ts'
import { CourseStates, type StateChange } from './course-states.ts'
import * as present from './courses.present.ts'
import { countNewCourse } from './new-courses.ts'
import { pageInSequence } from './courses.rules.ts'
import type { ContentRow } from './outline/contents.rows.ts'
import * as contentStore from './outline/contents.store.ts'
import * as store from './courses.store.ts'
import { LessonTexts, textOf } from './lesson-texts/lesson-texts.ts'
import * as textStore from './lesson-texts/lesson-texts.store.ts'
import { replaceCaptions } from './outline/captions.writing.ts'
import type { TextVideoCaptions } from './lesson-texts/text-video-captions.ts'
import { OutlineWriting } from './outline/outline.writing.ts'
import { FileReplacement } from './file-replacement.ts'
import { SalesContentService } from './sales-content.ts'

export { courseColumns, courseJoins, salesContentColumns } from './courses.store.ts'
export type { CourseRow } from './courses.store.ts'
export type { NewItem, StoredItem, WholeCourse } from './course-archives.ts'

export interface CoursesDependencies {
  database: Database
  clock: Clock
  accounts: Pick<Accounts, 'countMade'>
  businesses: Pick<Businesses, 'sellerOf' | 'moneyBackOf' | 'chooseMoneyBack' | 'selling'>
  media: Media
}

export interface CourseForm {
  title: string
  description: string
  image?: string | undefined
  isPrivate?: boolean | undefined
  /** The price is in sen. */
  price?: number | undefined
  category?: CourseCategory | null | undefined
  /** The lessons are in this language. Null means unknown. */
  language?: Language | null | undefined
  level?: CourseLevel | null | undefined
  instructorId?: number | undefined
  draft?: boolean | undefined
}

export interface CourseChanges extends Partial<Omit<CourseForm, 'draft'>> {
  sale?:
    | { price: number; startsAt?: string | null | undefined; endsAt?: string | null | undefined }
    | null
    | undefined
  /** True gives a scratchpad to lessons without an exercise. */
  hasScratchpad?: boolean | undefined
  /** True lets learners store the videos on a device. */
  allowsOfflineVideo?: boolean | undefined
  /** Access that is granted or sold after this change lasts this long. Null means access without an end. */
  access?: AccessLength | null | undefined
  /** The client read this version. It shows whether another person has changed the course since. */
  version?: number | undefined
}

export class Courses {
  readonly #deps: CoursesDependencies
  readonly states
  readonly contents
  readonly outline
  readonly files
  readonly salesContent
  readonly texts
  readonly archives

  constructor(deps: CoursesDependencies) {
    this.#deps = deps
    this.states = new CourseStates(deps)
    this.contents = new ContentWriting(deps)
    this.outline = new OutlineWriting({ ...deps, contents: this.contents })
    this.files = new FileReplacement({ ...deps, contents: this.contents })
    this.salesContent = new SalesContentService(deps)
    this.texts = new LessonTexts(deps)
    this.archives = new CourseArchives(deps)
  }

  /** Returns the service for captions of videos in texts. The module is loaded on first use. */
  async videoCaptions(): Promise<TextVideoCaptions> {
    const { TextVideoCaptions: Captions } = await import('./lesson-texts/text-video-captions.ts')
    const tools = { textOf, recordEdit, replaceCaptions, presentCaptions: present.presentCaptions }
    const { uploadsOfText, captionsOfVideo } = textStore
    return new Captions({ ...this.#deps, store: { uploadsOfText, captionsOfVideo }, tools })
  }

  readonly #urlFor: Media['urlFor'] = (caller, file) => this.#deps.media.urlFor(caller, file)

  readonly presentCourse = (row: store.CourseRow, caller: MaybeCaller): Course =>
    present.presentCourse(row, caller, this.#urlFor, this.#deps.clock.now())

  readonly presentContents = (rows: readonly ContentRow[], view: present.ContentsView): CourseContent[] =>
    present.presentContents(rows, { ...view, canPrepare: this.#deps.media.streams.isPossible }, this.#urlFor)

  readonly isHandedOut = present.isHandedOut

  /** Creates the course for the caller's seller. A superadmin's course belongs to the seller of the named instructor. */
  async createCourse(caller: Caller, form: CourseForm): Promise<Course> {
    const id = await this.#deps.database.transaction(async (tx) => {
      const instructorId = form.instructorId ?? caller.userId
      const isForAnother = instructorId !== caller.userId
      const teacher = isForAnother
        ? await this.#fitInstructor(tx, caller, instructorId, caller.businessId)
        : undefined
      // If a superadmin creates a course for an instructor, the instructor's seller owns the course and receives its payments.
      const seller = teacher && caller.role === 'superadmin' ? { userId: instructorId, ...teacher } : caller
      const sellerId = await this.#deps.businesses.sellerOf(tx, seller)
      const isDraft = form.draft ?? false
      await countNewCourse(tx, this.#deps, caller, sellerId)
      if (!isDraft && !form.isPrivate) await this.#deps.businesses.selling.refuseListing(tx, sellerId)
      const courseId = await store.insertCourse(tx, {
        sellerId,
        createdBy: caller.userId,
        instructorId,
        title: form.title,
        description: form.description,
        imageId: (await this.#coverFrom(tx, caller, form.image)) ?? null,
        priceCents: form.price ?? 0,
        isPrivate: form.isPrivate ?? false,
        isDraft,
        category: form.category ?? null,
        language: form.language ?? null,
        level: form.level ?? null,
      })
      if (!isDraft) await emit(tx, 'course.published', { courseId })
      return courseId
    })
    return this.#courseAfterWriting(id, caller)
  }

  async updateCourse(caller: Caller, courseId: number, changes: CourseChanges): Promise<Course> {
    await this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const course = (await store.courseById(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (course.state === 'archived' && changes.sale) refuse('COURSE_ARCHIVED')
      const { instructorId } = changes
      if (
        instructorId !== undefined &&
        instructorId !== course.instructorId &&
        instructorId !== caller.userId
      ) {
        await this.#fitInstructor(tx, caller, instructorId, course.businessId)
      }
      const sale = changes.sale && present.saleFrom(changes.sale)
      const salePrice = sale === undefined ? course.salePriceCents : (sale?.priceCents ?? null)
      if (salePrice !== null && salePrice >= (changes.price ?? course.priceCents))
        refuse('SALE_NOT_BELOW_PRICE')
      if (changes.isPrivate === false && course.isPrivate && course.state === 'published')
        await this.#deps.businesses.selling.refuseListing(tx, course.sellerId)
      const imageId = await this.#coverFrom(tx, caller, changes.image, course.imagePublicId)
      await this.#noteCourseEdit(tx, caller, course, {
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
        language: changes.language,
        level: changes.level,
        hasScratchpad: changes.hasScratchpad,
        allowsOfflineVideo: changes.allowsOfflineVideo,
        access: changes.access,
        instructorId,
        sale,
      })
    })
    return this.#courseAfterWriting(courseId, caller)
  }

  async changeCourseState(caller: Caller, courseId: number, change: StateChange): Promise<Course> {
    await this.states.changeCourseState(caller, courseId, change)
    return this.#courseAfterWriting(courseId, caller)
  }

  async duplicateCourse(caller: Caller, courseId: number, title: string | undefined): Promise<Course> {
    return this.#courseAfterWriting(await this.states.copyCourse(caller, courseId, title), caller)
  }

  #noteCourseEdit(
    tx: Tx,
    caller: Caller,
    row: store.CourseRow,
    { version, sale, ...changes }: CourseChanges,
  ): Promise<void> {
    const { title, description, image, isPrivate, price, category, instructorId } = this.presentCourse(
      row,
      caller,
    )
    return recordEdit(tx, {
      kind: 'course',
      id: row.id,
      by: caller.userId,
      at: this.#deps.clock.now(),
      version,
      current: {
        title,
        description,
        image,
        isPrivate,
        price,
        category,
        instructorId: instructorId ?? undefined,
        language: row.language,
        level: row.level,
        sale: present.presentSale(row),
        hasScratchpad: row.hasScratchpad,
        allowsOfflineVideo: row.allowsOfflineVideo,
        access: row.access,
      },
      changes: { ...changes, sale: sale === undefined ? undefined : present.saleAsRead(sale) },
    })
  }

  /** Returns the sale that the author has set, whether it is running or not. */
  async readSale(courseId: number): Promise<CourseSale | null> {
    const course =
      (await store.courseById(this.#deps.database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    return present.presentSale(course)
  }

  /**
   * Archives the courses of a lone seller who leaves. Refuses while other people are enrolled, because nobody would be responsible
   * for the course.
   */
  async retireLoneSeller(tx: Tx, userId: number): Promise<void> {
    for (const { id } of await this.refuseWithLearners(tx, userId)) {
      await store.archiveCourse(tx, id, this.#deps.clock.now(), { byLeaving: true })
      await emit(tx, 'course.archived', { courseId: id })
    }
  }

  /** Restores the courses that `retireLoneSeller` archived. */
  readonly restoreLoneSeller = (tx: Tx, userId: number): Promise<void> =>
    store.restoreLoneCourses(tx, userId, this.#deps.clock.now())

  async refuseWithLearners(tx: Tx, userId: number): Promise<{ id: number }[]> {
    const courses = await store.lockLoneCourses(tx, userId)
    if (courses.some(({ hasLearners }) => hasLearners)) refuse('COURSES_HAVE_LEARNERS')
    return courses
  }

  /** Returns whether this person sells courses outside any business. */
  readonly sellsAlone = async (tx: Tx, userId: number): Promise<boolean> =>
    (await store.lockLoneCourses(tx, userId)).length > 0

  /** The instructor must teach in the same business. A superadmin may name any teacher. */
  async #fitInstructor(
    tx: Tx,
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

  /**
   * Returns the media id of the cover. An empty string removes the cover, and undefined leaves it unchanged. The address of the
   * present cover is always accepted.
   */
  async #coverFrom(
    tx: Tx,
    caller: Caller,
    image: string | undefined,
    present: string | null = null,
  ): Promise<number | null | undefined> {
    if (image === undefined) return undefined
    if (image === '') return null
    if (present !== null && this.#deps.media.names(image, present)) return undefined
    return (await this.#deps.media.resolveUpload(tx, caller, image, ['cover'], 'image')).id
  }

  async #courseAfterWriting(id: number, caller: Caller): Promise<Course> {
    const row = await store.courseById(this.#deps.database.kysely, id)
    return row ? this.presentCourse(row, caller) : refuse('COURSE_NOT_FOUND')
  }

  /**
   * Lists the contents of a course. Learners get published modules and the files that are open to them. Owners may also ask for
   * drafts, and get all files.
   */
  async listContents(caller: Caller, courseId: number, includeDrafts: boolean, query: PageQuery) {
    const rows = await this.#contentsFor(caller, courseId, includeDrafts)
    const { data, meta } = pageInSequence(rows, query)
    return { data: this.presentContents(data, viewOf(caller, includeDrafts)), meta }
  }

  async listResources(
    caller: Caller,
    courseId: number,
    contentId: number,
    includeDrafts: boolean,
    query: PageQuery,
  ) {
    const contents = await this.#contentsFor(caller, courseId, includeDrafts)
    const content = contents.find(({ id }) => id === contentId) ?? refuse('CONTENT_NOT_FOUND')
    const { data, meta } = pageInSequence(content.resources, query)
    const view = viewOf(caller, includeDrafts)
    return { data: data.map((row) => present.presentResource(row, view, this.#urlFor)), meta }
  }

  #contentsFor({ userId }: Caller, courseId: number, includeDrafts: boolean) {
    return contentStore.contentsOf(this.#deps.database.kysely, courseId, { includeDrafts, learnerId: userId })
  }

  /** Returns the course as its authors see it. */
  courseFor(courseId: number, caller: Caller) {
    return this.#courseAfterWriting(courseId, caller)
  }

  /** Recounts the figures of lists. Without `db`, each statement runs in a transaction of its own. */
  async recountForLists(db: Db = this.#deps.database.kysely, stopping?: AbortSignal) {
    const { recountForLists } = await import('./list-figures.ts')
    await recountForLists(db, stopping)
  }

  /** Returns modules in order with their resources, files and caption tracks, in two statements. */
  contentsOf(db: Db, courseId: number, view: { includeDrafts: boolean; learnerId: number | null }) {
    return contentStore.contentsOf(db, courseId, view)
  }
}

/** People who may see drafts may open every file, and nobody else asks for drafts. */
const viewOf = (caller: Caller, includeDrafts: boolean): present.ContentsView => ({
  caller,
  includeFiles: includeDrafts || 'open',
})
