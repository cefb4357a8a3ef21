import type { outlineEndpoints } from '@apogee/contracts/courses/outline.ts'
import { maySeeDrafts } from '#server/policy/authorise.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Courses } from './courses.service.ts'

export function coursesRoutes(courses: Courses): Handlers {
  return {
    createCourse: async (call) => {
      const { businessId, createdBy: _, ...form } = call.body
      // The new course belongs to the caller's own business, so a request that names another business is refused.
      if (businessId != null && businessId !== call.user.businessId) refuse('NOT_YOURS')
      return { data: await courses.createCourse(call.user, form) }
    },
    updateCourse: (call) => withData(courses.updateCourse(call.user, call.params.id, call.body)),
    deleteCourse: async (call) => ({ data: { outcome: await courses.states.deleteCourse(call.params.id) } }),

    readCourseState: (call) => withData(courses.states.readCourseState(call.user, call.params.id)),
    changeCourseState: (call) => withData(courses.changeCourseState(call.user, call.params.id, call.body)),
    duplicateCourse: (call) => withData(courses.duplicateCourse(call.user, call.params.id, call.body.title)),

    readCourseSale: (call) => withData(courses.readSale(call.params.id)),

    readSalesContent: (call) => withData(courses.salesContent.readSalesContent(call.params.id)),
    updateSalesContent: (call) =>
      withData(courses.salesContent.updateSalesContent(call.user, call.params.id, call.body)),

    ...contentRoutes(courses),
    ...textRoutes(courses),
    ...outlineRoutes(courses),
  }
}

type ContentCall =
  | 'listCourseContents'
  | 'createContent'
  | 'updateContent'
  | 'deleteContent'
  | 'listContentResources'
  | 'createResource'
  | 'updateResource'
  | 'deleteResource'
  | 'prepareStream'
  | 'replaceResourceFile'

/** Handles modules of a course and their resources. */
function contentRoutes(courses: Courses): Pick<Handlers, ContentCall> {
  return {
    listCourseContents: async (call) => {
      const { standing } = call
      return courses.listContents(call.user, standing.courseId, maySeeDrafts(standing), call.query)
    },
    createContent: (call) =>
      withData(courses.contents.createContent(call.user, call.standing.courseId, call.body)),
    updateContent: (call) =>
      withData(courses.contents.updateContent(call.user, call.standing.courseId, call.params.id, call.body)),
    deleteContent: (call) => courses.contents.deleteContent(call.standing.courseId, call.params.id),

    listContentResources: async (call) => {
      const { courseId } = call.standing
      const includeDrafts = maySeeDrafts(call.standing)
      return courses.listResources(call.user, courseId, call.params.contentId, includeDrafts, call.query)
    },
    createResource: async (call) => {
      const { courseContentId, ...form } = call.body
      return {
        data: await courses.contents.createResource(call.user, call.standing.courseId, courseContentId, form),
      }
    },
    updateResource: (call) =>
      withData(courses.contents.updateResource(call.user, call.standing.courseId, call.params.id, call.body)),
    prepareStream: (call) => courses.contents.prepareStream(call.standing.courseId, call.params.id),
    replaceResourceFile: (call) =>
      withData(
        courses.files.replaceFile(call.user, call.standing.courseId, call.params.id, call.body.filePath),
      ),
    deleteResource: (call) => courses.contents.deleteResource(call.standing.courseId, call.params.id),
  }
}

type OutlineCall = keyof typeof outlineEndpoints

/** Handles bulk changes, copies, and removals that can be undone. */
function outlineRoutes({ outline }: Courses): Pick<Handlers, OutlineCall> {
  return {
    moveModules: (call) => outline.moveModules(call.user, call.params.id, call.body),
    moveResources: (call) => outline.moveResources(call.user, call.params.id, call.body),
    publishItems: (call) => outline.publish(call.user, call.params.id, call.body),
    removeItems: (call) => outline.remove(call.params.id, call.body),
    restoreItems: (call) => outline.restore(call.params.id, call.body),
    copyContent: (call) => withData(outline.copyContent(call.user, call.standing.courseId, call.params.id)),
    copyResource: (call) => withData(outline.copyResource(call.user, call.standing.courseId, call.params.id)),
  }
}

type TextCall =
  | 'createLessonText'
  | 'readLessonText'
  | 'readLessonTextEdit'
  | 'saveLessonTextDraft'
  | 'publishLessonText'
  | 'readTextVideoCaptions'
  | 'saveTextVideoCaptions'

interface VideoCall {
  standing: { courseId: number }
  params: { id: number; file: string }
}

/** Answers the calls about text lessons. */
function textRoutes(courses: Courses): Pick<Handlers, TextCall> {
  const { contents, texts } = courses
  const videoOf = ({ standing: { courseId }, params: { id, file } }: VideoCall) => ({
    courseId,
    resourceId: id,
    file,
  })
  return {
    createLessonText: (call) =>
      withData(contents.createText(call.user, call.standing.courseId, call.params.id, call.body)),
    readLessonText: (call) => withData(texts.read(call.caller, call.standing, call.params.id)),
    readLessonTextEdit: (call) => withData(texts.readEdit(call.user, call.standing.courseId, call.params.id)),
    saveLessonTextDraft: (call) =>
      withData(texts.saveDraft(call.user, call.standing.courseId, call.params.id, call.body)),
    publishLessonText: (call) =>
      withData(texts.publish(call.user, call.standing.courseId, call.params.id, call.body)),
    readTextVideoCaptions: (call) =>
      withData(courses.videoCaptions().then((captions) => captions.read(call.user, videoOf(call)))),
    saveTextVideoCaptions: (call) =>
      withData(
        courses.videoCaptions().then((captions) => captions.replace(call.user, videoOf(call), call.body)),
      ),
  }
}
