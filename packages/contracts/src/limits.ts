/**
 * Holds the product's constants (docs/specification.md#9-business-constants-and-limits, docs/api.md#limits). Money is in sen and
 * times are in milliseconds unless the name says otherwise.
 */
export const uploadMaxBytes = 104_857_600
/** The limit applies to a video that is sent in parts (docs/decisions/files.md). */
export const partedVideoMaxBytes = 2 * 1024 ** 3
/** The limit applies to a whole course as an archive (docs/course-format.md). */
export const courseArchiveMaxBytes = 8 * 1024 ** 3
/** The limit applies to the packed SCORM package. */
export const packageMaxBytes = 524_288_000
export const priceMaxCents = 1_000_000
export const orderMaxCents = 3_000_000
export const titleMaxLength = 200
export const descriptionMaxLength = 20_000
export const cartMaxCourses = 50
export const passwordMinLength = 8
export const passwordMaxLength = 200
/** The limit applies to people who teach or manage, in a live installation. */
export const staffPasswordMinLength = 12
export const nameMinLength = 2
export const nameMaxLength = 120
export const emailMaxLength = 254
export const messageMaxLength = 5000
/**
 * A seller creates at most so many courses within 24 hours. With approval of sellers (live), new sellers have the lower limit in
 * their first days.
 */
export const coursesADay = { ofSeller: 60, ofNewSeller: 10 } as const
export const newSellerDays = 30
/** The limit applies to one call. */
export const enrolAtOnce = 500
/** The limit applies to the new addresses of each seller. */
export const invitedAddressesPerDay = 200
/** Actions that waited longer than a year for a connection count as a year old. */
export const longestAgoMs = 366 * 86_400_000
export const acceptedStrength = 3
/** The limits are courses, seats of one course, seats in total, and bytes of a pasted list. */
export const invoiceLimits = {
  lines: 20,
  seatsPerLine: 500,
  seats: 1000,
  totalCents: 100_000_000,
  peopleText: 100_000,
} as const
/** The limit is in characters of a coding answer. */
export const codeMaxLength = 10_000
/** The limit is in characters of a learner's code in an exercise below a lesson. */
export const exerciseCodeMaxLength = 20_000
/** Each person has at most so many private notes in one course; the lengths are in characters. */
export const noteLimits = { perCourse: 2000, textLength: 5000, quoteLength: 200 } as const
export const passkeyLimits = { perPerson: 20, nameLength: 80 } as const
export const apiTokenLimits = { perPerson: 20, nameLength: 80, usualDays: 90, mostDays: 365 } as const

/**
 * The limits of an answer that a person grades are files, bytes of each file, uploads of a person per day, and characters of a
 * comment.
 */
export const handInLimits = { files: 5, bytes: 20 * 1_048_576, perDay: 100, comment: 5000 } as const

/**
 * The limits of pictures in one text of a discussion are their number, bytes of an uploaded file, pixels of the longest side that is
 * stored, characters of
 * a description, uploads of one person per day.
 */
export const postPictureLimits = {
  most: 3,
  bytes: 5 * 1_048_576,
  longestSide: 2560,
  altLength: 300,
  perDay: 60,
} as const
/** The limits apply to a picture in the text of a lesson or in a question. */
export const textPictureLimits = { bytes: 10 * 1_048_576, longestSide: 2560, altLength: 300 } as const
/** The limit is in characters of a review and of the seller's reply. */
export const reviewMaxLength = 2000
export const withdrawalReasonMaxLength = 500
export const reviewOrders = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof reviewOrders)[number]
/** The limits are entries of each kind on a sales page, and characters of each entry. */
export const salesContentLimits = {
  subtitle: 160,
  outcomes: { most: 12, length: 160 },
  requirements: { most: 8, length: 160 },
  audience: { most: 8, length: 160 },
  faq: { most: 20, question: 200, answer: 2000 },
  planLines: { most: 8, length: 80 },
} as const
/** The limit is in characters. */
export const bioMaxLength = 2000
export const tooLong = (max: number) => `Must be at most ${max} characters`

export const noticeTimeoutMs = 5000
export const paymentPollMs = 2000
export const paymentSlowPollMs = 10_000
export const paymentFastPollPeriodMs = 120_000
export const paymentSuccessRedirectMs = 5000
export const freeEnrolmentRedirectMs = 2000
export const loginHintAfterFailures = 2

/** The limit in bytes of a file of captions, as it comes and as it is stored. */
export const captionsMaxBytes = 1024 * 1024

export const defaultEnrollmentCount = 24
export const defaultDurationMinutes = 480
export const defaultCountry = 'Malaysia'
export const countries = ['Malaysia', 'Singapore', 'Indonesia', 'Thailand', 'Other'] as const
/** A published course is public or private. */
export const courseStates = ['draft', 'published', 'archived'] as const
export type CourseState = (typeof courseStates)[number]

export const fileTypes = ['video', 'pdf', 'document', 'quiz', 'reading', 'assignment', 'other'] as const
export type FileType = (typeof fileTypes)[number]
export const roles = ['student', 'instructor', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]
/**
 * `discussion`: a picture in a discussion or reply. `archive`: a whole course. `package`: a SCORM package. `hand-in`: a learner's
 * file in an answer. `text-picture`: a picture in the text of a lesson or in a question. `text-file`, `text-video`: a file or video
 * in the text of a lesson.
 * `signature`: a signature for certificates. `seller-document`: a proof of a seller's identity for the platform.
 */
export const uploadPurposes = [
  'lesson',
  'cover',
  'avatar',
  'captions',
  'quiz',
  'discussion',
  'archive',
  'package',
  'hand-in',
  'text-picture',
  'text-file',
  'text-video',
  'signature',
  'seller-document',
] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
