import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { certificateRuleForm, withdrawalForm } from './achievements.forms.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { token } from '../texts.ts'

/** The badges are in display order. */
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
  /** Holds the progress towards the badge, at most `needed`. */
  done: z.int(),
  needed: z.int(),
})
export type Badge = z.infer<typeof badge>

export const achievements = z.object({
  xp: z.int(),
  level: z.int(),
  /** The present level begins at `levelFrom` XP, the next one at `levelTo` XP. */
  levelFrom: z.int(),
  levelTo: z.int(),
  streak: z.object({
    /**
     * The count includes days with learning activity in `timeZone`. One missed day in seven does not end a streak and is not
     * counted.
     */
    days: z.int(),
    /** True means that today is a day of the streak. */
    isToday: z.boolean(),
  }),
  /** Holds the mean of the best attempt at each assessment in whole percent. The field is null before the first graded attempt. */
  averageScore: z.nullable(z.int()),
  /** Holds the IANA name of the zone in which days are counted. */
  timeZone: z.string(),
  badges: z.array(badge),
})
export type Achievements = z.infer<typeof achievements>

/** A certificate of completion holds the names at the time of issue. */
export const certificate = z.object({
  id: z.string(),
  courseId: z.int(),
  courseTitle: z.string(),
  sellerName: z.string(),
  issuedAt: instant,
  /** True means that the learner has seen that they finished the course. */
  isSeen: z.boolean(),
})
export type Certificate = z.infer<typeof certificate>

export const certificatePath = z.object({
  /** Lists the modules in course order, each with the numbers of its lessons and quizzes that a completed course needs. */
  modules: z.array(z.object({ title: z.string(), lessons: z.int(), quizzes: z.int() })),
  /** Each video was watched to this percentage. Null means that a completed lesson was enough. */
  watchedPercent: z.nullable(z.int()),
  /** Each quiz was passed with this percentage. Null means that the quiz's own pass mark was enough. */
  quizPercent: z.nullable(z.int()),
})
export type CertificatePath = z.infer<typeof certificatePath>

export const publicCertificate = z.object({
  id: z.string(),
  learnerName: z.nullable(z.string()),
  courseTitle: z.string(),
  sellerName: z.string(),
  /**
   * Holds the course's instructor on the day of issue. Null means that the instructor is unknown or that their account was deleted.
   */
  teacherName: z.nullable(z.string()),
  /**
   * Holds minutes of video in the course on the day of issue, rounded up. Null means that the length is unknown or that the course
   * had no video.
   */
  videoMinutes: z.nullable(z.int()),
  /** Holds the length of the course as its people have stated it. It is absent when they have stated none. */
  minutes: z.optional(z.int()),
  /** `signature` is the address of a picture, which is valid for some hours. */
  signer: z.optional(z.object({ name: z.string(), role: z.string(), signature: z.optional(z.string()) })),
  /** Holds the address of the logo of the business that sells the course. It is absent when the business had no logo. */
  logo: z.optional(z.string()),
  /** Holds the seller's colour on the day of issue. It is absent when the seller had none. */
  colour: z.optional(z.string()),
  issuedAt: instant,
  /** Says what the course took on the day of issue. It is absent from certificates that did not record it. */
  path: z.optional(certificatePath),
  /** The certificate is private. Its learner and the people of the course read this. */
  isPrivate: z.optional(z.literal(true)),
})
export type PublicCertificate = z.infer<typeof publicCertificate>

/** Describes the state of a certificate for the people of the course, who also see withdrawn certificates. */
export const certificateStanding = z.object({
  certificate: publicCertificate,
  /** Null means that the certificate was not withdrawn. */
  withdrawal: z.nullable(z.object({ at: instant, reason: z.string() })),
  /** Holds the learner's present name. Null means that the certificate has that name already. */
  todaysName: z.nullable(z.string()),
  /** Null means that the certificate was never reissued. */
  reissuedAt: z.nullable(instant),
})
export type CertificateStanding = z.infer<typeof certificateStanding>

export const courseFinish = z.object({
  certificate: publicCertificate,
  /** Counts the XP for the course and for the lesson that completed it. */
  xp: z.int(),
  level: z.int(),
  /** True means that the learner reached `level` with this XP. */
  isNewLevel: z.boolean(),
  badges: z.array(z.enum(badgeKeys)),
})
export type CourseFinish = z.infer<typeof courseFinish>

/** The rule defines what a certificate requires besides completed lessons, and what it prints. */
export const certificateRule = z.object({
  /** True means that a completed course gives a certificate. */
  isOn: z.boolean(),
  /** Holds the percentage of each video that must be watched. Null means that a completed lesson is enough. */
  watchedPercent: z.nullable(z.int()),
  /** Holds the percentage that the best attempt at each quiz must reach. Null means that the quiz's own pass mark is enough. */
  quizPercent: z.nullable(z.int()),
  /** The certificate prints this length of the course. Null means that it prints the length of the course's videos. */
  minutes: z.nullable(z.int()),
  /** Null means that nobody signs. `role` may be empty. */
  signer: z.nullable(z.object({ name: z.string(), role: z.string() })),
  /** Holds the address of the signature's picture, valid for some hours. It is absent when there is none. */
  signature: z.optional(z.string()),
})
export type CertificateRule = z.infer<typeof certificateRule>

const missingLesson = z.object({
  resourceId: z.int(),
  courseContentId: z.int(),
  title: z.string(),
  /** Holds the learner's result in percent, 0–100. */
  percent: z.int(),
})
export type MissingLesson = z.infer<typeof missingLesson>

const requirement = z.nullable(
  z.object({
    /** Each video or quiz must reach this percentage. */
    percent: z.int(),
    done: z.int(),
    total: z.int(),
    /** Lists the first ten lessons below this percentage, in course order. */
    missing: z.array(missingLesson),
  }),
)

/** Says what the caller's certificate of a course requires. */
export const certificateNeeds = z.object({
  isOn: z.boolean(),
  lessons: z.object({ done: z.int(), total: z.int() }),
  /** Null means that the rule has no such requirement. */
  videos: requirement,
  quizzes: requirement,
})
export type CertificateNeeds = z.infer<typeof certificateNeeds>

const toEditCourse = {
  kind: 'course',
  capability: 'course.edit',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const

const byPublicId = z.object({ id: token(100) })

export const achievementsEndpoints = {
  readAchievements: endpoint({
    call: 'GET /achievements',
    // The request has no id; the call returns the caller's own data.
    access: signedIn,
    summary: 'The caller’s own XP, level, day streak, average score and badges',
    answer: answerOf(achievements),
  }),
  saveTimeZone: endpoint({
    call: 'PUT /achievements/time-zone',
    lastWins: 'a fact of the device, sent by itself',
    bound: 'ownRow',
    // The request has no id; the call returns the caller's own data.
    access: signedIn,
    summary: 'The time zone in which the caller’s days are counted (an IANA name)',
    body: z.object({ timeZone: token(64) }),
    answer: answerOf(achievements),
  }),
  listCertificates: endpoint({
    call: 'GET /certificates',
    // The request has no id; the call returns the caller's own data.
    access: signedIn,
    summary: 'The caller’s own certificates: all, of one course, or the one with this public id',
    query: z.object({
      ...pageQuery,
      courseId: z.optional(idInUrl),
      id: z.optional(token(100)),
    }),
    answer: listAnswer(certificate),
  }),
  readCertificate: endpoint({
    call: 'GET /certificates/:id',
    // Whoever knows the certificate's random id may read it.
    access: anyone,
    summary:
      'A certificate by its public id, for whoever was given the link; a private one for its learner alone',
    params: byPublicId,
    answer: answerOf(publicCertificate),
    refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED', 'CERTIFICATE_REPLACED'],
  }),
  downloadCertificate: endpoint({
    call: 'GET /certificates/:id/pdf',
    // Whoever knows the certificate's random id may print it.
    access: anyone,
    summary: 'The same as a PDF of one page, in the language asked for',
    params: byPublicId,
    query: z.object({ lang: z.optional(z.enum(languages)) }),
    gives: 'pdf',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED', 'CERTIFICATE_REPLACED', 'UNAVAILABLE'],
  }),
  readFinish: endpoint({
    call: 'GET /certificates/:id/finish',
    // The service answers 404 for another person's certificate.
    access: signedIn,
    summary: 'What completing the course of the caller’s own certificate brought',
    params: byPublicId,
    answer: answerOf(courseFinish),
    refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED', 'CERTIFICATE_REPLACED'],
  }),
  readCertificateStanding: endpoint({
    call: 'GET /certificates/:id/withdrawal',
    // The service answers 404 to everyone who may not edit the certificate's course.
    access: signedIn,
    summary:
      'A certificate of a course that the caller may edit, or the one that replaced it; whether it is withdrawn, and whether the name of its learner has changed',
    params: byPublicId,
    answer: answerOf(certificateStanding),
    refusals: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  withdrawCertificate: endpoint({
    call: 'POST /certificates/:id/withdrawal',
    bound: { perDay: 500, of: 'person' },
    // The service answers 404 to everyone who may not edit the certificate's course.
    access: signedIn,
    summary: 'Withdraw a certificate of a course that the caller may edit; the first reason stays',
    params: byPublicId,
    body: withdrawalForm,
    answer: answerOf(certificateStanding),
    refusals: ['SELLER_SUSPENDED', 'CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  restoreCertificate: endpoint({
    call: 'DELETE /certificates/:id/withdrawal',
    bound: { perDay: 500, of: 'person' },
    // The service answers 404 to everyone who may not edit the certificate's course.
    access: signedIn,
    summary: 'Make a withdrawn certificate valid again; repeating it changes nothing',
    params: byPublicId,
    answer: answerOf(certificateStanding),
    refusals: ['SELLER_SUSPENDED', 'CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  reissueCertificate: endpoint({
    call: 'POST /certificates/:id/reissue',
    bound: { perDay: 500, of: 'person' },
    // The service answers 404 to everyone who may not edit the certificate's course.
    access: signedIn,
    summary:
      'Give a certificate of a course that the caller may edit the learner’s name of today and a new id; repeating it changes nothing',
    params: byPublicId,
    answer: answerOf(certificateStanding),
    refusals: ['SELLER_SUSPENDED', 'CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  readCertificateRule: endpoint({
    call: 'GET /courses/:id/certificate-rule',
    access: toEditCourse,
    summary: 'The rule for certificates of the course, for those who may edit it',
    params: z.object({ id: idInUrl }),
    answer: answerOf(certificateRule),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  saveCertificateRule: endpoint({
    call: 'PUT /courses/:id/certificate-rule',
    lastWins: 'a few choices, each sent by itself; the newest is the answer',
    bound: 'ownRow',
    access: toEditCourse,
    summary: 'Change the rule for certificates of the course; issued ones stay as they are',
    params: z.object({ id: idInUrl }),
    body: certificateRuleForm,
    answer: answerOf(certificateRule),
    refusals: ['COURSE_NOT_FOUND', 'FILE_NOT_AN_UPLOAD'],
  }),
  readCertificateNeeds: endpoint({
    call: 'GET /courses/:id/certificate-needs',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ course: params.id }),
    },
    summary: 'What the caller’s own certificate of a course needs, and what is done',
    params: z.object({ id: idInUrl }),
    answer: answerOf(certificateNeeds),
    refusals: ['COURSE_NOT_FOUND', 'NOT_ENROLLED'],
  }),
  claimCertificate: endpoint({
    call: 'POST /courses/:id/certificate',
    bound: 'onePerPair',
    access: {
      kind: 'course',
      capability: 'course.saveProgress',
      course: ({ params }) => ({ course: params.id }),
    },
    summary: 'Issue the caller’s own certificate now if nothing is missing; repeating it changes nothing',
    params: z.object({ id: idInUrl }),
    answer: answerOf(certificateNeeds),
    refusals: ['COURSE_NOT_FOUND', 'NOT_ENROLLED'],
  }),
  setCertificateVisibility: endpoint({
    call: 'PUT /certificates/:id/visibility',
    lastWins: 'one switch of one person; the newest is the answer',
    bound: 'ownRow',
    // The service answers 404 for another person's certificate.
    access: signedIn,
    summary:
      'Make the caller’s own certificate private, which then looks unknown to all others, or public again',
    params: byPublicId,
    body: z.object({ isPrivate: z.boolean() }),
    answer: doneAnswer,
    refusals: ['CERTIFICATE_NOT_FOUND'],
  }),
  markFinishSeen: endpoint({
    call: 'POST /certificates/:id/finish',
    bound: 'ownRow',
    // The service answers 404 for another person's certificate.
    access: signedIn,
    summary: 'The caller has seen that they have finished the course; repeating it changes nothing',
    params: byPublicId,
    answer: doneAnswer,
    refusals: ['CERTIFICATE_NOT_FOUND'],
  }),
} as const
