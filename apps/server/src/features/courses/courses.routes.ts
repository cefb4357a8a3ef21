import { maySeeDrafts } from '#server/policy/authorise.ts'
import { signedIn, standingOf, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Courses } from './courses.service.ts'

export function coursesRoutes(courses: Courses): Handlers {
  return {
    createCourse: async (call) => {
      const caller = signedIn(call)
      const { businessId, createdBy: _, ...form } = call.body
      // The session decides whose the course is; a client that names another business is refused.
      if (businessId != null && businessId !== caller.businessId) refuse('NOT_YOURS')
      return { data: await courses.createCourse(caller, form) }
    },
    updateCourse: async (call) => ({
      data: await courses.updateCourse(signedIn(call), call.params.id, call.body),
    }),
    deleteCourse: async (call) => ({ data: { outcome: await courses.states.deleteCourse(call.params.id) } }),

    readCourseState: async (call) => ({
      data: await courses.states.readCourseState(signedIn(call), call.params.id),
    }),
    changeCourseState: async (call) => ({
      data: await courses.changeCourseState(signedIn(call), call.params.id, call.body),
    }),
    duplicateCourse: async (call) => ({
      data: await courses.duplicateCourse(signedIn(call), call.params.id, call.body.title),
    }),

    readCourseSale: async (call) => ({ data: await courses.readSale(call.params.id) }),

    readSalesContent: async (call) => ({ data: await courses.salesContent.readSalesContent(call.params.id) }),
    updateSalesContent: async (call) => ({
      data: await courses.salesContent.updateSalesContent(signedIn(call), call.params.id, call.body),
    }),

    ...contentRoutes(courses),
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

/** Modules of a course and their resources. */
function contentRoutes(courses: Courses): Pick<Handlers, ContentCall> {
  return {
    listCourseContents: async (call) => {
      const standing = standingOf(call)
      return courses.listContents(signedIn(call), standing.courseId, maySeeDrafts(standing), call.query)
    },
    createContent: async (call) => ({
      data: await courses.contents.createContent(signedIn(call), standingOf(call).courseId, call.body),
    }),
    updateContent: async (call) => ({
      data: await courses.contents.updateContent(
        signedIn(call),
        standingOf(call).courseId,
        call.params.id,
        call.body,
      ),
    }),
    deleteContent: async (call) => {
      await courses.contents.deleteContent(standingOf(call).courseId, call.params.id)
      return {}
    },

    listContentResources: async (call) => {
      const standing = standingOf(call)
      const { contentId } = call.params
      const includeDrafts = maySeeDrafts(standing)
      return courses.listResources(signedIn(call), standing.courseId, contentId, includeDrafts, call.query)
    },
    createResource: async (call) => {
      const { courseContentId, ...form } = call.body
      return {
        data: await courses.contents.createResource(
          signedIn(call),
          standingOf(call).courseId,
          courseContentId,
          form,
        ),
      }
    },
    updateResource: async (call) => ({
      data: await courses.contents.updateResource(
        signedIn(call),
        standingOf(call).courseId,
        call.params.id,
        call.body,
      ),
    }),
    deleteResource: async (call) => {
      await courses.contents.deleteResource(standingOf(call).courseId, call.params.id)
      return {}
    },
  }
}
