import type { FastifyInstance } from 'fastify'
import { registerArchiveRoute } from '#server/policy/archive-route.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { dataExportPath, type DataExports } from './data-exports.ts'

export const personalDataRoutes = (exports: DataExports): Handlers => ({
  exportOwnData: (call) => withData(exports.begin(call.user, call.body.language)),
})

/** `GET /data-exports` serves the archive by the address that `POST /auth/exports` returns. */
export function registerDataExportRoute(app: FastifyInstance, exports: DataExports): void {
  registerArchiveRoute(app, {
    path: dataExportPath,
    open: (key) => exports.open(key),
    dispositionOf: (name) => `filename="${name}"`,
  })
}
