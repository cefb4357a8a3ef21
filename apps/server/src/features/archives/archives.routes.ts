import type { FastifyInstance } from 'fastify'
import { registerArchiveRoute } from '#server/policy/archive-route.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { exportPath, type CourseExports } from './course-exports.ts'
import type { CourseImports } from './course-imports.ts'

export function archivesRoutes(exports: CourseExports, imports: CourseImports): Handlers {
  return {
    exportCourse: (call) =>
      withData(exports.begin(call.user, { ...call.body, courseId: call.standing.courseId })),
    beginCourseImport: (call) => withData(imports.begin(call.user, call.body.filePath)),
    readLatestCourseImport: (call) => withData(imports.readLatest(call.user)),
    confirmCourseImport: (call) => withData(imports.confirm(call.user, call.params.id)),
    discardCourseImport: (call) => imports.discard(call.user, call.params.id),
  }
}

/** Registers `GET /course-exports`, which serves the archive at the address that `POST /courses/:id/exports` returns. */
export function registerExportRoute(app: FastifyInstance, exports: CourseExports): void {
  registerArchiveRoute(app, {
    path: exportPath,
    open: (key) => exports.open(key),
    // Names contain only letters, digits and hyphens (archive-names.ts), so the header needs no further escaping.
    dispositionOf: (name) =>
      `filename="course${name.slice(name.lastIndexOf('.'))}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}
