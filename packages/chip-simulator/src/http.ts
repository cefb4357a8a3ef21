/** Serves the simulator over HTTP: the payer's pages and, with `api`, CHIP's own calls. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { isPurchaseId, NoAnswer } from './wire.ts'
import { answerAsChip } from './api.ts'
import { missingPage, purchasePage, type PageDependencies } from './pages/page.ts'
import { readDecline, readPaymentForm, wholeNumber } from './pages/page-form.ts'
import { readAmount } from './pages/page-portal.ts'
import {
  faithfulCallback,
  type ActResult,
  type PaymentTry,
  type PurchaseDocument,
} from './purchase/purchase-document.ts'
import { isPayable } from './purchase/purchase.rules.ts'
import { isRefusal, plainPayment, type Simulator } from './simulator.ts'
import { serveTester } from './tester.ts'

interface SimulatorPluginOptions {
  simulator: Simulator
  /** The server calls this function after each action of a payer, because the action may make a callback due. */
  onPayment?: () => void
  /**
   * True serves `/api/v1/` as well. The product leaves it out, because whoever may create purchases can make this server post to
   * any address.
   */
  api?: boolean
  /** Advances the simulator's clock. The function is absent when the simulator uses the system's clock. */
  passTime?: (seconds: number) => void
}

export const simulatorPlugin: FastifyPluginAsync<SimulatorPluginOptions> = async (app, options) => {
  const css = await readFile(join(import.meta.dirname, 'pages/page.css'), 'utf8')
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
type PortalRoute = PurchaseRoute & { Params: { action: string } }
type ShownPage = Partial<Pick<PageDependencies, 'refused' | 'preferred' | 'portalRefusal' | 'isPortalOpen'>>

function servePages(app: FastifyInstance, { simulator, onPayment }: SimulatorPluginOptions): void {
  const pages = new PayerPages({ simulator, prefix: app.prefix, onPayment: onPayment ?? (() => undefined) })
  for (const path of ['/p/:id/', '/p/:id/invoice/', '/p/:id/receipt/']) {
    app.get<PurchaseRoute>(path, (request, reply) => pages.open(request, reply))
  }
  app.post<PurchaseRoute>('/p/:id/pay/', (request, reply) => pages.pay(request, reply))
  app.post<PurchaseRoute>('/p/:id/decline/', (request, reply) => pages.decline(request, reply))
  app.post<PortalRoute>('/p/:id/portal/:action/', (request, reply) => pages.pressPortal(request, reply))
}

interface PayerPagesDependencies {
  simulator: Simulator
  /** The pages are mounted below this prefix. */
  prefix: string
  onPayment: () => void
}

/** Serves the pages of a purchase: its payment form and the provider's portal below it. */
class PayerPages {
  readonly #deps: PayerPagesDependencies

  constructor(deps: PayerPagesDependencies) {
    this.#deps = deps
  }

  async open(request: FastifyRequest<PurchaseRoute>, reply: FastifyReply) {
    const { id } = request.params
    const { active, preferred = active, portal } = request.query
    const way = preferred === 'razer_tng' || preferred === 'shopee_pay' ? 'wallet' : preferred
    return this.#send(reply, isPurchaseId(id) ? await this.#deps.simulator.openPage(id) : null, {
      ...(way !== undefined && { preferred: way }),
      isPortalOpen: portal !== undefined,
    })
  }

  async pay(request: FastifyRequest<PurchaseRoute>, reply: FastifyReply) {
    const { simulator } = this.#deps
    const { id } = request.params
    if (!isPurchaseId(id)) return this.#send(reply, null)
    const form = postedForm(request)
    const attempt = readPaymentForm(form, simulator.now())
    if (!('errors' in attempt)) return this.#tryPayment(id, attempt, reply)
    const document = await simulator.openPage(id)
    return this.#send(reply, document, { refused: { form, errors: attempt.errors } })
  }

  async decline(request: FastifyRequest<PurchaseRoute>, reply: FastifyReply) {
    const { id } = request.params
    if (!isPurchaseId(id)) return this.#send(reply, null)
    return this.#tryPayment(id, readDecline(postedForm(request)), reply)
  }

  async pressPortal(request: FastifyRequest<PortalRoute>, reply: FastifyReply) {
    const { simulator, onPayment } = this.#deps
    const { id, action } = request.params
    if (!isPurchaseId(id) || !(await simulator.portal.find(id))) return this.#send(reply, null)
    const refusal = await pressPortal(simulator, id, action, postedForm(request))
    onPayment()
    if (refusal === null) return reply.redirect(`${this.#addressOf(id)}?portal#portal`, 303)
    return this.#send(reply, await simulator.portal.find(id), { portalRefusal: refusal })
  }

  async #tryPayment(id: string, attempt: PaymentTry, reply: FastifyReply) {
    const { simulator, onPayment } = this.#deps
    const before = await simulator.openPage(id)
    if (!before) return this.#send(reply, null)
    if (!isPayable(before)) return reply.redirect(this.#addressOf(id), 303)
    const document = (await simulator.tryPayment(id, attempt)) ?? before
    onPayment()
    const address = isPayable(document) ? document.failure_redirect : document.success_redirect
    return reply.redirect(address || this.#addressOf(id), 303)
  }

  async #send(reply: FastifyReply, document: PurchaseDocument | null, shown: ShownPage = {}) {
    const { refused = null, portalRefusal = null } = shown
    return reply
      .code(document ? (refused ? 422 : portalRefusal === null ? 200 : 409) : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(document),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(await this.#page(document, shown))
  }

  async #page(document: PurchaseDocument | null, shown: ShownPage) {
    const { simulator, prefix } = this.#deps
    const { refused = null, preferred = '', portalRefusal = null } = shown
    const stylesheet = `${prefix}/style.css`
    if (!document) return missingPage(stylesheet)
    return purchasePage(document, {
      stylesheet,
      address: this.#addressOf(document.id),
      now: simulator.now(),
      deliveries: await simulator.deliveriesOf(document.id),
      refused,
      preferred,
      portalRefusal,
      isPortalOpen: shown.isPortalOpen ?? portalRefusal !== null,
    })
  }

  #addressOf(id: string): string {
    return `${this.#deps.prefix}/p/${id}/`
  }
}

/** Performs the action of the portal's form. Returns null on success, or the reason of the refusal. */
async function pressPortal(
  simulator: Simulator,
  id: string,
  action: string,
  form: URLSearchParams,
): Promise<string | null> {
  const { portal } = simulator
  const refusal = (outcome: ActResult | null) => (outcome && isRefusal(outcome) ? outcome.refused : null)
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
      await simulator.tryPayment(id, { ...plainPayment, evenIfOver: true })
      return null
    case 'call-back':
      return (await portal.callBack(id, faithfulCallback)) ? null : 'success_callback'
    case 'send-again': {
      const own = (await simulator.deliveriesOf(id)).find((delivery) => delivery.id === form.get('delivery'))
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

/** Chromium applies `form-action` to a form's redirects too, so the seller's origins are listed there. */
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
