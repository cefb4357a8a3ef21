/**
 * Provides the control API of the stand-alone simulator below `/simulator/`: actions of payers, banks and the provider's portal,
 * and faults. Bodies and answers are JSON objects; an invalid body is answered with 400 and a sentence.
 */
import * as z from 'zod/mini'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'

import { isPurchaseId } from './wire.ts'
import { questions, withFields, type SimulatorFault } from './faults.ts'
import { callbackFaults, faithfulCallback, type ActResult } from './purchase/purchase-document.ts'
import { isRefusal, plainPayment, type Simulator } from './simulator.ts'

interface ControlOptions {
  simulator: Simulator
  /** The control API calls this function after each action that may make a callback due. */
  onChange: () => void
  passTime: (seconds: number) => void
}

const seconds = z.number().check(z.minimum(0), z.maximum(10_000_000))
const callbackPlan = z.object({
  delaySeconds: z._default(seconds, 0),
  copies: z._default(z.int().check(z.minimum(0), z.maximum(50)), 1),
  lost: z._default(z.boolean(), false),
  fault: z._default(z.nullable(z.enum(callbackFaults)), null),
  ordered: z._default(z.boolean(), true),
})
const payment = z.object({
  method: z._default(z.string(), 'fpx'),
  slowSeconds: z._default(seconds, 0),
  evenIfOver: z._default(z.boolean(), false),
  callback: z._default(callbackPlan, faithfulCallback),
})
const declined = z.object({ ...payment.shape, code: z._default(z.string(), 'insufficient_funds') })
const refund = z.object({
  amount: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  slowSeconds: z._default(seconds, 0),
  fails: z._default(z.boolean(), false),
})
const again = z.object({ ...callbackPlan.shape, another: z.optional(z.string()) })
const listed = z.object({
  limit: z._default(z.coerce.number().check(z.minimum(1), z.maximum(100_000)), 100),
  status: z.optional(z.string()),
  reference: z.optional(z.string()),
})
const status = z.int().check(z.minimum(200), z.maximum(599))
const answer = { status, text: z._default(z.string(), ''), contentType: z.optional(z.string()) }
const reach = {
  times: z.optional(z.int().check(z.minimum(1))),
  on: z.optional(z.enum(questions)),
  every: z.optional(z.int().check(z.minimum(1))),
}
const plainKinds = [
  'down',
  'silent',
  'silent_after_commit',
  'cut_after_commit',
  'truncated',
  'object_errors',
] as const
const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(plainKinds), ...reach }),
  z.object({ kind: z.enum(['slow', 'slow_refund', 'failed_refund']), seconds, ...reach }),
  z.object({
    kind: z.literal('answer'),
    ...answer,
    location: z.optional(z.string()),
    retryAfter: z.optional(z.int()),
    ...reach,
  }),
  z.object({ kind: z.literal('answer_after_commit'), ...answer, ...reach }),
  z.object({ kind: z.literal('alter'), fields: z.record(z.string(), z.unknown()), ...reach }),
])

class WrongWish extends Error {}

function wish<Wish>(schema: z.ZodMiniType<Wish>, given: unknown): Wish {
  const read = z.safeParse(schema, given)
  if (read.success) return read.data
  throw new WrongWish(z.prettifyError(read.error))
}

function bodyOf(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string' || request.body === '') return {}
  try {
    return JSON.parse(request.body)
  } catch {
    throw new WrongWish('the body is not JSON')
  }
}

type OfPurchase = { Params: { id: string } }

export const controlPlugin: FastifyPluginAsync<ControlOptions> = async (app, options) => {
  const { simulator, onChange, passTime } = options
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof WrongWish) return reply.code(400).send({ error: error.message })
    throw error
  })
  // A page of another site that is open in a browser on this machine must not control the simulator.
  app.addHook('onRequest', async (request, reply) => {
    if (isFromThisMachine(request)) return
    await reply.code(403).send({ error: 'only for this machine' })
  })
  servePurchases(app, simulator, onChange)

  app.post<OfPurchase>('/deliveries/:id/again', async (request, reply) => {
    const found = await simulator.portal.sendAgain(request.params.id)
    onChange()
    return reply.code(found ? 200 : 404).send({ found })
  })

  app.get('/faults', async () => ({ faults: simulator.faults.active() }))
  app.post('/faults', async (request) => {
    const { times, on, every, ...wanted } = wish(fault, bodyOf(request))
    simulator.faults.add(faultOf(wanted), { times, on, every })
    return { faults: simulator.faults.active() }
  })
  app.delete('/faults', async () => {
    simulator.faults.clear()
    return { faults: [] }
  })

  app.get('/clock', async () => ({ now: simulator.now().toISOString() }))
  app.post('/clock', async (request) => {
    passTime(wish(z.object({ passSeconds: seconds }), bodyOf(request)).passSeconds)
    onChange()
    return { now: simulator.now().toISOString() }
  })

  app.post('/sign', async (request) => {
    const { secret, body } = wish(z.object({ secret: z.string(), body: z.string() }), bodyOf(request))
    return { signature: await simulator.portal.sign(secret, body) }
  })
  app.post('/rotate-key', async (request) => {
    await simulator.portal.rotateKey(wish(z.object({ secret: z.string() }), bodyOf(request)).secret)
    return { publicKey: 'rotated' }
  })
}

function servePurchases(app: FastifyInstance, simulator: Simulator, onChange: () => void): void {
  const { portal } = simulator

  app.get('/purchases', async (request) => ({
    purchases: await portal.list(wish(listed, request.query)),
  }))

  app.get<OfPurchase>('/purchases/:id', async (request, reply) => {
    const { id } = request.params
    const purchase = isPurchaseId(id) ? await portal.find(id) : null
    if (!purchase) return reply.code(404).send({ error: 'no such purchase' })
    return { purchase, deliveries: await simulator.deliveriesOf(id) }
  })

  const act = (name: string, press: (id: string, body: unknown) => Promise<ActResult | boolean | null>) =>
    app.post<OfPurchase>(`/purchases/:id/${name}`, async (request, reply) => {
      const { id } = request.params
      const outcome = isPurchaseId(id) ? await press(id, bodyOf(request)) : null
      onChange()
      if (outcome === null || outcome === false) return reply.code(404).send({ error: 'no such purchase' })
      if (outcome === true) return { done: true }
      return isRefusal(outcome) ? reply.code(409).send({ error: outcome.refused }) : { purchase: outcome }
    })

  act('view', (id) => simulator.openPage(id))
  act('pay', (id, body) => simulator.tryPayment(id, { ...plainPayment, ...wish(payment, body) }))
  act('decline', (id, body) => {
    const { code, ...attempt } = wish(declined, body)
    return simulator.tryPayment(id, { ...plainPayment, ...attempt, errorCode: code })
  })
  act('refund', (id, body) => {
    const { amount, ...plan } = wish(refund, body)
    return portal.refund(id, amount, plan)
  })
  act('return-refund', (id) => portal.returnRefund(id))
  act('charge-back', (id) => portal.chargeBack(id))
  act('win-chargeback', (id) => portal.winChargeback(id))
  act('clear', (id) => portal.clear(id))
  act('mark-as-paid', (id) => portal.markAsPaid(id))
  act('cancel', (id) => portal.cancel(id))
  act('call-back', (id, body) => {
    const { another, ...plan } = wish(again, body)
    if (another !== undefined && !isPurchaseId(another)) throw new WrongWish('another: not a purchase id')
    return portal.callBack(id, plan, another)
  })
}

function faultOf(
  wanted: Omit<z.infer<typeof fault>, 'times' | 'on' | 'every'> | z.infer<typeof fault>,
): SimulatorFault {
  if (wanted.kind === 'alter' && 'fields' in wanted)
    return { kind: 'alter', change: withFields(wanted.fields) }
  return wanted as Exclude<SimulatorFault, { kind: 'alter' }>
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Returns true for a request that comes from this machine under its own name, without a proxy and not from another site's page. */
export function isFromThisMachine({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const host = `http://${headers.host ?? ''}`
  const isLocal = URL.canParse(host) && loopbackNames.has(new URL(host).hostname)
  const isDirect = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
  const isOwn = headers.origin === undefined || headers.origin === host
  return isLocal && isDirect && isOwn && loopbackAddresses.has(raw.socket.remoteAddress ?? '')
}
