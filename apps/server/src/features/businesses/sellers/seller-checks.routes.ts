import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { dispositionFor } from '#server/features/media/media.service.ts'
import type { Verification } from './seller-verification.ts'
import { sellerDocumentPath, type SellerDocuments } from './seller-documents.ts'
import { limit } from '@apogee/contracts/texts.ts'

export function sellerChecksRoutes({ checks, contacts, documents, decisions }: Verification): Handlers {
  return {
    readSellerChecks: (call) => withData(checks.read(call.user)),
    saveSellerRegistration: (call) => withData(checks.saveRegistration(call.user, call.body)),
    saveSellerContact: (call) => withData(contacts.save(call.user, call.body)),
    sendContactCode: (call) => withData(contacts.sendCode(call.user)),
    confirmContactCode: (call) => withData(contacts.confirm(call.user, call.body.code)),
    addSellerDocument: (call) => withData(documents.add(call.user, call.body)),
    removeSellerDocument: (call) => withData(documents.remove(call.user, call.params.id)),
    openOwnSellerDocument: (call) => withData(documents.openOwn(call.user, call.params.id)),
    sendSellerChecks: (call) => withData(checks.send(call.user)),
    listSellersToCheck: async ({ query }) => decisions.listToCheck(pageRequest(query)),
    readChecksOfSeller: ({ params }) => withData(decisions.read(params.id)),
    readSellerNumber: ({ params }) => withData(decisions.readNumber(params.id)),
    decideSellerCheck: ({ user, params, body }) =>
      withData(decisions.decide(user, params.id, { ...body, kind: params.kind })),
    openSellerDocument: ({ user, params }) =>
      withData(documents.openOfSeller(user, params.id, params.document)),
  }
}

/** Serves a document at `GET /seller-documents`. The calls that open a document return this address. */
export function registerSellerDocumentRoute(app: FastifyInstance, documents: SellerDocuments): void {
  app.route<{ Querystring: { key?: string | undefined } }>({
    method: 'GET',
    url: sellerDocumentPath,
    schema: { querystring: z.object({ key: z.optional(z.string().check(limit(1000))) }) },
    compress: false,
    config: { large: 'stored' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name, contentType, bytes, content } = await documents.open(request.query.key ?? '')
      return reply
        .type(contentType)
        .headers({
          'content-length': bytes,
          'content-disposition': dispositionFor('attachment', { name, fallback: 'document' }),
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
        })
        .send(content)
    },
  })
}
