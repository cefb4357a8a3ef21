/**
 * Completes answers of other servers, which may contain only what docs/specification.md#7-calls names. The test proves that the
 * completed answers satisfy the contract.
 */
import { roles, fileTypes } from '@apogee/contracts/limits.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { unknownCourse, usualCourse } from './unknown-course.ts'

type Fields = Record<string, unknown>
type Params = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Gives a value the type of `usual`. Null counts as absent, and a text that is a number counts as a number. */
function valueOf(given: unknown, usual: unknown): unknown {
  if (given === undefined || given === null) return usual
  if (typeof usual === 'number') return Number.isFinite(Number(given)) ? Number(given) : usual
  if (typeof usual === 'boolean') return given === true || given === 1 || given === 'true' || given === '1'
  if (typeof usual === 'string')
    return typeof given === 'string' || typeof given === 'number' ? String(given) : usual
  if (Array.isArray(usual)) return Array.isArray(given) ? given : usual
  if (isFields(usual)) return completed(given, usual)
  return given
}

/** Gives each field of `usual` a value of its type. All further fields stay unless they are null. */
function completed(given: unknown, usual: Fields): Fields {
  const known = Object.entries(fieldsOf(given)).filter(([, value]) => value !== null)
  const all = Object.fromEntries(known)
  for (const [name, value] of Object.entries(usual)) all[name] = valueOf(all[name], value)
  return all
}

const oneOf = (known: readonly string[], given: unknown, other: string): string =>
  known.find((name) => name === given) ?? other

/** These figures are the defaults of docs/specification.md#course-catalogue-courses-available-courses. */
const figuresOfCards = { studentCount: 24, durationMinutes: 360 }

/** The progress is an object or a percentage (docs/specification.md#3-entities-and-their-fields). */
function enrollmentOf(given: Fields): Fields {
  const { progress } = given
  const lessons = isFields(progress)
    ? progress
    : { completedLessons: Math.round(Number(progress ?? 0)) || 0, totalLessons: progress ? 100 : 0 }
  const usual = { progress: { completedLessons: 0, totalLessons: 0 }, lastAccessed: null }
  const { next } = given
  return { ...completed({ ...given, progress: lessons }, usual), ...(next !== undefined && { next }) }
}

function courseOf(given: unknown, usual: Fields = {}): Fields {
  const course = completed(given, { ...usualCourse, ...usual })
  const { enrollment, rating } = course
  return {
    ...course,
    rating: isFields(rating) ? rating : null,
    ...(isFields(enrollment) && { enrollment: enrollmentOf(enrollment) }),
  }
}

const cardOf = (given: unknown): Fields => courseOf(given, figuresOfCards)

const enrolledOf = (given: unknown): Fields =>
  courseOf({ enrollment: {}, ...completed(given, {}) }, { ...figuresOfCards, isEnrolled: true })

function resourceOf(given: unknown, order: number, module: Fields): Fields {
  const resource = completed(given, {
    id: 0,
    ...module,
    title: '',
    seconds: null,
    pages: null,
    order,
    isPublished: true,
    isPreview: false,
  })
  const progress = resource['progress']
  return {
    ...resource,
    fileType: oneOf(fileTypes, resource['fileType'], 'other'),
    ...(isFields(progress) && {
      progress: completed(progress, { completed: false, watchTime: 0, position: 0 }),
    }),
  }
}

/** Bare modules have no order number, so it is their position in the list. */
const contentsOf = (given: unknown, courseId: number): Fields[] =>
  rowsOf(given).map((row, order) => {
    const usual = { id: 0, courseId, title: '', description: '', order, type: 'chapter', isPublished: true }
    const module = completed(row, usual)
    const { id: courseContentId } = module
    const resources = rowsOf(module['resources']).map((resource, place) =>
      resourceOf(resource, place, { courseId, courseContentId }),
    )
    return { ...module, resources }
  })

/**
 * A server without permissions answers the course page only to people who study the course. The route guard decides who manages
 * courses.
 */
function courseInDetail(data: Fields, { courseId }: Params): Fields {
  const course = courseOf(data, { id: Number(courseId), isEnrolled: true })
  return {
    ...course,
    contents: contentsOf(data['contents'], Number(course['id'])),
    permissions: completed(data['permissions'], { study: true }),
  }
}

const usualFacts = {
  videoSeconds: 0,
  videos: 0,
  documents: 0,
  texts: 0,
  readingMinutes: 0,
  quizzes: 0,
  exercises: 0,
  captions: [],
  updatedAt: null,
}

/** The promise and the certificate are the defaults of docs/specification.md#9-business-constants-and-limits. */
const usualSales = {
  isEnrolled: false,
  facts: usualFacts,
  hasCertificate: true,
  instructor: null,
  sellerName: '',
  business: null,
  moneyBack: { days: 30, percent: 30 },
  subtitle: '',
  outcomes: [],
  requirements: [],
  audience: [],
  faq: [],
  planLines: [],
  permissions: { manage: false },
}

function statsOf(given: Fields): Fields {
  const counts = completed(given['contentCounts'], { lessons: 0 })
  const { totalDuration } = counts
  const stats = completed(given, { resourceCount: 0 })
  const { enrollmentCount } = stats
  return {
    ...stats,
    ...(enrollmentCount !== undefined && { enrollmentCount: Number(enrollmentCount) }),
    contentCounts: {
      ...counts,
      ...(totalDuration !== undefined && { totalDuration: Number(totalDuration) }),
    },
  }
}

function salesOf(data: Fields, { courseId }: Params): Fields {
  const course = courseOf(data['course'], { id: Number(courseId) })
  return {
    ...completed(data, usualSales),
    course,
    stats: statsOf(fieldsOf(data['stats'])),
    outline: contentsOf(data['outline'] ?? course['contents'], Number(course['id'])),
    related: rowsOf(data['related']).map(cardOf),
  }
}

function personOf(given: unknown, usual: Fields): Fields {
  const person = completed(given, {
    id: 0,
    name: null,
    email: '',
    businessId: null,
    createdAt: '',
    metadata: {},
    ...usual,
  })
  const avatar = fieldsOf(person['metadata'])['avatar'] ?? null
  // An unknown role counts as a student (docs/specification.md#6-roles-and-permissions).
  return { ...person, role: oneOf(roles, person['role'], 'student'), metadata: { avatar } }
}

const currentUserOf = (given: unknown): Fields => personOf(given, { emailVerified: true })

function listedUserOf(given: unknown): Fields {
  const user = personOf(given, { lastEnrolled: null, lastBooking: null, totalBookings: 0 })
  const { courses, ...others } = user
  return Array.isArray(courses)
    ? { ...others, courses: rowsOf(courses).map((course) => completed(course, { id: 0, title: '' })) }
    : others
}

/** The specification does not define the fields of a payment, so only an id and a status are expected. */
function paymentOf(given: unknown, id: unknown = ''): Fields {
  const payment = completed(given, {
    id: String(id),
    status: 'pending',
    amount: 0,
    currency: 'MYR',
    createdAt: '',
    paidAt: null,
    receiptUrl: null,
  })
  const paid = payment['status'] === 'paid'
  const usualLine = {
    courseId: 0,
    title: '',
    price: 0,
    listPrice: 0,
    discount: 0,
    tax: 0,
    status: paid ? 'granted' : 'open',
    refunded: 0,
    owned: paid,
  }
  return { ...payment, lines: rowsOf(payment['lines']).map((line) => completed(line, usualLine)) }
}

type Answer = Fields & { data?: unknown }
/** Returns the completed answer without `success`, or null if the answer lacks the data that the call is for. */
type Reader = (answer: Answer, params: Params) => Fields | null

/** Bare answers have their fields in `data` or beside `success`. */
const bodyOf = ({ data, success: _, ...others }: Answer): Fields =>
  isFields(data) ? { ...others, ...data } : others

/** A list without `meta` contains all its rows. */
const list =
  (rowOf: (row: Fields, params: Params) => Fields): Reader =>
  ({ data, meta }, params) => {
    const rows = rowsOf(data).map((row) => rowOf(row, params))
    const further = completed(meta, { total: rows.length })
    return { data: rows, meta: { ...further, nextCursor: further['nextCursor'] || null } }
  }

const inData =
  (read: (data: Fields, params: Params) => Fields): Reader =>
  (answer, params) => ({ data: read(bodyOf(answer), params) })

/** `data: null` means that the course does not exist. */
const inCourse =
  (read: (data: Fields, params: Params) => Fields): Reader =>
  (answer, params) =>
    answer.data === null ? null : { data: read(bodyOf(answer), params) }

/** A missing payment page is reported by the button that would open it, so it is not an error here. */
const payment =
  (id: 'purchase_id' | 'payment_id'): Reader =>
  (answer) =>
    completed(bodyOf(answer), { [id]: '' })

const lessonState: Reader = (answer) => completed(bodyOf(answer), { completed: false, watchTime: 0 })

const signIn: Reader = (answer) => {
  const { token, user } = bodyOf(answer)
  if (typeof token !== 'string' || token === '') return null
  const isWhole = isFields(user) && user['id'] !== undefined
  return { data: { token, ...(isWhole && { user: currentUserOf(user) }) } }
}

const done: Reader = () => ({})

/** Returns no object if it lacks these fields, because the screens of such calls can show what they have sent. */
const written =
  (fields: readonly string[], read: (data: Fields) => Fields): Reader =>
  (answer) => {
    const data = bodyOf(answer)
    return fields.every((name) => data[name] !== undefined) ? { data: read(data) } : {}
  }
const writtenCourse = written(['id', 'title', 'description', 'image', 'isPrivate', 'price'], (data) =>
  courseOf(data),
)

const readers: Partial<Record<RouteName, Reader>> = {
  listCourses: list(cardOf),
  listEnrolledCourses: list(enrolledOf),
  createCourse: writtenCourse,
  updateCourse: writtenCourse,
  deleteCourse: inData((data) => completed(data, { outcome: 'deleted' })),
  enroll: (answer) => completed(bodyOf(answer), { message: '' }),
  courseSales: inCourse(salesOf),
  readCourse: inCourse(courseInDetail),
  payForCourse: payment('purchase_id'),
  payForCart: payment('payment_id'),
  readPayment: (answer, { id }) => {
    const data = paymentOf({ status: answer.data, ...bodyOf(answer) }, id)
    return { status: data['status'], data: { ...data, extra: rowsOf(data['extra']) } }
  },
  paymentHistory: list((row) => paymentOf(row)),
  checkPayment: (answer) => {
    const { status = answer.data } = bodyOf(answer)
    return typeof status === 'string' ? { status } : null
  },
  login: signIn,
  register: signIn,
  registerBusiness: signIn,
  verifySession: (answer) => {
    const { decoded } = bodyOf(answer)
    return isFields(decoded) ? { data: { decoded: currentUserOf(decoded) } } : null
  },
  uploadFile: (answer) => {
    const data = completed(bodyOf(answer), { url: '', size: 0, contentType: '' })
    return { url: data['url'], data }
  },
  courseProgress: inData((data) =>
    completed(data, { totalLessons: 0, completedLessons: 0, progressPercentage: 0, lastAccessed: null }),
  ),
  lessonProgress: lessonState,
  saveLessonProgress: lessonState,
  listCourseContents: list((row, { courseId }) => contentsOf([row], Number(courseId))[0] ?? {}),
  deleteContent: done,
  deleteResource: done,
  createContent: written(['id'], (data) => contentsOf([data], 0)[0] ?? {}),
  createResource: written(['id', 'courseContentId', 'title', 'fileType'], (data) => resourceOf(data, 0, {})),
  listContentResources: list((row, { contentId }) =>
    resourceOf(row, 0, { courseId: unknownCourse, courseContentId: Number(contentId) }),
  ),
  updateChipCredentials: (answer) => completed(bodyOf(answer), { status: 'verified', secretEndsWith: '' }),
  listUsers: list(listedUserOf),
  listInstructors: list((row) => {
    const { id, name, email, role } = personOf(row, { role: 'instructor' })
    return { id, name, email, role }
  }),
  listMyLearners: list(listedUserOf),
  updateUser: written(['id', 'name', 'email', 'role', 'metadata'], currentUserOf),
  deleteUser: (answer) => ({
    eraseAfter: null,
    data: completed(answer.data, { outcome: 'erased' }),
  }),
}

/** Lists the calls whose bare answers are completed. */
export const completedCalls = Object.keys(readers) as RouteName[]

/**
 * Returns the answer as the contract describes it, or null for a failure. Answers to calls that the specification does not name are
 * not changed.
 */
export function fullAnswer(name: RouteName, body: unknown, params: Params = {}): object | null {
  const answer: Answer | null = Array.isArray(body) ? { data: body } : isFields(body) ? body : null
  if (answer === null) return null
  const reader = readers[name]
  if (!reader) return answer['success'] === true ? answer : null
  if (!(answer['success'] ?? true)) return null
  const read = reader(answer, params)
  return read && { ...read, success: true }
}

/** The specification defines these sentences for these codes. */
export const specifiedSentences = {
  EMAIL_EXISTS:
    'This email is already registered. Please use a different email or login to your existing account.',
  NETWORK_ERROR: 'An unexpected error occurred',
  CART_EMPTY: 'Your cart is empty',
  COURSE_NOT_FOUND: 'Course not found',
  RESOURCE_NOT_FOUND: 'No resource found',
  FILE_TOO_LARGE: 'File size exceeds 100MB limit',
  FILE_TYPE_UNSUPPORTED: 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.',
  FORBIDDEN: "Access Denied. You don't have permission to access this page.",
  PAYMENT_NOT_FOUND: 'Failed to verify payment',
  PAYMENT_PROVIDER_UNAVAILABLE: 'Failed to process payment. Please try again.',
} as const

/**
 * A failure with a code of the specification gets the specification's sentence in place of the server's text
 * (docs/specification.md#8-error-catalogue).
 */
export function specifiedFailure(body: unknown): unknown {
  if (!isFields(body) || body['success'] !== false) return body
  const code = String(body['errorCode'])
  const sentences: Partial<Record<string, string>> = specifiedSentences
  const error = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return error === undefined ? body : { ...body, error }
}
