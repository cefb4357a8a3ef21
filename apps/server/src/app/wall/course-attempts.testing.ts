/** Builds the requests of calls about a course, and the course for each state of the cells. */
import { randomUUID } from 'node:crypto'
import { emptyDraft, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { courseCallsOfFeatures, type CourseCalls } from '../testing-wall.ts'
import { courseStates, noteId, type Attempt, type CourseState, type Target } from './targets.testing.ts'

export const question = { ...newQuestion('true-false', 'q'), question: 'Is the earth round?' }
export const smallQuiz = {
  ...emptyDraft,
  settings: { ...emptyDraft.settings, timeLimitMinutes: '30' },
  questions: [question],
}

export const courseCalls: CourseCalls = {
  ...courseCallsOfFeatures,
  updateCourse: ({ course }) => ({ params: { id: course }, body: { title: 'Renamed' } }),
  deleteCourse: ({ course }) => ({ params: { id: course } }),
  readCourseState: ({ course }) => ({ params: { id: course } }),
  changeCourseState: ({ course }) => ({ params: { id: course }, body: { state: 'archived' } }),
  exportCourse: ({ course }) => ({ params: { id: course }, body: {} }),
  duplicateCourse: ({ course }) => ({ params: { id: course }, body: {} }),
  readCourseSale: ({ course }) => ({ params: { id: course } }),
  readSalesContent: ({ course }) => ({ params: { id: course } }),
  updateSalesContent: ({ course }) => ({ params: { id: course }, body: { subtitle: 'Renamed' } }),
  listCourseContents: ({ course }) => ({ params: { courseId: course } }),
  createContent: ({ course }) => ({ body: { courseId: course, title: 'A module' } }),
  updateContent: ({ content }) => ({ params: { id: content }, body: { title: 'Renamed' } }),
  deleteContent: ({ content }) => ({ params: { id: content } }),
  listContentResources: ({ content }) => ({ params: { contentId: content } }),
  createResource: ({ content }) => ({
    body: { courseContentId: content, title: 'x', filePath: '/media/none', fileType: 'pdf' },
  }),
  updateResource: ({ resource }) => ({ params: { id: resource }, body: { title: 'Renamed' } }),
  prepareStream: ({ resource }) => ({ params: { id: resource } }),
  replaceResourceFile: ({ resource }) => ({ params: { id: resource }, body: { filePath: '/media/none' } }),
  deleteResource: ({ resource }) => ({ params: { id: resource } }),
  moveModules: ({ course, content }) => ({
    params: { id: course },
    body: { items: [{ id: content }], beforeId: null },
  }),
  moveResources: ({ course, content, resource }) => ({
    params: { id: course },
    body: { items: [{ id: resource }], moduleId: content, beforeId: null },
  }),
  publishItems: ({ course, resource }) => ({
    params: { id: course },
    body: { resources: [resource], isPublished: true },
  }),
  removeItems: ({ course, resource }) => ({ params: { id: course }, body: { resources: [resource] } }),
  restoreItems: ({ course, resource }) => ({ params: { id: course }, body: { resources: [resource] } }),
  copyContent: ({ content }) => ({ params: { id: content }, body: {} }),
  copyResource: ({ resource }) => ({ params: { id: resource }, body: {} }),
  createLessonText: ({ content }) => ({ params: { id: content }, body: { title: 'A text' } }),
  createPackage: ({ content }) => ({ params: { id: content }, body: { filePath: '/media/none' } }),
  replacePackage: ({ resource }) => ({ params: { id: resource }, body: { filePath: '/media/none' } }),
  launchPackage: ({ resource }) => ({ params: { id: resource } }),
  notePackageTrouble: ({ resource }) => ({
    params: { id: resource },
    body: { launch: 'none', activity: 'none', kind: 'silent' },
  }),
  listPackageTroubles: ({ course }) => ({ params: { id: course } }),
  reportPackage: ({ resource }) => ({
    params: { id: resource },
    body: { launch: 'none', activity: 'none', cmi: {} },
  }),
  readLessonText: ({ resource }) => ({ params: { id: resource } }),
  readLessonTextEdit: ({ resource }) => ({ params: { id: resource } }),
  saveLessonTextDraft: ({ resource }) => ({ params: { id: resource }, body: { document: emptyDocument } }),
  readTextVideoCaptions: ({ resource }) => ({ params: { id: resource, file: 'x'.repeat(22) } }),
  saveTextVideoCaptions: ({ resource }) => ({
    params: { id: resource, file: 'x'.repeat(22) },
    body: { captions: [] },
  }),
  publishLessonText: ({ resource }) => ({ params: { id: resource }, body: { document: emptyDocument } }),
  enroll: ({ course }) => ({ params: { courseId: course }, body: {} }),
  coursePeople: ({ course }) => ({ params: { id: course } }),
  listCourseLearners: ({ course }) => ({ params: { id: course } }),
  readCourseFigures: ({ course }) => ({ params: { id: course } }),
  listGradebook: ({ course }) => ({ params: { id: course } }),
  readGradebookColumns: ({ course }) => ({ params: { id: course } }),
  readCourseLearner: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  readLearnerAttempt: ({ course, learner, child }) => ({
    params: { id: course, userId: learner, assessmentId: child, number: 1 },
  }),
  listHandIns: ({ course }) => ({ params: { id: course } }),
  readHandIn: ({ course, child }) => ({ params: { id: course, attemptId: child } }),
  gradeHandIn: ({ course, child }) => ({
    params: { id: course, attemptId: child },
    body: { grades: [{ questionId: 1, points: 0, comment: '' }], seen: 0 },
  }),
  removeLearner: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { reason: 'Left the company' },
  }),
  readCourseAccess: ({ course }) => ({ params: { id: course } }),
  lengthenAccess: ({ course }) => ({ params: { id: course } }),
  setLearnerAccess: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { endsOn: null },
  }),
  readStarts: ({ course }) => ({ params: { id: course } }),
  listCohorts: ({ course }) => ({ params: { id: course } }),
  createCohort: ({ course }) => ({
    params: { id: course },
    body: { name: 'Intake', startsOn: '2026-01-12' },
  }),
  updateCohort: ({ course, child }) => ({
    params: { id: course, cohortId: child },
    body: { name: 'Intake' },
  }),
  removeCohort: ({ course, child }) => ({ params: { id: course, cohortId: child } }),
  setSelfPaced: ({ course }) => ({ params: { id: course }, body: { selfPaced: true } }),
  moveLearners: ({ course, learner }) => ({
    params: { id: course },
    body: { userIds: [learner], cohortId: null },
  }),
  readPrerequisites: ({ course }) => ({ params: { id: course } }),
  savePrerequisites: ({ course }) => ({ params: { id: course }, body: { items: [] } }),
  listPrerequisiteChoices: ({ course }) => ({ params: { id: course } }),
  letLearnerStart: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { mayStart: true },
  }),
  restoreLearner: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  readCertificateNeeds: ({ course }) => ({ params: { id: course } }),
  claimCertificate: ({ course }) => ({ params: { id: course } }),
  readCertificateRule: ({ course }) => ({ params: { id: course } }),
  saveCertificateRule: ({ course }) => ({ params: { id: course }, body: { isOn: true } }),
  previewSales: ({ course }) => ({ params: { id: course } }),
  listLearnerMessages: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  writeLearnerMessage: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { body: 'How far are you?' },
  }),
  listAnnouncements: ({ course }) => ({ params: { id: course } }),
  writeAnnouncement: ({ course }) => ({
    params: { id: course },
    body: { title: 'News', body: 'Live on Friday' },
  }),
  updateAnnouncement: ({ course, child }) => ({
    params: { id: course, announcementId: child },
    body: { title: 'News' },
  }),
  removeAnnouncement: ({ course, child }) => ({ params: { id: course, announcementId: child } }),
  readAnswerer: ({ course }) => ({ params: { id: course } }),
  listLiveSessions: ({ course }) => ({ params: { id: course } }),
  createLiveSession: ({ course }) => ({
    params: { id: course },
    body: {
      title: 'Questions',
      startsAt: '2031-03-01T12:00:00Z',
      minutes: 60,
      link: 'https://meet.example/1',
    },
  }),
  updateLiveSession: ({ course, child }) => ({
    params: { id: course, sessionId: child },
    body: { title: 'News' },
  }),
  removeLiveSession: ({ course, child }) => ({ params: { id: course, sessionId: child } }),
  readAttendance: ({ course, child }) => ({ params: { id: course, sessionId: child } }),
  saveAttendance: ({ course, learner, child }) => ({
    params: { id: course, sessionId: child },
    body: { learners: [{ userId: learner, isPresent: true }] },
  }),
  enrolPeople: ({ course }) => ({ params: { id: course }, body: { emails: ['someone@apogee.test'] } }),
  withdrawEnrolments: ({ course }) => ({
    params: { id: course },
    body: { givenAt: '2026-11-21T00:00:00.000Z' },
  }),
  createInvite: ({ course }) => ({ params: { id: course }, body: {} }),
  revokeInvite: ({ course, child }) => ({ params: { id: course, inviteId: child } }),
  listInvitedPeople: ({ course }) => ({ params: { id: course } }),
  resendCourseInvitation: ({ course, child }) => ({ params: { id: course, personId: child }, body: {} }),
  withdrawCourseInvitation: ({ course, child }) => ({ params: { id: course, personId: child } }),
  courseProgress: ({ course }, self) => ({ params: { courseId: course, userId: self } }),
  lessonProgress: ({ content }, self) => ({ params: { courseContentId: content, userId: self } }),
  saveLessonProgress: ({ content }) => ({ body: { courseContentId: content, completed: true } }),
  saveResourceProgress: ({ resource }) => ({ params: { id: resource }, body: { position: 3 } }),
  readExercise: ({ resource }) => ({ params: { id: resource } }),
  saveExercise: ({ resource }) => ({ params: { id: resource }, body: { code: 'x', isPassing: false } }),
  archiveEnrolment: ({ course }) => ({ params: { courseId: course }, body: { archived: true } }),
  addToWishlist: ({ course }) => ({ params: { courseId: course } }),
  listNotes: ({ course }) => ({ params: { courseId: course } }),
  saveNote: ({ course, resource }) => ({
    params: { courseId: course, noteId: randomUUID() },
    body: { resourceId: resource },
  }),
  deleteNote: ({ course }) => ({ params: { courseId: course, noteId } }),
  exportNotes: ({ course }) => ({ params: { courseId: course } }),
  createQuiz: ({ content }) => ({ params: { id: content }, body: { title: 'A quiz' } }),
  readQuizEdit: ({ resource }) => ({ params: { id: resource } }),
  saveQuizDraft: ({ resource }) => ({ params: { id: resource }, body: { quiz: emptyDraft } }),
  readMissedQuestions: ({ course }) => ({ params: { id: course } }),
  exportCourseFigures: ({ course }) => ({ params: { id: course }, query: {} }),
  readWatchFigures: ({ resource }) => ({ params: { id: resource }, query: {} }),
  readQuizStatistics: ({ resource }) => ({ params: { id: resource }, query: {} }),
  exportQuizStatistics: ({ resource }) => ({ params: { id: resource }, query: {} }),
  listBankQuestions: ({ resource }) => ({ params: { id: resource }, query: {} }),
  saveBankQuestion: ({ resource }) => ({
    params: { id: resource },
    body: { question: { ...newQuestion('true-false', 'q'), question: 'Round?' }, tags: [] },
  }),
  deleteBankQuestion: ({ resource, child }) => ({ params: { id: resource, bankQuestionId: child } }),
  readRecallQuestion: ({ resource }) => ({ params: { id: resource } }),
  readRecallEdit: ({ resource }) => ({ params: { id: resource } }),
  saveRecallQuestion: ({ resource }) => ({
    params: { id: resource },
    body: { question: { ...newQuestion('true-false', 'q'), question: 'Round?' } },
  }),
  removeRecallQuestion: ({ resource }) => ({ params: { id: resource } }),
  publishQuiz: ({ resource }) => ({ params: { id: resource }, body: { quiz: smallQuiz } }),
  readResourceAssessment: ({ resource }) => ({ params: { id: resource } }),
  courseSales: ({ course }) => ({ params: { courseId: course } }),
  listReviews: ({ course }) => ({ params: { courseId: course } }),
  saveReview: ({ course }) => ({ params: { courseId: course }, body: { rating: 4 } }),
  searchLessons: ({ course }) => ({ params: { id: course }, query: { q: 'something' } }),
  readCourse: ({ course }) => ({ params: { courseId: course } }),
  payForCourse: ({ course }) => ({ body: { courseId: course } }),
}

interface OnCourse {
  course: CourseState | 'mixed'
  build: (target: Target, self: number) => Attempt
}

const inCourses = (start: string, build: OnCourse['build']): Record<string, OnCourse> => ({
  [`${start}-free`]: { course: 'free', build },
  [`${start}-private`]: { course: 'private', build },
})

/** These requests name another person, an unpublished module or an invitation that does not exist. */
const otherStates: Partial<Record<RouteName, Record<string, OnCourse>>> = {
  courseProgress: inCourses('learner', ({ course, learner }) => ({
    params: { courseId: course, userId: learner },
  })),
  lessonProgress: inCourses('learner', ({ content, learner }) => ({
    params: { courseContentId: content, userId: learner },
  })),
  saveLessonProgress: inCourses('learner', ({ content, learner }) => ({
    body: { courseContentId: content, completed: true, userId: learner },
  })),
  enroll: {
    ...inCourses('learner', ({ course, learner }) => ({
      params: { courseId: course },
      body: { userId: learner },
    })),
    ...inCourses('invite', ({ course }) => ({ params: { courseId: course }, body: { invite: 'nothing' } })),
    'invite-draft': {
      course: 'draft',
      build: ({ course }) => ({ params: { courseId: course }, body: { invite: 'nothing' } }),
    },
  },
  payForCourse: inCourses('learner', ({ course, learner }) => ({
    body: { courseId: course, userId: learner },
  })),
  courseSales: inCourses('learner', ({ course, learner }) => ({
    params: { courseId: course },
    query: { userId: learner },
  })),
  listContentResources: inCourses('unpublished', ({ draftContent }) => ({
    params: { contentId: draftContent },
  })),
}

export function onCourse(name: RouteName, state: string): OnCourse {
  const other = otherStates[name]?.[state]
  const build = courseCalls[name]
  if (other) return other
  if (!build) throw new Error(`${name} is not sent`)
  if (state === 'mixed' || isCourseState(state)) return { course: state, build }
  throw new Error(`${name} has no state ${state}`)
}

const isCourseState = (state: string): state is CourseState => Object.hasOwn(courseStates, state)
