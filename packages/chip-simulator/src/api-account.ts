/** Implements CHIP's calls about accounts: payment methods, balance, turnover and webhooks (docs/chip.md#account-calls). */
import { isPurchaseId } from './wire.ts'
import { notFound, wrongMethod, type JsonAnswer } from './api-answers.ts'
import { heldCents } from './purchase/purchase-events.rules.ts'
import { complaint } from './purchase/purchase-order.rules.ts'
import type { Simulator } from './simulator.ts'

const cards = ['visa', 'mastercard', 'maestro']

/** Maps each payment method to its smallest amount in sen (docs/chip.md#payment-methods). */
const minimum: Readonly<Record<string, number>> = {
  fpx: 100,
  fpx_b2b1: 200,
  dnqr: 15,
  razer_atome: 1000,
  razer_tng: 1,
}

const names: Readonly<Record<string, string>> = {
  fpx: 'Online Banking',
  fpx_b2b1: 'Corporate Online Banking',
  dnqr: 'DuitNow QR',
  razer_atome: 'Atome',
  razer_tng: "Touch 'n Go eWallet",
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
}

export function paymentMethods(query: URLSearchParams): JsonAnswer {
  if (!query.get('brand_id')?.trim()) return { status: 400, json: complaint('required', 'brand_id') }
  if (query.get('currency') !== 'MYR') return { status: 400, json: complaint('invalid_choice', 'currency') }
  const amount = Number(query.get('amount') ?? 1000)
  const local = Object.keys(minimum).filter((method) => amount >= (minimum[method] ?? 0))
  const available = [...local, ...cards]
  return {
    status: 200,
    json: {
      available_payment_methods: available,
      by_country: { any: cards, MY: available },
      country_names: { any: 'Other', MY: 'Malaysia' },
      names: Object.fromEntries(available.map((method) => [method, names[method] ?? method])),
      logos: {},
      card_methods: cards,
    },
  }
}

/** Returns the answers of `account/json/balance/` and `account/json/turnover/`, grouped by currency. */
export async function accountFigures(
  simulator: Simulator,
  secret: string,
  figure: string,
  query: URLSearchParams,
): Promise<JsonAnswer> {
  if (figure !== 'balance' && figure !== 'turnover') return notFound
  const companyId = simulator.companyOf(secret)
  const purchases = await simulator.portal.list({ limit: 100_000, companyId })
  const paid = purchases.flatMap((document) =>
    document.payment && !document.marked_as_paid ? [{ document, payment: document.payment }] : [],
  )
  if (figure === 'balance') {
    const held = paid.reduce((sum, { document }) => sum + heldCents(document), 0)
    const pending = paid.reduce((sum, { payment }) => sum + payment.pending_amount, 0)
    return {
      status: 200,
      json: {
        MYR: {
          balance: held,
          gross_balance: held,
          available_balance: Math.max(held - pending, 0),
          reserved: pending,
          pending_outgoing: 0,
          fee_sell: 0,
        },
      },
    }
  }
  const from = Number(query.get('from') ?? 0)
  const to = Number(query.get('to') ?? Infinity)
  const within = paid.filter(({ payment }) => payment.paid_on >= from && payment.paid_on <= to)
  const turnover = within.reduce((sum, { payment }) => sum + payment.amount, 0)
  return { status: 200, json: { MYR: { count: within.length, turnover, fee_sell: 0 } } }
}

export async function answerOfWebhooks(
  { webhooks, companyOf }: Simulator,
  method: string,
  secret: string,
  id: string,
  given: unknown,
): Promise<JsonAnswer> {
  const companyId = companyOf(secret)
  if (id === '') {
    if (method === 'GET') {
      return { status: 200, json: { results: await webhooks.list(companyId), next: null, previous: null } }
    }
    return method === 'POST' ? made(await webhooks.create(companyId, given), 201) : wrongMethod
  }
  if (!isPurchaseId(id)) return notFound
  switch (method) {
    case 'GET':
      return made(await webhooks.find(companyId, id), 200)
    case 'PUT':
    case 'PATCH':
      return made(await webhooks.change(companyId, id, given, method === 'PUT'), 200)
    case 'DELETE':
      return (await webhooks.remove(companyId, id)) ? { status: 204, json: null } : notFound
    default:
      return wrongMethod
  }
}

function made(outcome: object | null, status: number): JsonAnswer {
  if (!outcome) return notFound
  return 'errors' in outcome ? { status: 400, json: outcome.errors } : { status, json: outcome }
}
