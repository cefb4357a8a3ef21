import { minutesOf } from '@apogee/contracts/courses/course-counts.ts'
import type { CatalogueCourse, SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseState } from '@apogee/contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import {
  businessOf,
  comingSessions,
  cohortSessions,
  onlyPreviews,
  salesFacts,
  sumsOf,
} from './catalogue.rules.ts'
import * as store from './catalogue.store.ts'
import type { CourseCards } from './course-cards.ts'
import { PopularInstructors } from './suggestions/popular-instructors.ts'

interface SalesPagesDependencies {
  clock: Clock
  courses: Pick<Courses, 'contentsOf' | 'presentContents'>
  cards: CourseCards
}

export class SalesPages {
  readonly #deps: SalesPagesDependencies
  readonly #popular: PopularInstructors

  constructor(deps: SalesPagesDependencies) {
    this.#deps = deps
    this.#popular = new PopularInstructors(deps.clock)
  }

  /** Returns the cards of related courses. They do not show the viewer's progress. */
  async #relatedCards(db: Db, caller: MaybeCaller, courseId: number): Promise<CatalogueCourse[]> {
    const rows = await store.relatedCards(db, courseId, caller?.userId ?? null)
    const unsold = await this.#deps.cards.unsoldAmong(db, rows)
    return rows.map((row) => this.#deps.cards.present(row, caller, { unsold }))
  }

  /**
   * Returns the page as visitors will see it, for people who manage the course. A draft is shown as if all its contents were
   * published.
   */
  async preview(
    db: Db,
    caller: MaybeCaller,
    standing: CourseStanding,
  ): Promise<SalesInfo & { courseState: CourseState; taxBasisPoints: number }> {
    const { courseId } = standing
    const row =
      (await store.salesOf(db, courseId, null, this.#deps.clock.now())) ?? refuse('COURSE_NOT_FOUND')
    const includeDrafts = row.state === 'draft'
    const outline = await this.#deps.courses.contentsOf(db, courseId, { includeDrafts, learnerId: null })
    const sales = { ...row, ...sumsOf(outline) }
    const info = await this.#salesInfo(db, caller, sales, outline, row.isPrivate ? false : 'previews')
    const { state: courseState = 'published', ...course } = info.course
    const related = await this.#relatedCards(db, null, courseId)
    const permissions = { manage: false }
    const { taxBasisPoints } = row
    return { ...info, ...cohortSessions(row), course, related, courseState, taxBasisPoints, permissions }
  }

  async read(db: Db, caller: MaybeCaller, standing: CourseStanding): Promise<SalesInfo> {
    const { courseId } = standing
    const sales =
      (await store.salesOf(db, courseId, caller?.userId ?? null, this.#deps.clock.now())) ??
      refuse('COURSE_NOT_FOUND')
    const outline = await this.#deps.courses.contentsOf(db, courseId, {
      includeDrafts: false,
      learnerId: null,
    })
    const info = await this.#salesInfo(db, caller, sales, outline, onlyPreviews(standing))
    // The cohorts are shown only to viewers who can choose one.
    const mayChoose = !sales.hasPlace && sales.state === 'published' && !info.course.isNotOnSaleYet
    return {
      ...info,
      ...(mayChoose && cohortSessions(sales)),
      permissions: { manage: verdictOn('course.edit', standing) === 'allow' },
    }
  }

  async #salesInfo(
    db: Db,
    caller: MaybeCaller,
    sales: store.SalesRow,
    outline: Awaited<ReturnType<Courses['contentsOf']>>,
    includeFiles: 'previews' | false,
  ): Promise<Omit<SalesInfo, 'permissions'>> {
    const { subtitle, outcomes, requirements, audience, faq, planLines } = sales
    return {
      course: await this.#deps.cards.presentOne(db, caller, sales),
      isEnrolled: sales.isEnrolled,
      stats: {
        enrollmentCount: sales.studentCount,
        contentCounts: { lessons: sales.lessonCount, totalDuration: minutesOf(sales) },
        resourceCount: sales.resourceCount,
      },
      facts: salesFacts(sales, outline),
      ...(sales.liveSessions.length > 0 && { liveSessions: comingSessions(sales.liveSessions) }),
      ...(sales.hasCohorts && { hasCohorts: true as const }),
      hasCertificate: sales.hasCertificate,
      ...((sales.watchedPercent !== null || sales.quizPercent !== null) && {
        certificateNeeds: { watchedPercent: sales.watchedPercent, quizPercent: sales.quizPercent },
      }),
      outline: this.#deps.courses.presentContents(outline, {
        caller,
        includeFiles,
        omitExercises: true,
      }),
      instructor:
        sales.shownInstructorId === null
          ? null
          : {
              id: sales.shownInstructorId,
              name: sales.shownInstructorName,
              bio: sales.bio ?? '',
              avatar: sales.avatar,
              courseCount: sales.courseCount,
              studentCount:
                sales.instructorStudentCount ?? (await this.#popular.learners(db, sales.shownInstructorId)),
            },
      sellerName: sales.sellerName ?? '',
      ...(sales.school !== null && { school: sales.school }),
      ...(sales.colour !== null && { colour: sales.colour }),
      business: businessOf(sales),
      moneyBack: { days: sales.moneyBackDays, percent: sales.moneyBackPercent },
      subtitle,
      outcomes,
      requirements,
      audience,
      faq,
      planLines,
      related: await this.#relatedCards(db, caller, sales.id),
    }
  }
}
