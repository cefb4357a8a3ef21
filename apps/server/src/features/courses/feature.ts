import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { coursesRoutes } from './courses.routes.ts'
import { Courses } from './courses.service.ts'
import { purgeTask } from './outline/outline.writing.ts'

export const courses = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts; businesses: Businesses; media: Media }) => ({
    courses: new Courses(needs),
  }),
  calls: (all) => coursesRoutes(all.courses),
  storedObjects: (all) => ({
    updateCourse: (call) => all.courses.courseFor(call.params.id, call.user),
    updateContent: (call) =>
      all.courses.contents.contentFor(call.standing.courseId, call.params.id, call.user),
    updateResource: (call) =>
      all.courses.contents.resourceFor(call.standing.courseId, call.params.id, call.user),
  }),
  jobs: (all) => ({
    [purgeTask]: {
      run: async (payload) => {
        const { courseId, until } = payload as { courseId: number; until: string }
        await all.courses.outline.deleteRemoved(courseId, until)
      },
    },
    'courses.recount': {
      everyMinutes: 10,
      run: async (_payload, { signal }) => all.courses.recountForLists(undefined, signal),
    },
  }),
})
