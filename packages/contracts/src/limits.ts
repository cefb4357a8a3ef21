/**
 * Holds the product's constants (docs/specification.md#9-business-constants-and-limits, docs/api.md#limits). Money is in sen and
 * times are in milliseconds unless the name says otherwise.
 */
export const uploadMaxBytes = 104_857_600
/** A video that is sent in parts has at most this size (docs/decisions/files.md). */
export const partedVideoMaxBytes = 2 * 1024 ** 3
/** The archive of a whole course has at most this size (docs/course-format.md). */
export const courseArchiveMaxBytes = 8 * 1024 ** 3
/** A packed SCORM package has at most this size. */
export const packageMaxBytes = 524_288_000
export const priceMaxCents = 1_000_000
export const orderMaxCents = 3_000_000
export const titleMaxLength = 200
export const descriptionMaxLength = 20_000
export const cartMaxCourses = 50
export const passwordMinLength = 8
export const passwordMaxLength = 200
/** People who teach or manage need a password of at least this length in a live installation. */
export const staffPasswordMinLength = 12
export const nameMinLength = 2
export const nameMaxLength = 120
export const emailMaxLength = 254
export const messageMaxLength = 5000
/**
 * A seller may create this number of courses within 24 hours. Where sellers need approval (live), `ofNewSeller` applies during the
 * first `newSellerDays`.
 */
export const coursesADay = { ofSeller: 60, ofNewSeller: 10 } as const
export const newSellerDays = 30
/** One call enrols at most this number of people. */
export const enrolAtOnce = 500
/** A seller may invite at most this number of new addresses per day. */
export const invitedAddressesPerDay = 200
/** Actions that waited longer than a year for a connection count as a year old. */
export const longestAgoMs = 366 * 86_400_000
export const acceptedStrength = 3
/** The limit is in characters of a coding answer. */
export const codeMaxLength = 10_000
/** The limit is in characters of a learner's code in an exercise below a lesson. */
export const exerciseCodeMaxLength = 20_000
/** Each person may have this number of private notes in one course. Lengths are in characters. */
export const noteLimits = { perCourse: 2000, textLength: 5000, quoteLength: 200 } as const
export const passkeyLimits = { perPerson: 20, nameLength: 80 } as const
export const apiTokenLimits = { perPerson: 20, nameLength: 80, usualDays: 90, mostDays: 365 } as const

/**
 * Limits an answer that a person grades: its files, the bytes of each file, the uploads of a person per day, and the characters of
 * the grader's comment.
 */
export const handInLimits = { files: 5, bytes: 20 * 1_048_576, perDay: 100, comment: 5000 } as const

/**
 * Limits the pictures in one text of a discussion: their number, the bytes of an uploaded file, the pixels of the longer side as
 * stored, the characters of a description, and the uploads of a person per day.
 */
export const postPictureLimits = {
  most: 3,
  bytes: 5 * 1_048_576,
  longestSide: 2560,
  altLength: 300,
  perDay: 60,
} as const
/**
 * Limits a picture in the text of a lesson or in a question: bytes of the file, pixels of the longer side, and characters of its
 * description.
 */
export const textPictureLimits = { bytes: 10 * 1_048_576, longestSide: 2560, altLength: 300 } as const
/** A review, and the seller's reply to it, has at most this number of characters. */
export const reviewMaxLength = 2000
export const withdrawalReasonMaxLength = 500
export const reviewOrders = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof reviewOrders)[number]
/** Limits a sales page: the entries of each kind, and the characters of each entry. */
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

export const paymentPollMs = 2000
export const paymentSlowPollMs = 10_000
export const paymentFastPollPeriodMs = 120_000
export const paymentSuccessRedirectMs = 5000
export const freeEnrolmentRedirectMs = 2000
export const loginHintAfterFailures = 2

/** A file of captions has at most this number of bytes, both as uploaded and as stored. */
export const captionsMaxBytes = 1024 * 1024

export const defaultEnrollmentCount = 24
export const defaultDurationMinutes = 480
export const defaultCountry = 'Malaysia'
/** A course in the state `published` is either public or private. */
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
