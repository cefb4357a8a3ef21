import {
  badgeKeys,
  type Achievements,
  type CertificateNeeds,
  type CertificateRule,
  type CourseFinish,
} from '@apogee/contracts/achievements/achievements.ts'
import type { CertificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { calendarOf, isTimeZone } from '#server/platform/zoned-time.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Assessments } from '#server/features/assessments/assessments.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import {
  badgesOf,
  beginStreak,
  daysOfWeek,
  levelOf,
  milestones,
  passMark,
  pointsFor,
  quarterOf,
  type Streak,
  type XpKind,
} from './achievements.rules.ts'
import * as store from './achievements.store.ts'
import { certificateNeeds, hasRequirements, isFulfilled } from './certificate-needs.rules.ts'
import { Certificates, type CertificatesDependencies } from './certificates.ts'

export interface AchievementsDependencies {
  database: Database
  clock: Clock
  enrolments: Enrolments
  learning: Learning
  assessments: Pick<Assessments, 'averageScoreOf' | 'bestInCourse'>
  media: CertificatesDependencies['media']
  securityLog: CertificatesDependencies['securityLog']
  /** False means that past activity is recorded, so new awards emit no events. */
  emitsEvents?: boolean
}

interface Activity {
  userId: number
  at: Date
}

export interface LearnedWeek {
  timeZone: string
  /** The format is yyyy-MM-dd. */
  today: string
  days: string[]
  /** Contains the learned days of this week, and possibly earlier days. */
  learned: ReadonlySet<string>
  /** Contains the missed days of this week that the streak forgives, and possibly earlier days. */
  rests: ReadonlySet<string>
}

const dayMs = 24 * 3_600_000

export const reviewLearnersTask = 'achievements.review-learners'
export const reviewLearnerTask = 'achievements.review-learner'
/** `course.studied` is emitted at most once in 15 minutes. The evaluation waits for the end of that time and one minute more. */
const reviewDelayMs = 16 * 60_000

export const recordStudyTask = 'achievements.record-study'
/** Study counts as learning when progress is saved this long after the first save of a quarter of an hour. */
const leastStudyMs = 60_000
/** Soon, so that the day counts while the learner still studies; and after the quarter, for who begins it with a long pause. */
const studyChecksMs = [90_000, reviewDelayMs]

const activityPage = 500
const justAfter = (at: Date) => new Date(at.getTime() + 1)
const learnersInBatch = 200

/**
 * Records achievements from events. An event may be delivered repeatedly and in any order but counts once. With `emitsEvents`
 * false, past activity is recorded and new awards emit no events.
 */
export class AchievementsService {
  readonly #deps: AchievementsDependencies
  readonly #emitsEvents
  readonly certificates

  constructor(deps: AchievementsDependencies) {
    this.#deps = deps
    this.#emitsEvents = deps.emitsEvents ?? true
    this.certificates = new Certificates(deps)
  }

  /** Adds an event to the log unless it is already logged, and awards the badges that it completes. */
  async #gain(tx: Tx, { userId, at }: Activity, kind: XpKind, ref: number): Promise<void> {
    const points = pointsFor(kind, ref)
    if (points === 0) return
    const isNew = await store.insertXp(tx, { userId, kind, ref, points, at })
    if (isNew && this.#emitsEvents && kind === 'course.completed')
      await emit(tx, 'course.completed', { userId, courseId: ref })
    // An event that is logged already gives no points, but its lesson may be the last one that a badge needs.
    const earned = badgesOf(await store.readLog(tx, userId)).filter(({ done, needed }) => done === needed)
    const badges = await store.insertBadges(
      tx,
      userId,
      earned.map(({ key }) => key),
      at,
    )
    if (this.#emitsEvents) for (const badge of badges) await emit(tx, 'badge.earned', { userId, badge })
  }

  /** Computes the streak on the day of `at`. Pass `newest` if the first page of `activityBefore` was already read. */
  async #streakAt(
    db: Db,
    { userId, at }: Activity,
    timeZone: string,
    newest?: readonly Date[],
  ): Promise<Streak> {
    const dayOf = calendarOf(timeZone)
    const counting = beginStreak(dayOf(at))
    let before = justAfter(at)
    let known = newest
    for (;;) {
      const quarters = known ?? (await store.activityBefore(db, userId, before, activityPage))
      known = undefined
      for (const quarter of quarters) if (!counting.add(dayOf(quarter))) return counting.result()
      const oldest = quarters.at(-1)
      if (!oldest || quarters.length < activityPage) return counting.result()
      before = oldest
    }
  }

  /** Records an activity that makes its day a learned day of the streak. */
  async #learned(tx: Tx, activity: Activity, timeZone: string): Promise<void> {
    await store.insertActivity(tx, activity.userId, quarterOf(activity.at))
    const { days } = await this.#streakAt(tx, activity, timeZone)
    for (const milestone of milestones)
      if (days >= milestone) await this.#gain(tx, activity, 'streak.reached', milestone)
  }

  /**
   * Schedules checks whether the learner still studies some time after the first save of a quarter of an hour. The day does not
   * count for a lesson that is only opened.
   */
  async studyBegun(tx: Tx, { userId, courseId, at }: Activity & { courseId: number }): Promise<void> {
    for (const delayMs of studyChecksMs) {
      const runAt = new Date(at.getTime() + delayMs)
      const payload = { userId, courseId, at: at.toISOString() }
      await enqueue(tx, recordStudyTask, payload, {
        jobKey: `${recordStudyTask}:${courseId}/${userId}/${runAt.getTime()}`,
        runAt,
      })
    }
  }

  /** Records the study that began at `at` if the learner has saved progress at least `leastStudyMs` later. */
  async recordStudy({
    userId,
    courseId,
    at,
  }: {
    userId: number
    courseId: number
    at: string
  }): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const last = await this.#deps.enrolments.lastAccess(tx, userId, courseId)
      if (!last || last.getTime() - Date.parse(at) < leastStudyMs) return
      await this.studied(tx, { userId, at: new Date(at) })
    })
  }

  async studied(tx: Tx, activity: Activity): Promise<void> {
    const record = await store.lockRecord(tx, activity.userId)
    if (!record) return
    await this.#learned(tx, activity, record.timeZone)
  }

  /** A completed lesson is learning, and gives points while it stays completed. */
  async lessonCompleted(tx: Tx, activity: Activity & { resourceId: number }): Promise<void> {
    const record = await store.lockRecord(tx, activity.userId)
    if (!record) return
    await this.#learned(tx, activity, record.timeZone)
    await this.#gainLesson(tx, activity)
  }

  /** Takes the points of a reopened lesson back. Badges, certificates and the points of a finished course stay. */
  async lessonReopened(tx: Tx, { userId, resourceId }: Activity & { resourceId: number }): Promise<void> {
    if (!(await store.lockRecord(tx, userId))) return
    if (await store.isCompleted(tx, userId, resourceId)) return
    await store.deleteXp(tx, { userId, kind: 'lesson.completed', ref: resourceId })
  }

  /** The present state decides, because the events of completing and reopening may arrive in any order. */
  async #gainLesson(tx: Tx, { resourceId, ...activity }: Activity & { resourceId: number }): Promise<void> {
    if (await store.isCompleted(tx, activity.userId, resourceId))
      await this.#gain(tx, activity, 'lesson.completed', resourceId)
  }

  /** Counts a graded attempt as learning whatever its result. Only passing the assessment earns points. */
  async attemptGraded(
    tx: Tx,
    activity: Activity & { assessmentId: number; percentage: number },
  ): Promise<void> {
    const record = await store.lockRecord(tx, activity.userId)
    if (!record) return
    await this.#learned(tx, activity, record.timeZone)
    if (activity.percentage >= passMark)
      await this.#gain(tx, activity, 'attempt.passed', activity.assessmentId)
  }

  async discussionStarted(tx: Tx, activity: Activity & { discussionId: number }): Promise<void> {
    const record = await store.lockRecord(tx, activity.userId)
    if (!record) return
    await this.#learned(tx, activity, record.timeZone)
    await this.#gain(tx, activity, 'discussion.started', activity.discussionId)
  }

  /** A reply in one's own discussion earns no points. */
  async discussionAnswered(
    tx: Tx,
    activity: Activity & { discussionId: number; answeredUserId: number },
  ): Promise<void> {
    const record = await store.lockRecord(tx, activity.userId)
    if (!record) return
    await this.#learned(tx, activity, record.timeZone)
    if (activity.answeredUserId !== activity.userId)
      await this.#gain(tx, activity, 'discussion.answered', activity.discussionId)
  }

  /**
   * Brings the certificate in line with the current state of the course. An enrolled learner who has completed everything that
   * counts gets the certificate. Without an enrolment, the certificate is revoked. The lock on the enrolment makes concurrent
   * changes wait, and each of them emits its own event. `resourceId` is the lesson that was just completed. Its points are recorded
   * first, because the page about the finished course shows them together with the certificate.
   */
  async evaluateCompletion(
    tx: Tx,
    { resourceId, ...course }: Activity & { courseId: number; resourceId?: number },
  ): Promise<void> {
    const { userId, courseId } = course
    if (!(await store.lockRecord(tx, userId))) return
    if (!(await this.#deps.enrolments.lockIfEnrolled(tx, userId, courseId)))
      return this.certificates.revoke(tx, course)
    if ((await this.#deps.learning.finishedAmong(tx, courseId, [userId])).length === 0) return
    if (resourceId !== undefined) await this.#gainLesson(tx, { ...course, resourceId })
    await this.#gain(tx, course, 'course.completed', courseId)
    const rule = await this.certificates.ruleOf(tx, courseId)
    if (hasRequirements(rule) && !isFulfilled(await this.#needsOf(tx, rule, userId, courseId)))
      // The certificate was issued earlier, so a new enrolment makes it valid again, whatever the course requires today.
      return this.certificates.reinstate(tx, course)
    await this.certificates.award(tx, course, this.#emitsEvents)
  }

  async #needsOf(db: Db, rule: CertificateRule, userId: number, courseId: number): Promise<CertificateNeeds> {
    const { learning, assessments } = this.#deps
    const lessons = (await learning.lessonsIn(db, userId, [courseId])).get(courseId)
    const counted = { done: lessons?.completedLessons ?? 0, total: lessons?.totalLessons ?? 0 }
    if (!hasRequirements(rule)) return certificateNeeds(rule, counted, [], new Map())
    const items = await learning.studiedItems(db, userId, courseId)
    return certificateNeeds(rule, counted, items, await assessments.bestInCourse(db, userId, courseId))
  }

  /** Returns the requirements of the caller's own certificate and which of them are met. */
  async readNeeds({ userId }: Caller, courseId: number): Promise<CertificateNeeds> {
    const { kysely } = this.#deps.database
    const rule = await this.certificates.readRule(courseId)
    // The course team has withdrawn the certificate, so no further progress makes it valid.
    const isOn = rule.isOn && !(await this.certificates.isWithdrawn(kysely, userId, courseId))
    return this.#needsOf(kysely, { ...rule, isOn }, userId, courseId)
  }

  /**
   * Evaluates the certificate at once for a learner who has just finished. Without this call, watched videos count only some
   * minutes later.
   */
  async claim(caller: Caller, courseId: number): Promise<CertificateNeeds> {
    await this.#deps.database.transaction((tx) =>
      this.evaluateCompletion(tx, { userId: caller.userId, courseId, at: this.#deps.clock.now() }),
    )
    return this.readNeeds(caller, courseId)
  }

  /**
   * Schedules an evaluation after the current quarter of an hour if the certificate requires watched videos. Saving the position of
   * a playing video emits no event.
   */
  async studiedCourse(tx: Tx, { userId, courseId, at }: Activity & { courseId: number }): Promise<void> {
    const { isOn, watchedPercent } = await this.certificates.ruleOf(tx, courseId)
    if (!isOn || watchedPercent === null) return
    const runAt = new Date(at.getTime() + reviewDelayMs)
    const jobKey = `${reviewLearnerTask}:${courseId}/${userId}`
    await enqueue(tx, reviewLearnerTask, { userId, courseId }, { jobKey, runAt })
  }

  /** Evaluates the certificate, because the result may be its last missing requirement. */
  async attemptReviewed(
    tx: Tx,
    { courseId, ...learner }: Activity & { courseId: number | null },
  ): Promise<void> {
    if (courseId === null || (await this.certificates.ruleOf(tx, courseId)).quizPercent === null) return
    await this.evaluateCompletion(tx, { ...learner, courseId })
  }

  async reviewLearner({ userId, courseId }: { userId: number; courseId: number }): Promise<void> {
    await this.#deps.database.transaction((tx) =>
      this.evaluateCompletion(tx, { userId, courseId, at: this.#deps.clock.now() }),
    )
  }

  /** Schedules an evaluation of all learners, because a change of contents may complete the course for them. */
  async contentsChanged(tx: Tx, { courseId }: { courseId: number }): Promise<void> {
    await enqueue(
      tx,
      reviewLearnersTask,
      { courseId, after: 0 },
      { jobKey: `${reviewLearnersTask}:${courseId}` },
    )
  }

  /** Saves the rule; a job then issues certificates to learners who meet it. */
  async saveCertificateRule(
    caller: Caller,
    courseId: number,
    { signature, ...form }: CertificateRuleForm,
  ): Promise<CertificateRule> {
    await this.#deps.database.transaction(async (tx) => {
      const rule = await this.certificates.saveRule(tx, caller, courseId, form)
      if (signature !== undefined) await this.certificates.saveSignature(tx, caller, courseId, signature)
      if (rule.isOn) await this.contentsChanged(tx, { courseId })
    })
    return this.certificates.readRuleFor(caller, courseId)
  }

  /** Evaluates the batch of learners after the id `after` and enqueues the next batch. */
  async reviewLearners({ courseId, after }: { courseId: number; after: number }): Promise<void> {
    const batch = { after, limit: learnersInBatch }
    const learners = await this.certificates.learnersWithout(courseId, batch)
    for (const userId of await this.#deps.learning.finishedAmong(
      this.#deps.database.kysely,
      courseId,
      learners,
    )) {
      await this.#deps.database.transaction((tx) =>
        this.evaluateCompletion(tx, { userId, courseId, at: this.#deps.clock.now() }),
      )
    }
    const last = learners.at(-1)
    if (last === undefined || learners.length < learnersInBatch) return
    // The key contains the last id, so that a later change of the course, which uses the key of the first job, starts again with
    // the first learner.
    const jobKey = `${reviewLearnersTask}:${courseId}/${last}`
    await this.#deps.database.transaction((tx) =>
      enqueue(tx, reviewLearnersTask, { courseId, after: last }, { jobKey }),
    )
  }

  /** Returns the awards for completing the course, which are the events with the time of the certificate. */
  async readFinish(caller: Caller, publicId: string): Promise<CourseFinish> {
    const certificate = await this.certificates.readOwn(caller, publicId)
    const at = new Date(certificate.issuedAt)
    const { gained, badges, xpThen, xpNow } = await store.gainedAt(
      this.#deps.database.kysely,
      caller.userId,
      at,
    )
    const { level } = levelOf(xpNow)
    return {
      certificate,
      xp: gained,
      level,
      isNewLevel: level === levelOf(xpThen).level && level > levelOf(xpThen - gained).level,
      badges: badgeKeys.filter((badge) => badges.includes(badge)),
    }
  }

  /** Deletes all achievements and certificates of an erased person. */
  async forget(tx: Tx, userId: number): Promise<void> {
    await store.deleteRecords(tx, userId)
    await this.certificates.forget(tx, userId)
  }

  async read({ userId }: Caller): Promise<Achievements> {
    const db = this.#deps.database.kysely
    const at = this.#deps.clock.now()
    const [{ log, earned, timeZone, quarters }, averageScore] = await Promise.all([
      store.readRecord(db, userId, { before: justAfter(at), limit: activityPage }),
      this.#deps.assessments.averageScoreOf(userId),
    ])
    const { level, from, to } = levelOf(log.xp)
    const streak = await this.#streakAt(db, { userId, at }, timeZone, quarters)
    const longestStreak = Math.max(log.longestStreak, streak.days)
    return {
      xp: log.xp,
      level,
      levelFrom: from,
      levelTo: to,
      streak,
      averageScore,
      timeZone,
      badges: badgesOf({ ...log, longestStreak }).map(({ key, done, needed }) => ({
        key,
        earnedAt: earned.get(key)?.toISOString() ?? null,
        done,
        needed,
      })),
    }
  }

  /** Returns the ids of those people who have learned since the instant given for each of them. */
  async learnedSince(db: Db, people: readonly { userId: number; since: Date }[]): Promise<Set<number>> {
    return new Set(people.length === 0 ? [] : await store.learnedSince(db, people))
  }

  /** Returns the current week in the person's time zone, Monday first, and its days with learning activity. */
  async weekOf(userId: number): Promise<LearnedWeek> {
    const at = this.#deps.clock.now()
    // The range begins a day early, because the person's time zone is only known after this statement.
    const since = new Date(at.getTime() - 8 * dayMs)
    const { timeZone, quarters } = await store.activitySince(this.#deps.database.kysely, userId, since)
    const dayOf = calendarOf(timeZone)
    const today = dayOf(at)
    const learned = new Set(quarters.map(dayOf))
    const streak = beginStreak(today)
    for (const day of [...learned].toSorted().toReversed()) if (!streak.add(day)) break
    return { timeZone, today, days: daysOfWeek(today), learned, rests: streak.rests }
  }

  async saveTimeZone(caller: Caller, timeZone: string): Promise<Achievements> {
    if (!isTimeZone(timeZone)) {
      refuse('VALIDATION', { issues: [{ path: 'timeZone', message: 'must be an IANA time zone' }] })
    }
    await store.saveTimeZone(this.#deps.database.kysely, caller.userId, timeZone)
    return this.read(caller)
  }
}
