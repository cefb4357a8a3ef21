import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Assessments } from '#server/features/assessments/assessments.service.ts'
import { readMissed } from '#server/features/assessments/quizzes/quiz-statistics.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import { CourseFigures } from './course-figures.ts'
import { Gradebook } from './gradebook.ts'
import { rosterRoutes } from './roster.routes.ts'
import { Roster } from './roster.service.ts'

export const roster = defineFeature({
  create: (
    needs: Dependencies & { assessments: Assessments; enrolments: Enrolments; prerequisites: Prerequisites },
  ) => ({
    roster: new Roster(needs),
    gradebook: new Gradebook(needs),
    courseFigures: new CourseFigures({
      ...needs,
      readMissed: (courseId, days) => readMissed(needs, courseId, days),
    }),
  }),
  calls: (all) =>
    rosterRoutes(all.roster, { figures: all.courseFigures, gradebook: all.gradebook }, all.enrolments),
})
