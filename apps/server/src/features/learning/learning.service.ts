import { lessonsAmong, minutesOf } from '@apogee/contracts/courses/course-counts.ts'
import {
  hasAllLessons,
  lessonCountsOf,
  noLessons,
  percentOf,
  type Done,
  type LessonCounts,
} from '@apogee/contracts/courses/course-progress.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import type { CourseProgress, ExerciseWork } from '@apogee/contracts/learning/learning.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { lessonState, halfOpen, wholeSeconds, type ItemState } from './learning.rules.ts'
import * as store from './learning.store.ts'

export type { LessonCounts } from '@apogee/contracts/courses/course-progress.ts'
export type { ItemToContinue } from './learning.store.ts'

export interface LearningDependencies {
  database: Database
  clock: Clock
  enrolments: Enrolments
}

export interface LessonState {
  completed: boolean
  watchTime: number
}

interface Learner {
  userId: number
  courseId: number
}

/** Times are in seconds. */
interface LessonChange {
  contentId: number
  completed: boolean
  watchTime: number | undefined
}

/** Times are in seconds. */
interface ResourceChange {
  completed?: boolean | undefined
  position?: number | undefined
  watched?: readonly (readonly [number, number])[] | undefined
  /** The page of a document, counted from 1. */
  page?: number | undefined
  /** Ranges of pages that were seen, with both ends inclusive. */
  pages?: readonly (readonly [number, number])[] | undefined
  /** The age of the learner's action in milliseconds. Absent means that the learner acted now. */
  agoMs?: number | undefined
}

interface ExerciseChange {
  code: string
  isPassing: boolean
  hasPassed?: boolean | undefined
  /** The age of the learner's text in milliseconds. Absent means that the learner typed it now. */
  agoMs?: number | undefined
}

/** The progress in an item, in the form that a course outline contains. */
export type OutlineProgress = NonNullable<CourseResource['progress']>

interface CompletionChange {
  completed: boolean
  /** The age of the learner's action in milliseconds. Absent means that the learner acted now. */
  agoMs?: number | undefined
  /** The result of a quiz. Null means that the completion is not by a quiz result. */
  percentage?: number | null
  /** True if a package reported the completion. */
  isReported?: boolean
}

interface SavedProgress extends store.ItemProgress {
  course: CourseProgress
  /** True if this save completed the video, because enough of it has been watched. */
  completedByWatching?: true
  /** Counts the pages of a document that were seen in all visits. */
  pagesSeen?: number
}

const earnedBy = { result: 'PASS_REQUIRED', report: 'REPORT_REQUIRED' } as const

const before = (at: Date, agoMs: number): Date => new Date(at.getTime() - agoMs)

const idsOf = (items: readonly ItemState[]): number[] => items.map(({ resourceId }) => resourceId)

function progressFrom(lessons: LessonCounts, lastAccessed: Date | null): CourseProgress {
  return {
    ...lessons,
    progressPercentage: percentOf(lessons),
    lastAccessed: lastAccessed?.toISOString() ?? null,
  }
}

const presentExercise = ({ code, isPassing, passedAt }: store.ExerciseRow): ExerciseWork => ({
  code,
  isPassing,
  passedAt: passedAt?.toISOString() ?? null,
})

export class Learning {
  readonly #deps: LearningDependencies
  /** Returns the videos and quizzes of a course with one learner's progress. */
  readonly studiedItems = store.studiedItems
  /** Deletes the progress of an erased person. */
  readonly forgetProgress = store.forgetProgress

  constructor(deps: LearningDependencies) {
    this.#deps = deps
  }

  /** Returns the number of lessons in each of these courses and the number that this person has completed, in one statement. */
  async lessonsIn(db: Db, userId: number, courseIds: readonly number[]): Promise<Map<number, LessonCounts>> {
    const lessons = new Map(courseIds.map((id): [number, LessonCounts] => [id, noLessons]))
    if (courseIds.length === 0) return lessons
    for (const { courseId, ...counts } of await store.countLessons(db, userId, courseIds))
      lessons.set(courseId, counts)
    return lessons
  }

  /** Returns those of these courses that this person has completed. */
  async finishedOf(db: Db, userId: number, courseIds: readonly number[]): Promise<Set<number>> {
    const lessons = await this.lessonsIn(db, userId, courseIds)
    return new Set([...lessons].filter(([, counts]) => hasAllLessons(counts)).map(([courseId]) => courseId))
  }

  /** Counts the lessons of one course from published items and progress that the caller has read already. */
  countLessons(
    items: readonly { id: number; fileType: FileType; passPercentage?: number | undefined }[],
    progress: ReadonlyMap<number, { completed: boolean }>,
  ): LessonCounts {
    return lessonCountsOf(items, ({ id }) => progress.get(id)?.completed ?? false)
  }

  /** Returns the next lesson of this person in each of these courses, by course id. Finished courses are absent. */
  async nextIn(
    db: Db,
    userId: number,
    courseIds: readonly number[],
  ): Promise<Map<number, store.NextItem & { secondsLeft?: number }>> {
    const found = await store.nextItems(db, userId, courseIds)
    return new Map(
      found.map(({ courseId, secondsLeft, ...next }) => [
        courseId,
        { ...next, ...(secondsLeft !== null && { secondsLeft }) },
      ]),
    )
  }

  /**
   * Returns the items of each module with those that this person has completed, and the minutes that are left, by course id, in one
   * statement. Courses without published items are absent.
   */
  async modulesIn(
    db: Db,
    userId: number,
    courseIds: readonly number[],
  ): Promise<Map<number, { modules: Done[]; minutesLeft: number }>> {
    const rows = await store.modulesIn(db, userId, courseIds)
    return new Map(
      [...Map.groupBy(rows, ({ courseId }) => courseId)].map(([courseId, modules]) => {
        const sum = (part: 'seconds' | 'pages' | 'words') =>
          modules.reduce((all, module) => all + module[part], 0)
        const left = { seconds: sum('seconds'), pages: sum('pages'), words: sum('words') }
        return [
          courseId,
          { modules: modules.map(({ done, total }) => ({ done, total })), minutesLeft: minutesOf(left) },
        ]
      }),
    )
  }

  /** Returns the lesson with which each of these people continues, by user id. People without an unfinished course are absent. */
  async toContinue(db: Db, userIds: readonly number[]): Promise<Map<number, store.ItemToContinue>> {
    if (userIds.length === 0) return new Map()
    return new Map((await store.itemsToContinue(db, userIds)).map((item) => [item.userId, item]))
  }

  /**
   * Returns the watched percentage (0–100) of each of these courses, by course id: the share of the videos' seconds, or of
   * completed items.
   */
  async watchedIn(db: Db, userId: number, courseIds: readonly number[]): Promise<Map<number, number>> {
    const lessons = await this.lessonsIn(db, userId, courseIds)
    const seen = new Map(courseIds.map((id) => [id, percentOf(lessons.get(id) ?? noLessons)]))
    for (const { courseId, seconds, watchedSeconds } of await store.secondsWatched(db, userId, courseIds)) {
      const percent = seconds > 0 ? Math.min(100, Math.floor((100 * watchedSeconds) / seconds)) : 0
      seen.set(courseId, Math.max(seen.get(courseId) ?? 0, percent))
    }
    return seen
  }

  /** Returns those of these people who have completed all lessons of the course, in one statement. */
  async finishedAmong(db: Db, courseId: number, userIds: readonly number[]): Promise<number[]> {
    const counted = await store.countLessonsOf(db, courseId, userIds)
    return counted.filter((counts) => hasAllLessons(counts)).map(({ userId }) => userId)
  }

  /** Returns this person's progress in each started item of a course, by item id, in one statement. */
  async resourcesIn(db: Db, userId: number, courseId: number): Promise<Map<number, OutlineProgress>> {
    const rows = await store.progressInCourse(db, userId, courseId)
    return new Map(
      rows.map(({ resourceId, watched, page, pagesSeen, exercisePassedAt, ...progress }) => [
        resourceId,
        {
          ...progress,
          ...(watched.length > 0 && { watched }),
          ...(page !== null && { page }),
          ...(pagesSeen > 0 && { pagesSeen }),
          ...(exercisePassedAt && { exercisePassedAt: exercisePassedAt.toISOString() }),
        },
      ]),
    )
  }

  async readExercise({ userId }: Caller, resourceId: number): Promise<ExerciseWork | null> {
    const work = await store.exerciseOf(this.#deps.database.kysely, userId, resourceId)
    return work ? presentExercise(work) : null
  }

  /**
   * Saves the code of an exercise. Idempotent: the code that was written last wins, in whatever order the calls arrive. A passed
   * exercise does not complete its lesson.
   */
  async saveExercise(
    { userId }: Caller,
    { isClosed }: CourseStanding,
    resourceId: number,
    { agoMs = 0, hasPassed = false, ...work }: ExerciseChange,
  ): Promise<ExerciseWork> {
    if (isClosed) refuse('RESOURCE_NOT_FOUND')
    const setAt = before(this.#deps.clock.now(), agoMs)
    const written = { userId, resourceId, hasPassed, setAt, ...work }
    const saved = await store.saveExercise(this.#deps.database.kysely, written)
    return presentExercise(saved ?? refuse('RESOURCE_NOT_FOUND'))
  }

  async #progressIn(db: Db, userId: number, courseId: number): Promise<CourseProgress> {
    const lessons = (await this.lessonsIn(db, userId, [courseId])).get(courseId) ?? noLessons
    const lastAccessed = await this.#deps.enrolments.lastAccess(db, userId, courseId)
    return progressFrom(lessons, lastAccessed ?? null)
  }

  /** Refuses a teacher who reads the progress of a person outside the course. */
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

  async #setCompleted(
    tx: Tx,
    learner: Learner,
    resourceIds: readonly number[],
    { completed, agoMs = 0, ...earned }: CompletionChange,
  ): Promise<number[]> {
    const at = this.#deps.clock.now()
    const actedAt = before(at, agoMs)
    const changed = await store.setCompleted(tx, learner.userId, resourceIds, {
      completed,
      at,
      actedAt,
      ...earned,
    })
    const kind = completed ? 'lesson.completed' : 'lesson.reopened'
    for (const resourceId of changed) await emit(tx, kind, { ...learner, resourceId })
    return changed
  }

  /** Sets all videos of a module, or all its items when it has no video. An absent watch time stays unchanged. */
  async saveLesson(
    { userId }: Caller,
    { courseId, isClosed }: CourseStanding,
    lesson: LessonChange,
  ): Promise<LessonState> {
    if (isClosed) refuse('CONTENT_NOT_FOUND')
    const learner = { userId, courseId }
    return (
      (await this.#saveLessonAgain(learner, lesson)) ??
      this.#deps.database.transaction(async (tx) => {
        await this.#deps.enrolments.studyNow(tx, userId, courseId)
        const ids = idsOf(lessonsAmong(await store.itemsOfContent(tx, userId, lesson.contentId)))
        await this.#setCompleted(tx, learner, ids, { completed: lesson.completed })
        if (lesson.watchTime !== undefined)
          await store.reportWatchTime(tx, store.inCourse(courseId), userId, ids, {
            completed: lesson.completed,
            seconds: lesson.watchTime,
            at: this.#deps.clock.now(),
          })
        return lessonState(await store.itemsOfContent(tx, userId, lesson.contentId))
      })
    )
  }

  /**
   * Handles the usual save, which changes no completion and emits no event, in one statement. Undefined means that the save may
   * change more and needs the transaction, which repeats the writes of this statement.
   */
  async #saveLessonAgain(learner: Learner, lesson: LessonChange): Promise<LessonState | undefined> {
    const { kysely } = this.#deps.database
    const items = await store.itemsOfContent(kysely, learner.userId, lesson.contentId)
    const ids = idsOf(lessonsAmong(items))
    const isLesson = (item: ItemState) => ids.includes(item.resourceId)
    const isChange = ({ isStarted, isCompleted }: ItemState) => !isStarted || isCompleted !== lesson.completed
    if (ids.length === 0 || items.some((item) => isLesson(item) && isChange(item))) return undefined
    const at = this.#deps.clock.now()
    const studied = this.#deps.enrolments.studiesAgain(learner.userId, learner.courseId, at)
    if (lesson.watchTime === undefined) {
      const { rows } = await studied.execute(kysely)
      return rows.length === 0 ? undefined : lessonState(items)
    }
    const { watchTime: reportedSeconds } = lesson
    const report = { completed: lesson.completed, seconds: reportedSeconds, at }
    const saved = await store.reportWatchTime(kysely, studied, learner.userId, ids, report)
    if (saved < ids.length) return undefined
    return lessonState(items.map((item) => (isLesson(item) ? { ...item, reportedSeconds } : item)))
  }

  /**
   * Merges the watched ranges with earlier ones. Watching 90 % of a video completes it, unless the learner has set its completion
   * before. An absent position or completion stays unchanged, and so does one that the learner set later than `agoMs` ago.
   */
  async saveResource(
    { userId }: Caller,
    { courseId, isClosed }: CourseStanding,
    resourceId: number,
    change: ResourceChange,
  ): Promise<SavedProgress> {
    if (isClosed) refuse('RESOURCE_NOT_FOUND')
    const { enrolments, database, clock } = this.#deps
    const item = { userId, courseId, resourceId }
    const at = clock.now()
    const { page, pages = [], agoMs } = change
    const hasPages = page !== undefined || pages.length > 0
    // The usual save of a playing video emits no event, so one statement without a transaction suffices.
    const saved =
      change.completed === undefined &&
      !hasPages &&
      (await this.#savePlayback(database.kysely, enrolments.studiesAgain(userId, courseId, at), item, {
        ...change,
        at,
      }))
    // If the process stops before the transaction, the browser repeats the save, and the repetition completes the video.
    if (saved && !saved.isDue) return saved.progress
    return database.transaction(async (tx) => {
      await enrolments.studyNow(tx, userId, courseId, at)
      if (change.completed !== undefined) {
        const earning = await store.earningOf(tx, resourceId)
        if (earning !== null) refuse(earnedBy[earning])
        const { completed } = change
        await this.#setCompleted(tx, { userId, courseId }, [resourceId], { completed, agoMs })
      }
      const pagesSeen = hasPages
        ? await store.savePages(tx, item, {
            page,
            pages: halfOpen(pages),
            at,
            actedAt: before(at, agoMs ?? 0),
          })
        : undefined
      const save = () => this.#savePlayback(tx, store.inCourse(courseId), item, { ...change, at })
      const now = (await save()) ?? refuse('RESOURCE_NOT_FOUND')
      if (!now.isDue) return { ...now.progress, ...(pagesSeen !== undefined && { pagesSeen }) }
      const completed = await this.#setCompleted(tx, { userId, courseId }, [resourceId], {
        completed: true,
        agoMs,
      })
      const { progress } = (await save()) ?? refuse('RESOURCE_NOT_FOUND')
      return completed.length > 0 ? { ...progress, completedByWatching: true } : progress
    })
  }

  async #savePlayback(
    db: Db,
    studied: store.CourseStudied,
    item: Learner & { resourceId: number },
    { position, watched, at, agoMs = 0 }: ResourceChange & { at: Date },
  ): Promise<{ progress: SavedProgress; isDue: boolean } | undefined> {
    const saved = await store.savePlayback(db, studied, item, {
      position,
      watched: wholeSeconds(watched ?? []),
      at,
      actedAt: before(at, agoMs),
    })
    if (!saved) return undefined
    const { completed, watchTime, position: savedPosition, isDue, ...counts } = saved
    const course = progressFrom(counts, at)
    return { progress: { completed, watchTime, position: savedPosition, course }, isDue }
  }

  /**
   * Completes a quiz with a graded attempt if the percentage reaches the pass mark, even when the grading follows the end of
   * access. A `percentage` of null completes nothing. The learner acted at `submittedAt`, so a grade does not change which item
   * was studied last. Returns false without effect for people who are not enrolled.
   */
  async completeQuiz(
    tx: Tx,
    { userId, courseId, resourceId }: { userId: number; courseId: number; resourceId: number },
    { percentage, submittedAt }: { percentage: number | null; submittedAt: Date },
  ): Promise<boolean> {
    if ((await this.#deps.enrolments.lastAccess(tx, userId, courseId)) === undefined) return false
    const agoMs = this.#deps.clock.now().getTime() - submittedAt.getTime()
    if (percentage !== null)
      await this.#setCompleted(tx, { userId, courseId }, [resourceId], { completed: true, percentage, agoMs })
    return true
  }

  /**
   * Handles a package's report, which completes the lesson if `isDone` returns true. Refuses people who lost the course meanwhile.
   */
  async packageReported(
    tx: Tx,
    { userId, courseId, resourceId }: { userId: number; courseId: number; resourceId: number },
    isDone: () => Promise<boolean>,
  ): Promise<boolean> {
    await this.#deps.enrolments.studyNow(tx, userId, courseId)
    if (!(await isDone())) return false
    const reported = { completed: true, isReported: true }
    await this.#setCompleted(tx, { userId, courseId }, [resourceId], reported)
    return true
  }
}
