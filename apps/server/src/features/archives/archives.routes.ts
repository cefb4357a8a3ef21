import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { exportPath, type CourseExports } from './course-exports.ts'
import type { CourseImports } from './course-imports.ts'
import { limit } from '@apogee/contracts/texts.ts'

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
  app.route<{ Querystring: { key?: string | undefined } }>({
    method: 'GET',
    url: exportPath,
    schema: { querystring: z.object({ key: z.optional(z.string().check(limit(1000))) }) },
    compress: false,
    config: { large: 'archive' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { stream, bytes, name } = await exports.open(request.query.key ?? '')
      return reply
        .type('application/zip')
        .headers({
          'content-length': bytes,
          // Names contain only letters, digits and hyphens (archive-names.ts), so the header needs no further escaping.
          'content-disposition': [
            'attachment',
            `filename="course${name.slice(name.lastIndexOf('.'))}"`,
            `filename*=UTF-8''${encodeURIComponent(name)}`,
          ].join('; '),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
        })
        .send(stream)
    },
  })
}
