/**
 * Reads and creates whole courses for archives. They contain all work of the authors and no data of learners
 * (docs/course-format.md).
 */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { wordsOfText } from '@apogee/domain/text/lesson-text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { ResourceRow } from './outline/contents.rows.ts'
import * as archives from './course-archives.store.ts'
import { countNewCourse } from './new-courses.ts'
import * as contentStore from './outline/contents.store.ts'
import * as store from './courses.store.ts'
import * as texts from './lesson-texts/lesson-texts.store.ts'
import { relinked } from './lesson-texts/text-links.ts'

/** Contains all work of a course's authors. `Item` is a stored item on export and a new one on import. */
export interface WholeCourse<Item> {
  title: string
  description: string
  isPrivate: boolean
  priceCents: number
  category: CourseCategory | null
  language: Language | null
  level: CourseLevel | null
  hasScratchpad: boolean
  allowsOfflineVideo: boolean
  /** Null means access without an end. */
  access: AccessLength | null
  coverId: number | null
  salesContent: SalesContent
  modules: {
    title: string
    description: string
    isPublished: boolean
    /** Null means that the module opens with the enrolment. */
    opening: ModuleOpening | null
    items: Item[]
  }[]
}

interface ItemFacts {
  title: string
  fileType: FileType
  isPublished: boolean
  isPreview: boolean
  practice: Practice
  chapters: readonly Chapter[] | null
  mediaId: number | null
}

export interface StoredItem extends ItemFacts {
  id: number
  /** Text lessons have a text; all other items have null. */
  text: { document: LessonDocument; draft: LessonDocument | null } | null
}

export interface NewItem extends ItemFacts {
  /** Quizzes with a pass mark have a percentage; all other items have null. */
  passPercentage: number | null
  isAssignment: boolean
  text: { document: LessonDocument; draft: LessonDocument | null } | null
}

type Author = Pick<Caller, 'userId' | 'role' | 'businessId'>

interface CourseArchivesDependencies {
  clock: Clock
  accounts: Pick<Accounts, 'countMade'>
  businesses: Pick<Businesses, 'sellerOf' | 'selling'>
}

export class CourseArchives {
  readonly #deps: CourseArchivesDependencies

  constructor(deps: CourseArchivesDependencies) {
    this.#deps = deps
  }

  async read(db: Db, courseId: number): Promise<WholeCourse<StoredItem>> {
    const course = (await store.courseById(db, courseId)) ?? refuse('COURSE_NOT_FOUND')
    const { version: _, ...salesContent } =
      (await store.salesContentOf(db, courseId)) ?? refuse('COURSE_NOT_FOUND')
    const contents = await contentStore.contentsOf(db, courseId, { includeDrafts: true, learnerId: null })
    const textOf = new Map((await texts.textsOfCourse(db, courseId)).map((text) => [text.resourceId, text]))
    const places = new Map(
      contents.flatMap(({ resources }) => resources).map(({ id }, index) => [id, index + 1]),
    )
    const { title, description, isPrivate, priceCents, category, language, level } = course
    return {
      title,
      description,
      isPrivate,
      priceCents,
      category,
      language,
      level,
      salesContent,
      hasScratchpad: course.hasScratchpad,
      allowsOfflineVideo: course.allowsOfflineVideo,
      access: course.access,
      coverId: await archives.coverOf(db, courseId),
      modules: contents.map((module) => ({
        title: module.title,
        description: module.description,
        isPublished: module.isPublished,
        opening: withItem(module.opening, (id) => places.get(id)),
        items: module.resources.map((resource) => storedItem(resource, textOf.get(resource.id))),
      })),
    }
  }

  /** Returns the media that the texts and drafts of these lessons show. */
  picturesOf(db: Db, resourceIds: readonly number[]): Promise<number[]> {
    return archives.mediaOfTexts(db, resourceIds)
  }

  /** Counts a course that the author is about to import. Refuses COURSES_OF_DAY. */
  async countNew(tx: Tx, author: Author): Promise<void> {
    await countNewCourse(tx, this.#deps, author, await this.#deps.businesses.sellerOf(tx, author))
  }

  /**
   * Creates a draft that belongs to the author's seller and is taught by the author. Returns the ids of its modules, and of their
   * items.
   */
  async insert(
    tx: Tx,
    author: Author,
    whole: WholeCourse<NewItem>,
  ): Promise<{ courseId: number; contentIds: number[]; itemIds: number[][] }> {
    const { modules, coverId, salesContent, hasScratchpad, ...facts } = whole
    const sellerId = await this.#deps.businesses.sellerOf(tx, author)
    const courseId = await store.insertCourse(tx, {
      ...facts,
      sellerId,
      createdBy: author.userId,
      instructorId: author.userId,
      imageId: coverId,
      isDraft: true,
    })
    await store.updateCourse(tx, courseId, { hasScratchpad })
    await store.updateSalesContent(tx, courseId, salesContent)
    const contentIds: number[] = []
    const itemIds: number[][] = []
    for (const [order, { items, opening, ...module }] of modules.entries()) {
      const contentId = await contentStore.insertContent(tx, { ...module, courseId, order })
      const earlier = itemIds.flat()
      await contentStore.setOpening(
        tx,
        contentId,
        withItem(opening, (place) => earlier[place - 1]),
      )
      const ids = []
      for (const [place, item] of items.entries())
        ids.push(await this.#insertItem(tx, { contentId, order: place }, item))
      contentIds.push(contentId)
      itemIds.push(ids)
    }
    await store.noteContentsChanged(tx, courseId, this.#deps.clock.now())
    return { courseId, contentIds, itemIds }
  }

  /** Replaces the links in the text of a new lesson. Call it when all lessons have their ids. */
  async relinkText(
    tx: Tx,
    resourceId: number,
    text: NonNullable<NewItem['text']>,
    linkOf: (href: string) => string | null,
  ): Promise<void> {
    const linked = relinked(text, linkOf)
    if (linked) await texts.replaceTexts(tx, resourceId, linked)
  }

  async #insertItem(
    tx: Tx,
    placed: { contentId: number; order: number },
    { practice, chapters, passPercentage, text, ...item }: NewItem,
  ): Promise<number> {
    const id = await contentStore.insertResource(tx, {
      ...placed,
      ...item,
      passPercentage: passPercentage ?? undefined,
      words: text ? wordsOfText(text.document) : undefined,
    })
    if (text) {
      const at = this.#deps.clock.now()
      await texts.insertLessonText(tx, id, { document: text.document, at })
      if (text.draft) await texts.saveTextDraft(tx, id, { document: text.draft, at })
    }
    await contentStore.updateResource(tx, id, { practice, chapters: chapters ?? undefined })
    return id
  }
}

/** Replaces the item of a rule. A rule about an item that is not there ends. */
function withItem(
  opening: ModuleOpening | null,
  itemOf: (item: number) => number | undefined,
): ModuleOpening | null {
  if (!opening || !('afterItem' in opening)) return opening
  const afterItem = itemOf(opening.afterItem)
  return afterItem === undefined ? null : { afterItem }
}

const storedItem = (resource: ResourceRow, text: texts.CourseTextRow | undefined): StoredItem => ({
  id: resource.id,
  title: resource.title,
  fileType: resource.fileType,
  isPublished: resource.isPublished,
  isPreview: resource.isPreview,
  practice: resource.practice,
  chapters: resource.chapters,
  mediaId: resource.media?.id ?? null,
  text: text ? { document: text.document, draft: text.draft } : null,
})
