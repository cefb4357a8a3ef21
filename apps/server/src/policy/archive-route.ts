import { limit } from '@apogee/contracts/texts.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { WrittenZip } from '#server/platform/zip/write-zip.ts'

/** Registers the address at which an archive is downloaded. `open` refuses a key that is forged, expired or no longer allowed. */
export function registerArchiveRoute(
  app: FastifyInstance,
  {
    path,
    open,
    dispositionOf,
  }: {
    path: string
    open: (key: string) => Promise<WrittenZip & { name: string }>
    /** Returns the part of the header `Content-Disposition` that follows `attachment; `. */
    dispositionOf: (name: string) => string
  },
): void {
  app.route<{ Querystring: { key?: string | undefined } }>({
    method: 'GET',
    url: path,
    schema: { querystring: z.object({ key: z.optional(z.string().check(limit(1000))) }) },
    compress: false,
    config: { large: 'archive' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { stream, bytes, name } = await open(request.query.key ?? '')
      return reply
        .type('application/zip')
        .headers({
          'content-length': bytes,
          'content-disposition': `attachment; ${dispositionOf(name)}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
        })
        .send(stream)
    },
  })
}
