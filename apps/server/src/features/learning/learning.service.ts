import type { CourseProgress } from '@apogee/contracts/learning/learning.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import {
  isFinished,
  lessonItems,
  lessonsOf,
  lessonState,
  percentageOf,
  wholeSeconds,
} from './learning.rules.ts'
import * as store from './learning.store.ts'

export interface LearningDependencies {
  database: Database
  clock: Clock
  enrolments: Enrolments
}

export interface LessonCounts {
  totalLessons: number
  completedLessons: number
}

/** A learner's progress in one item; times in seconds. */
export interface ResourceProgress {
  completed: boolean
  watchTime: number
  position: number
}

export interface LessonState {
  completed: boolean
  watchTime: number
}

const noLessons: LessonCounts = { totalLessons: 0, completedLessons: 0 }

export class Learning {
  readonly #deps: LearningDependencies
  /** For an erased person. */
  readonly forgetProgress = store.forgetProgress

  constructor(deps: LearningDependencies) {
    this.#deps = deps
  }

  /** Number of lessons in each of these courses and of those this person has completed: one statement. */
  async lessonsIn(db: Db, userId: number, courseIds: readonly number[]): Promise<Map<number, LessonCounts>> {
    const lessons = new Map(
      courseIds.map((id): [number, LessonCounts] => [id, { totalLessons: 0, completedLessons: 0 }]),
    )
    if (courseIds.length === 0) return lessons
    for (const counts of await store.countItems(db, userId, courseIds)) {
      lessons.set(counts.courseId, lessonsOf(counts))
    }
    return lessons
  }

  /** The next lesson of this person in each of these courses, by course id; finished courses are absent. */
  async nextIn(db: Db, userId: number, courseIds: readonly number[]): Promise<Map<number, store.NextItem>> {
    const found = await store.nextItems(db, userId, courseIds)
    return new Map(found.map(({ courseId, ...next }) => [courseId, next]))
  }

  /** The watched part of each of these courses, 0–100: of the videos' seconds, or of the completed items. */
  async watchedIn(db: Db, userId: number, courseIds: readonly number[]): Promise<Map<number, number>> {
    const lessons = await this.lessonsIn(db, userId, courseIds)
    const seen = new Map(courseIds.map((id) => [id, percentageOf(lessons.get(id) ?? noLessons)]))
    for (const { courseId, seconds, watchedSeconds } of await store.secondsWatched(db, userId, courseIds)) {
      const percent = seconds > 0 ? Math.min(100, Math.floor((100 * watchedSeconds) / seconds)) : 0
      seen.set(courseId, Math.max(seen.get(courseId) ?? 0, percent))
    }
    return seen
  }

  /** Those of these people who have completed everything that counts in the course: one statement. */
  async finishedAmong(db: Db, courseId: number, userIds: readonly number[]): Promise<number[]> {
    const counted = await store.countItemsOf(db, courseId, userIds)
    return counted.filter((counts) => isFinished(lessonsOf(counts))).map(({ userId }) => userId)
  }

  /** This person's progress in each started item of a course, by item id: one statement. */
  async resourcesIn(db: Db, userId: number, courseId: number): Promise<Map<number, ResourceProgress>> {
    const rows = await store.progressInCourse(db, userId, courseId)
    return new Map(rows.map(({ resourceId, ...progress }) => [resourceId, progress]))
  }

  async #progressIn(db: Db, userId: number, courseId: number): Promise<CourseProgress> {
    const lessons = (await this.lessonsIn(db, userId, [courseId])).get(courseId) ?? {
      totalLessons: 0,
      completedLessons: 0,
    }
    const lastAccessed = await this.#deps.enrolments.lastAccess(db, userId, courseId)
    return {
      ...lessons,
      progressPercentage: percentageOf(lessons),
      lastAccessed: lastAccessed?.toISOString() ?? null,
    }
  }

  /** Teachers may read the progress of their learners only. */
  async #mustBeLearner(caller: Caller, userId: number, courseId: number): Promise<void> {
    if (caller.userId === userId) return
    if ((await this.#deps.enrolments.lastAccess(this.#deps.database.kysely, userId, courseId)) === undefined)
      refuse('USER_NOT_FOUND')
  }

  async courseProgress(caller: Caller, userId: number, courseId: number): Promise<CourseProgress> {
    await this.#mustBeLearner(caller, userId, courseId)
    return this.#progressIn(this.#deps.database.kysely, userId, courseId)
  }

  async lessonProgress(
    caller: Caller,
    userId: number,
    lesson: { courseId: number; contentId: number },
  ): Promise<LessonState> {
    await this.#mustBeLearner(caller, userId, lesson.courseId)
    return lessonState(await store.itemsOfContent(this.#deps.database.kysely, userId, lesson.contentId))
  }

  async #complete(
    tx: Tx,
    learner: { userId: number; courseId: number },
    resourceIds: readonly number[],
    completed: boolean,
  ): Promise<void> {
    const changed = await store.markCompleted(tx, learner.userId, resourceIds, {
      completed,
      at: this.#deps.clock.now(),
    })
    if (!completed) return
    for (const resourceId of changed) await emit(tx, 'lesson.completed', { ...learner, resourceId })
  }

  /** Sets all videos of a module, or all its items when it has no video. An absent watch time stays unchanged. */
  async saveLesson(
    { userId }: Caller,
    { courseId, isClosed }: CourseStanding,
    lesson: { contentId: number; completed: boolean; watchTime: number | undefined },
  ): Promise<LessonState> {
    if (isClosed) refuse('CONTENT_NOT_FOUND')
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.enrolments.studyNow(tx, userId, courseId)
      const items = await store.itemsOfContent(tx, userId, lesson.contentId)
      const ids = lessonItems(items).map(({ resourceId }) => resourceId)
      await store.ensureRows(tx, userId, ids)
      await this.#complete(tx, { userId, courseId }, ids, lesson.completed)
      if (lesson.watchTime !== undefined) {
        await store.reportWatchTime(tx, userId, ids, lesson.watchTime, this.#deps.clock.now())
      }
      return lessonState(await store.itemsOfContent(tx, userId, lesson.contentId))
    })
  }

  /** Merges the watched ranges with earlier ones; absent position and completion stay unchanged. */
  async saveResource(
    { userId }: Caller,
    { courseId, isClosed }: CourseStanding,
    resourceId: number,
    given: {
      completed?: boolean | undefined
      position?: number | undefined
      watched?: readonly (readonly [number, number])[] | undefined
    },
  ): Promise<ResourceProgress & { course: CourseProgress }> {
    if (isClosed) refuse('RESOURCE_NOT_FOUND')
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.enrolments.studyNow(tx, userId, courseId)
      const item = await store.lengthOf(tx, resourceId)
      if (!item) refuse('RESOURCE_NOT_FOUND')
      await store.ensureRows(tx, userId, [resourceId])
      await store.savePlaybackPosition(tx, userId, resourceId, {
        position:
          given.position === undefined ? undefined : Math.min(given.position, item.seconds ?? Infinity),
        watched: wholeSeconds(given.watched ?? [], item.seconds),
        at: this.#deps.clock.now(),
      })
      if (given.completed !== undefined)
        await this.#complete(tx, { userId, courseId }, [resourceId], given.completed)
      const progress = await store.progressOfResource(tx, userId, resourceId)
      if (!progress) throw new Error('progress that was just stored is gone')
      const { completed, watchTime, position } = progress
      return { completed, watchTime, position, course: await this.#progressIn(tx, userId, courseId) }
    })
  }

  /**
   * Completes an item by an activity elsewhere: a submitted quiz. False, without effect, for people who are not
   * enrolled.
   */
  async completeItem(
    tx: Tx,
    { userId, courseId, resourceId }: { userId: number; courseId: number; resourceId: number },
  ): Promise<boolean> {
    if (!(await this.#deps.enrolments.isEnrolled(tx, userId, [courseId])).has(courseId)) return false
    await store.ensureRows(tx, userId, [resourceId])
    await this.#complete(tx, { userId, courseId }, [resourceId], true)
    return true
  }
}
