/** Restricts the host of packages to their files and our scripts for them (docs/decisions/scorm.md). */
import type { FastifyInstance } from 'fastify'
import { asksPackageHost, dataPolicy } from '#server/policy/origin.ts'

/** Null as `packageOrigin` means that no such host exists. Routes of packages have `isOfPackages` in their config. */
export function separatePackageHost(app: FastifyInstance, packageOrigin: string | null): void {
  if (packageOrigin === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (!asksPackageHost(request, packageOrigin) || request.routeOptions.config?.isOfPackages) return
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', dataPolicy)
      .type('text/plain; charset=utf-8')
      .send('This address does not exist.')
  })
}
