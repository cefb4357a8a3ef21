/** Selects the courses of a list, and computes the facts of a sales page. Pure functions. */
import { lessonsAmong, type Length } from '@apogee/contracts/courses/course-counts.ts'
import { minutesByUse } from '@apogee/contracts/courses/course-length.ts'
import { languages, type Language } from '@apogee/domain/languages.ts'
import type { SalesFacts, SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import type { CourseState, FileType, Role } from '@apogee/contracts/limits.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'

/**
 * Computes the sums of a course's card from these items. A preview of a draft uses it, because cards count only published items.
 */
export function sumsOf(
  modules: readonly {
    resources: readonly {
      fileType: FileType
      passPercentage: number | null
      words: number | null
      media: { seconds: number | null; pages: number | null } | null
    }[]
  }[],
): { lessonCount: number; resourceCount: number; seconds: number; pages: number; words: number } {
  const items = modules.flatMap(({ resources }) => resources)
  const videos = items.filter(({ fileType }) => fileType === 'video')
  const documents = items.filter(({ fileType }) => fileType === 'pdf' || fileType === 'document')
  const sum = (all: readonly (number | null | undefined)[]) =>
    all.reduce<number>((total, one) => total + (one ?? 0), 0)
  return {
    lessonCount: videos.length > 0 ? lessonsAmong(items).length : 0,
    resourceCount: items.length,
    seconds: sum(videos.map(({ media }) => media?.seconds)),
    pages: sum(documents.map(({ media }) => media?.pages)),
    words: sum(items.map(({ words }) => words)),
  }
}

/** Describes what a published item contributes to the facts of its course. */
interface CountedItem {
  fileType: FileType
  /** Counts the words of a text lesson. Null means another kind of lesson. */
  words: number | null
  practice: Pick<Practice, 'kind'>
  captions: readonly { language: Language }[]
  createdAt: string
}

/** Computes the facts that a buyer sees from the course's published modules. */
export function salesFacts(
  course: Length & { contentsChangedAt: Date | null },
  modules: readonly { resources: readonly CountedItem[] }[],
): SalesFacts {
  const items = modules.flatMap(({ resources }) => resources)
  const count = (...types: FileType[]) =>
    items.filter(({ fileType, words }) => words === null && types.includes(fileType)).length
  const videos = items.filter(({ fileType }) => fileType === 'video')
  const inLanguage = (language: Language) =>
    videos.filter(({ captions }) => captions.some((track) => track.language === language)).length
  const newest = Math.max(...items.map(({ createdAt }) => Date.parse(createdAt)))
  const changedAt = course.contentsChangedAt ?? (items.length > 0 ? new Date(newest) : null)
  return {
    videoSeconds: course.seconds,
    videos: videos.length,
    documents: count('pdf', 'document', 'reading'),
    texts: items.filter(({ words }) => words !== null).length,
    // The reading time is a difference, so that it and the minutes of video add up to the length of the course.
    readingMinutes: minutesByUse(course).ofReading,
    quizzes: count('quiz'),
    exercises: items.filter(({ practice }) => practice.kind === 'exercise').length + count('assignment'),
    captions: languages
      .map((language) => ({ language, captioned: inLanguage(language) }))
      .filter(({ captioned }) => captioned > 0)
      .map(({ language, captioned }) => ({ language, everywhere: captioned === videos.length })),
    updatedAt: changedAt?.toISOString() ?? null,
  }
}

const mostSessionsShown = 10

/** Returns the live sessions of a sales page that have not ended, the next one first. */
export const comingSessions = (
  sessions: readonly { title: string; startsAt: string; minutes: number }[],
): SalesInfo['liveSessions'] => ({
  count: sessions.length,
  next: sessions
    .slice(0, mostSessionsShown)
    .map(({ startsAt, ...session }) => ({ ...session, startsAt: new Date(startsAt).toISOString() })),
})

/**
 * Returns the live sessions of cohorts for viewers of a sales page who can choose a cohort. If no cohort has a session, the field
 * is omitted.
 */
export const cohortSessions = ({
  cohortSessions: all,
}: {
  cohortSessions: readonly { cohortId: number; cohortName: string; count: number; nextAt: string }[]
}): Pick<SalesInfo, 'cohortSessions'> =>
  all.length === 0
    ? {}
    : {
        cohortSessions: all
          .slice(0, mostSessionsShown)
          .map(({ nextAt, ...cohort }) => ({ ...cohort, nextAt: new Date(nextAt).toISOString() })),
      }

/** Filters by owner or seller. When all are null, the list contains all courses that the viewer may see. */
export interface ListScope {
  createdBy: number | null
  /** True includes courses that `createdBy` teaches, whoever created them. */
  withTaught: boolean
  /** Selects the courses of a business, or those of the platform. */
  seller: { business: number } | { platform: true } | null
}

/** 'current' selects drafts and published courses. */
export type ListedState = CourseState | 'current'

/** The courses that a list may show depend on these facts about the viewer. */
export type Viewer = { userId: number; role: Role; businessId: number | null } | null

/**
 * Converts the query of a list. `createdBy` must be the caller unless the caller is a superadmin, and `businessId=own` is for
 * admins. Refuses UNAUTHENTICATED and NOT_YOURS.
 */
export function listScope(
  caller: MaybeCaller,
  asked: {
    createdBy?: number | undefined
    include?: 'taught' | undefined
    businessId?: 'own' | undefined
  },
): ListScope {
  if (asked.createdBy === undefined && asked.businessId === undefined)
    return { createdBy: null, withTaught: false, seller: null }
  if (!caller) refuse('UNAUTHENTICATED')
  if (asked.createdBy !== undefined && caller.role !== 'superadmin' && asked.createdBy !== caller.userId) {
    refuse('NOT_YOURS')
  }
  const own = { createdBy: asked.createdBy ?? null, withTaught: asked.include === 'taught' }
  if (asked.businessId === undefined) return { ...own, seller: null }
  if (caller.role === 'superadmin') return { ...own, seller: { platform: true } }
  if (caller.role !== 'admin' || caller.businessId === null) refuse('NOT_YOURS')
  return { ...own, seller: { business: caller.businessId } }
}

export interface SellingBusiness {
  /** Null means that the seller is not a business. */
  businessName: string | null
  businessDescription: string | null
  businessWebsite: string | null
  businessLogo: string | null
  /** All three are null unless the business shows them. */
  businessEmail: string | null
  businessPhone: string | null
  businessAddress: string | null
}

/** Returns the business of a sales page, and null for other sellers. */
export function businessOf(row: SellingBusiness): SalesInfo['business'] {
  const { businessName: name, businessEmail: email, businessPhone: phone, businessAddress: address } = row
  if (name === null) return null
  return {
    name,
    description: row.businessDescription ?? '',
    website: row.businessWebsite ?? '',
    logo: row.businessLogo,
    contact: email === null || phone === null || address === null ? null : { email, phone, address },
  }
}

/** Grants a visitor of a sales page the files of free previews while the course is public. */
export const onlyPreviews = ({ visibility }: CourseStanding): 'previews' | false =>
  visibility === 'public' ? 'previews' : false
