/** Restricts the hosts of packages to files of packages and to our scripts for them (docs/decisions/scorm.md). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dataPolicy } from '#server/policy/origin.ts'
import { askedHost } from '#server/policy/package-hosts.ts'

/** Routes of packages have `isOfPackages` in their config. */
export function separatePackageHost(app: FastifyInstance, packageOrigin: string | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (askedHost(request, packageOrigin) === 'product' || request.routeOptions.config?.isOfPackages) return
    return refuseOnPackageHost(reply)
  })
}

export const refuseOnPackageHost = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .header('content-security-policy', dataPolicy)
    .type('text/plain; charset=utf-8')
    .serializer(String)
    .send('This address does not exist.')
