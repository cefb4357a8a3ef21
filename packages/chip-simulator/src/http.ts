/** The simulator over HTTP: the payer's pages, and with `api` CHIP's own calls as well. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { isPurchaseId, NoAnswer } from './wire.ts'
import { answerAsChip } from './api.ts'
import { missingPage, purchasePage, type PageDependencies } from './page.ts'
import { readDecline, readPaymentForm, wholeNumber } from './page-form.ts'
import { readAmount } from './page-portal.ts'
import { faithfulCallback, type PaymentTry, type PurchaseDocument } from './purchase-document.ts'
import { isPayable } from './purchase.rules.ts'
import { isRefusal, plainPayment, type Simulator, type Told } from './simulator.ts'
import { serveTester } from './tester.ts'

interface SimulatorPluginOptions {
  simulator: Simulator
  /** Called after a payer's press: a callback may be due. */
  onPayment?: () => void
  /**
   * Also serves `/api/v1/`. Off in the product: whoever may create purchases may make this server post to any address.
   */
  api?: boolean
  /** Moves the clock on, where the clock is the simulator's own. */
  passTime?: (seconds: number) => void
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
  const { simulator, passTime = null, onPayment = () => undefined } = options
  serveTester(app, { simulator, passTime, onChange: onPayment })
  if (options.api === true) serveApi(app, simulator)
}

type PurchaseRoute = {
  Params: { id: string }
  Querystring: { active?: string; preferred?: string; portal?: string }
}

function servePages(app: FastifyInstance, { simulator, onPayment }: SimulatorPluginOptions): void {
  const stylesheet = `${app.prefix}/style.css`
  const addressOf = (id: string) => `${app.prefix}/p/${id}/`

  async function send(
    reply: FastifyReply,
    document: PurchaseDocument | null,
    shown: Partial<Pick<PageDependencies, 'refused' | 'preferred' | 'portalRefusal' | 'isPortalOpen'>> = {},
  ) {
    const {
      refused = null,
      preferred = '',
      portalRefusal = null,
      isPortalOpen = portalRefusal !== null,
    } = shown
    const page = document
      ? purchasePage(document, {
          stylesheet,
          address: addressOf(document.id),
          now: simulator.now(),
          deliveries: await simulator.deliveriesOf(document.id),
          refused,
          preferred,
          portalRefusal,
          isPortalOpen,
        })
      : missingPage(stylesheet)
    return reply
      .code(document ? (refused ? 422 : portalRefusal === null ? 200 : 409) : 404)
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
    const { active, preferred = active, portal } = request.query
    const way = preferred === 'razer_tng' || preferred === 'shopee_pay' ? 'wallet' : preferred
    return send(reply, isPurchaseId(id) ? await simulator.openPage(id) : null, {
      ...(way !== undefined && { preferred: way }),
      isPortalOpen: portal !== undefined,
    })
  }
  app.get<PurchaseRoute>('/p/:id/', open)
  app.get<PurchaseRoute>('/p/:id/invoice/', open)
  app.get<PurchaseRoute>('/p/:id/receipt/', open)

  async function press(id: string, attempt: PaymentTry, reply: FastifyReply) {
    const before = await simulator.openPage(id)
    if (!before) return send(reply, null)
    if (!isPayable(before)) return reply.redirect(addressOf(id), 303)
    const document = (await simulator.tryPayment(id, attempt)) ?? before
    onPayment?.()
    const address = isPayable(document) ? document.failure_redirect : document.success_redirect
    return reply.redirect(address || addressOf(id), 303)
  }

  app.post<PurchaseRoute>('/p/:id/pay/', async (request, reply) => {
    const { id } = request.params
    if (!isPurchaseId(id)) return send(reply, null)
    const form = postedForm(request)
    const attempt = readPaymentForm(form, simulator.now())
    if (!('errors' in attempt)) return press(id, attempt, reply)
    const document = await simulator.openPage(id)
    return send(reply, document, { refused: { form, errors: attempt.errors } })
  })

  app.post<PurchaseRoute>('/p/:id/decline/', async (request, reply) => {
    const { id } = request.params
    return isPurchaseId(id) ? press(id, readDecline(postedForm(request)), reply) : send(reply, null)
  })

  app.post<PurchaseRoute & { Params: { action: string } }>(
    '/p/:id/portal/:action/',
    async (request, reply) => {
      const { id, action } = request.params
      if (!isPurchaseId(id) || !(await simulator.portal.find(id))) return send(reply, null)
      const told = await pressPortal(simulator, id, action, postedForm(request))
      onPayment?.()
      if (told === null) return reply.redirect(`${addressOf(id)}?portal#portal`, 303)
      return send(reply, await simulator.portal.find(id), { portalRefusal: told })
    },
  )
}

/** What the portal's form asks for; null when it is done, or why it is not. */
async function pressPortal(
  { portal, deliveriesOf, tryPayment }: Simulator,
  id: string,
  action: string,
  form: URLSearchParams,
): Promise<string | null> {
  const refusal = (told: Told | null) => (told && isRefusal(told) ? told.refused : null)
  switch (action) {
    case 'refund': {
      const amount = readAmount(form.get('amount') ?? '')
      if (amount === undefined) return 'amount'
      const slowSeconds = wholeNumber(form.get('slow'), 0, 86_400, 0)
      return refusal(await portal.refund(id, amount, { slowSeconds, fails: form.has('fails') }))
    }
    case 'return-refund':
      return refusal(await portal.returnRefund(id))
    case 'charge-back':
      return refusal(await portal.chargeBack(id))
    case 'win-chargeback':
      return refusal(await portal.winChargeback(id))
    case 'mark-as-paid':
      return refusal(await portal.markAsPaid(id))
    case 'cancel':
      return refusal(await portal.cancel(id))
    case 'late-payment':
      await tryPayment(id, { ...plainPayment, evenIfOver: true })
      return null
    case 'call-back':
      return (await portal.callBack(id, faithfulCallback)) ? null : 'success_callback'
    case 'send-again': {
      const own = (await deliveriesOf(id)).find((delivery) => delivery.id === form.get('delivery'))
      if (own) await portal.sendAgain(own.id)
      return own ? null : 'delivery'
    }
    default:
      return 'not_found'
  }
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
      if (!(error instanceof NoAnswer)) throw error
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
