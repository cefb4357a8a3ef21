import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'

/** All badges in display order. */
export const badgeKeys = [
  'first-light',
  'parking-orbit',
  'long-burn',
  'touchdown',
  'grand-tour',
  'true-bearing',
  'navigator',
  'open-channel',
  'relay-station',
  'steady-orbit',
  'unbroken-orbit',
  'long-transit',
  'high-point',
] as const
export type BadgeKey = (typeof badgeKeys)[number]

export const badge = z.object({
  key: z.enum(badgeKeys),
  earnedAt: z.nullable(instant),
  /** Progress towards the badge: at most `needed`. */
  done: z.int(),
  needed: z.int(),
})
export type Badge = z.infer<typeof badge>

export const achievements = z.object({
  xp: z.int(),
  level: z.int(),
  /** XP at which this level began and at which the next one begins. */
  levelFrom: z.int(),
  levelTo: z.int(),
  streak: z.object({
    /** Consecutive days with learning activity in `timeZone` up to today or yesterday. */
    days: z.int(),
    /** Whether today is one of them. */
    isToday: z.boolean(),
  }),
  /** Mean of the best attempt at each assessment in whole percent; null before the first graded one. */
  averageScore: z.nullable(z.int()),
  /** IANA name of the zone in which days are counted. */
  timeZone: z.string(),
  badges: z.array(badge),
})
export type Achievements = z.infer<typeof achievements>

/** A certificate of completion, with the names as they were when it was issued. */
export const certificate = z.object({
  id: z.string(),
  courseId: z.int(),
  courseTitle: z.string(),
  sellerName: z.string(),
  issuedAt: instant,
})
export type Certificate = z.infer<typeof certificate>

export const publicCertificate = z.object({
  id: z.string(),
  learnerName: z.nullable(z.string()),
  courseTitle: z.string(),
  sellerName: z.string(),
  issuedAt: instant,
})
export type PublicCertificate = z.infer<typeof publicCertificate>

export const achievementsEndpoints = {
  readAchievements: endpoint({
    call: 'GET /achievements',
    isInFirstLoad: true,
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'The caller’s own XP, level, day streak, average score and badges',
    answer: answerOf(achievements),
  }),
  saveTimeZone: endpoint({
    call: 'PUT /achievements/time-zone',
    isInFirstLoad: true,
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'The time zone in which the caller’s days are counted (an IANA name)',
    body: z.object({ timeZone: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answer: answerOf(achievements),
  }),
  listCertificates: endpoint({
    call: 'GET /certificates',
    isInFirstLoad: true,
    // The caller's own: no id in the request.
    access: signedIn,
    summary: 'The caller’s own certificates, all or of one course',
    query: z.object({ ...pageQuery, courseId: z.optional(idInUrl) }),
    answer: listAnswer(certificate),
  }),
  readCertificate: endpoint({
    call: 'GET /certificates/:id',
    // Whoever knows its random id may read it.
    access: anyone,
    summary: 'A certificate by its public id, for whoever was given the link',
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    answer: answerOf(publicCertificate),
    refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
} as const
