/** The simulator over HTTP: the payer's pages, and with `api` CHIP's own calls as well. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { ExchangeFailure } from '../chip-client.ts'
import { isPurchaseId } from '../chip-format.ts'
import { answerAsChip } from './api.ts'
import { missingPage, purchasePage, type RefusedForm } from './page.ts'
import { readDecline, readPaymentForm } from './page-form.ts'
import type { PaymentTry, PurchaseDocument } from './purchase-document.ts'
import { isPayable } from './purchase.rules.ts'
import type { Simulator } from './simulator.ts'

interface SimulatorPluginOptions {
  simulator: Simulator
  /** Called after a payer's press: a callback may be due. */
  onPayment?: () => void
  /**
   * Also serves `/api/v1/`. Off in the product: whoever may create purchases may make this server post to any address.
   */
  api?: boolean
}

export const simulatorPlugin: FastifyPluginAsync<SimulatorPluginOptions> = async (app, options) => {
  const css = await readFile(join(import.meta.dirname, 'page.css'), 'utf8')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 200_000 }, (_request, body, done) => {
    done(null, body)
  })
  app.get('/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(css),
  )
  servePages(app, options)
  if (options.api === true) serveApi(app, options.simulator)
}

type PurchaseRoute = { Params: { id: string } }

function servePages(app: FastifyInstance, { simulator, onPayment }: SimulatorPluginOptions): void {
  const addresses = (id: string) => ({
    stylesheet: `${app.prefix}/style.css`,
    purchase: `${app.prefix}/p/${id}/`,
  })

  function send(reply: FastifyReply, document: PurchaseDocument | null, refused: RefusedForm | null = null) {
    const page = document
      ? purchasePage(document, addresses(document.id), simulator.now(), refused)
      : missingPage(`${app.prefix}/style.css`)
    return reply
      .code(document ? (refused ? 422 : 200) : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(document),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page)
  }

  const open = async (request: FastifyRequest<PurchaseRoute>, reply: FastifyReply) => {
    const { id } = request.params
    return send(reply, isPurchaseId(id) ? await simulator.openPage(id) : null)
  }
  app.get<PurchaseRoute>('/p/:id/', open)
  app.get<PurchaseRoute>('/p/:id/invoice/', open)

  async function press(id: string, attempt: PaymentTry, reply: FastifyReply) {
    const before = await simulator.openPage(id)
    if (!before) return send(reply, null)
    if (!isPayable(before)) return reply.redirect(addresses(id).purchase, 303)
    const document = (await simulator.tryPayment(id, attempt)) ?? before
    onPayment?.()
    const address = isPayable(document) ? document.failure_redirect : document.success_redirect
    return reply.redirect(address || addresses(id).purchase, 303)
  }

  app.post<PurchaseRoute>('/p/:id/pay/', async (request, reply) => {
    const { id } = request.params
    if (!isPurchaseId(id)) return send(reply, null)
    const form = postedForm(request)
    const attempt = readPaymentForm(form, simulator.now())
    if (!('errors' in attempt)) return press(id, attempt, reply)
    const document = await simulator.openPage(id)
    return send(reply, document, { form, errors: attempt.errors })
  })

  app.post<PurchaseRoute>('/p/:id/decline/', async (request, reply) => {
    const { id } = request.params
    return isPurchaseId(id) ? press(id, readDecline(postedForm(request)), reply) : send(reply, null)
  })
}

function postedForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
}

/** Chromium holds a form's redirects to `form-action` too, so the seller's origins stand there. */
function contentSecurityPolicy(document: PurchaseDocument | null): string {
  const addresses = document ? [document.success_redirect, document.failure_redirect] : []
  const origins = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin)
  const formAction = ["'self'", ...new Set(origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`
}

function serveApi(app: FastifyInstance, simulator: Simulator): void {
  app.all<{ Params: { '*': string } }>('/api/v1/*', async (request, reply) => {
    const query = request.url.indexOf('?')
    const path = `/${request.params['*']}${query === -1 ? '' : request.url.slice(query)}`
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    try {
      const answer = await answerAsChip(
        simulator,
        {
          method: request.method,
          path,
          secret: bearer(request.headers.authorization),
          body: bodyText(request),
        },
        gone.signal,
      )
      if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
      if (answer.location !== undefined) reply.header('location', answer.location)
      return reply.code(answer.status).header('content-type', answer.contentType).send(answer.text)
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
  })
}

function bearer(header: string | undefined): string {
  return header?.startsWith('Bearer ') === true ? header.slice('Bearer '.length) : ''
}

function bodyText(request: FastifyRequest): string | null {
  return typeof request.body === 'string' && request.body !== '' ? request.body : null
}
