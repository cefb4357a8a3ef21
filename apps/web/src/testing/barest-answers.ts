/**
 * Lists the barest answers that docs/specification.md#7-calls allows, for each of its calls: only the named fields, and less where an
 * answer is not shown. The first answer of each call is the plainest one.
 */
import type { RouteName } from '@apogee/contracts/routes.ts'

/** A null entry means an answer without a body. */
type Barest = readonly [unknown, ...unknown[]]

const success = true
const course = { id: 5, title: 'Orbital mechanics' }
const resource = { id: 31, courseContentId: 12, title: 'Launch', filePath: '/media/a.mp4', fileType: 'video' }
const module = { id: 12, courseId: 5, title: 'Ascent', resources: [resource] }
const person = { id: 9, email: 'mei@apogee.test' }

/** The list is in `data` or is the body itself. The fields of its row are plain, or null, or numbers as texts. */
const lists = (row: object, loose: object): Barest => [
  { success, data: [row] },
  { data: [row] },
  [row],
  { success, data: [{ ...row, ...loose }] },
  { success, data: [], meta: { nextCursor: '' } },
  { success },
]
/** The answer tells only that the call has worked, or contains nothing. */
const done: Barest = [{ success }, {}, null, { success, data: null, error: null }]
const emptyCourse = {
  id: '5',
  description: null,
  image: null,
  isPrivate: null,
  price: '4900',
  category: null,
  createdBy: null,
  enrollment: null,
}
const emptyUser = { id: '9', name: null, role: 'learner', createdAt: null, courses: null, metadata: null }
const signedIn: Barest = [
  { success, data: { token: 'new' } },
  { data: { token: 'new' } },
  { success, data: { token: 'new', user: { name: 'Aisyah' } } },
]

export const barestAnswers = {
  listCourses: lists(course, emptyCourse),
  listEnrolledCourses: [
    ...lists(course, emptyCourse),
    { data: [{ ...course, enrollment: { progress: 40, lastAccessed: null } }] },
    { data: [{ ...course, enrollment: { progress: { completedLessons: '1', totalLessons: '4' } } }] },
  ],
  createCourse: done,
  updateCourse: done,
  deleteCourse: done,
  enroll: done,
  courseSales: [
    { success, data: { course, isEnrolled: false } },
    { course, isEnrolled: false, stats: null },
    {
      success,
      data: {
        course: { ...course, ...emptyCourse },
        isEnrolled: null,
        stats: { enrollmentCount: '7', contentCounts: { lessons: '3', totalDuration: '90' } },
      },
    },
  ],
  courseProgress: [{ success, data: {} }, { success }, {}, null],
  readCourse: [
    { success, data: { title: course.title, contents: [module] } },
    { data: { title: course.title, contents: [] } },
    { title: course.title, contents: [{ id: 12, title: 'Ascent', resources: null }] },
    { success, data: { ...course, ...emptyCourse, contents: null } },
  ],
  payForCourse: [
    { payment_url: 'https://pay.example/1', purchase_id: 'purchase-1' },
    { success, data: { payment_url: 'https://pay.example/1', purchase_id: 17 } },
  ],
  payForCart: [
    { payment_url: 'https://pay.example/1', payment_id: 'purchase-1' },
    { success, data: { payment_url: 'https://pay.example/1', payment_id: 17 } },
  ],
  readPayment: [
    { success, data: { status: 'paid' } },
    { status: 'paid' },
    { success, data: 'paid' },
    { success },
    null,
  ],
  paymentHistory: [
    { success, data: [{ id: 'purchase-1', status: 'paid' }] },
    [{ id: 17, status: 'created', amount: '4900', lines: null }],
    { success, data: [] },
    { success },
    null,
  ],
  checkPayment: [{ success, status: 'paid' }, { status: 'paid' }, { success, data: { status: 'paid' } }],
  login: signedIn,
  register: signedIn,
  registerBusiness: signedIn,
  verifySession: [
    { success, data: { decoded: { id: 7, email: 'student@apogee.test' } } },
    { data: { decoded: { id: '7', email: 'student@apogee.test', role: 'user', metadata: null } } },
  ],
  uploadFile: [{ url: '/media/a.pdf' }, { data: { url: '/media/a.pdf' } }, { success, url: '/media/a.pdf' }],
  listCourseContents: lists(module, { resources: null }),
  createContent: [{ success, data: { id: 12, title: 'Ascent' } }, { id: 12, title: 'Ascent' }, ...done],
  deleteContent: done,
  createResource: done,
  deleteResource: done,
  listContentResources: lists(resource, { id: '31', fileType: 'clip' }),
  lessonProgress: [
    { completed: true, watchTime: 40 },
    { success, data: { completed: true, watchTime: '40' } },
    { completed: false },
  ],
  saveLessonProgress: done,
  updateChipCredentials: done,
  listUsers: lists(person, emptyUser),
  listInstructors: lists(person, emptyUser),
  listMyLearners: lists(person, emptyUser),
  updateUser: done,
  deleteUser: done,
} as const satisfies Partial<Record<RouteName, Barest>>

export type SpecifiedCall = keyof typeof barestAnswers
