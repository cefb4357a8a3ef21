import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { CourseFigures } from './course-figures.ts'
import type { Gradebook } from './gradebook.ts'
import type { Roster } from './roster.service.ts'

export function rosterRoutes(
  roster: Roster,
  { figures, gradebook }: { figures: CourseFigures; gradebook: Gradebook },
  { removals }: Pick<Enrolments, 'removals'>,
): Handlers {
  return {
    listCourseLearners: async (call) => roster.list(call.params.id, call.query),
    listGradebook: async (call) => ({ ...(await gradebook.list(call.params.id, call.query)) }),
    readGradebookColumns: (call) => withData(gradebook.columns(call.params.id)),
    readCourseFigures: (call) => withData(figures.read(call.params.id, call.query)),
    exportCourseFigures: (call) => withData(figures.export(call.params.id, call.query)),
    readWatchFigures: (call) =>
      withData(figures.readWatching(call.standing.courseId, call.params.id, call.query)),
    readCourseLearner: (call) => withData(roster.read(call.user, call.params.id, call.params.userId)),
    readLearnerAttempt: ({ user, params: { id, ...attempt } }) =>
      withData(roster.readAttempt(user, id, attempt)),
    removeLearner: (call) =>
      removals.remove(call.user, { courseId: call.params.id, userId: call.params.userId }, call.body.reason),
    restoreLearner: (call) =>
      removals.restore(call.user, { courseId: call.params.id, userId: call.params.userId }),
  }
}
