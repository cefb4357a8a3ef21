import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { dataExportPath, type DataExports } from './data-exports.ts'
import { limit } from '@apogee/contracts/texts.ts'

export const personalDataRoutes = (exports: DataExports): Handlers => ({
  exportOwnData: (call) => withData(exports.begin(call.user, call.body.language)),
})

/** `GET /data-exports` serves the archive by the address that `POST /auth/exports` returns. */
export function registerDataExportRoute(app: FastifyInstance, exports: DataExports): void {
  app.route<{ Querystring: { key?: string | undefined } }>({
    method: 'GET',
    url: dataExportPath,
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
          'content-disposition': `attachment; filename="${name}"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
        })
        .send(stream)
    },
  })
}
