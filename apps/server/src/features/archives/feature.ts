import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import type { QuizArchives } from '#server/features/assessments/quizzes/quiz-archives.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ScormPackages } from '#server/features/scorm/scorm.service.ts'
import { archivesRoutes, registerExportRoute } from './archives.routes.ts'
import { deleteImportsBefore } from './archives.store.ts'
import { CourseExports } from './course-exports.ts'
import { CourseImports, examineTask, importTask } from './course-imports.ts'

export const archives = defineFeature({
  create: (
    needs: Dependencies & {
      media: Media
      courses: Courses
      scorm: ScormPackages
      quizArchives: QuizArchives
      achievements: AchievementsService
    },
  ) => ({
    courseExports: new CourseExports(needs),
    courseImports: new CourseImports(needs),
  }),
  calls: (all) => archivesRoutes(all.courseExports, all.courseImports),
  addresses: (app, all) => registerExportRoute(app, all.courseExports),
  jobs: (all) => ({
    [examineTask]: {
      run: async (payload, context) => all.courseImports.examine((payload as { id: number }).id, context),
    },
    [importTask]: {
      run: async (payload, context) => all.courseImports.create((payload as { id: number }).id, context),
    },
  }),
  listeners: (all) => ({
    'user.erased': {
      'imports.erase': async (tx, { payload }) => all.courseImports.forget(tx, payload.userId),
    },
  }),
  retention: (all) => [
    { period: 'imports.unused', deleteBefore: (before) => deleteImportsBefore(all.database.kysely, before) },
  ],
})
