import { CachedAnswer, withData, type Handlers } from '#server/policy/handler.ts'
import type { Catalogue } from './catalogue.service.ts'

export function catalogueRoutes(catalogue: Catalogue): Handlers {
  return {
    listCourses: async ({ caller, query, hasCredentials }) =>
      hasCredentials
        ? catalogue.listCourses(caller, query)
        : new CachedAnswer(await catalogue.publicList(query)),
    countCourses: async () => new CachedAnswer(await catalogue.countCourses()),
    featuredInstructors: async () => new CachedAnswer(await catalogue.featuredInstructors()),
    listEnrolledCourses: async (call) => catalogue.listEnrolled(call.user, call.query),
    listWishlist: async (call) => catalogue.wishlist.list(call.user, call.query),
    addToWishlist: (call) => catalogue.wishlist.add(call.user, call.params.courseId),
    removeFromWishlist: (call) => catalogue.wishlist.remove(call.user, call.params.courseId),
    courseSales: (call) => withData(catalogue.courseSales(call.caller, call.standing)),
    previewSales: (call) => withData(catalogue.previewSales(call.user, call.standing)),
    searchLessons: (call) => withData(catalogue.searchLessons(call.caller, call.standing, call.query)),
    readCourse: (call) => withData(catalogue.readCourse(call.caller, call.standing)),
  }
}
