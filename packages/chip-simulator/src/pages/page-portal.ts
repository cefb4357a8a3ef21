/** Renders the part of a purchase's page with the actions of the provider's staff and the payer's bank. */
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { html, type Markup } from './markup.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money/money.ts'
import type { PageTexts } from './page-texts.ts'
import type { PurchaseDocument } from '../purchase/purchase-document.ts'
import { isPayable } from '../purchase/purchase.rules.ts'
import type { Delivery } from '../storage/storage.ts'

export type PortalAction =
  | 'refund'
  | 'return-refund'
  | 'charge-back'
  | 'win-chargeback'
  | 'mark-as-paid'
  | 'cancel'
  | 'late-payment'
  | 'call-back'
  | 'send-again'

function actionsFor(document: PurchaseDocument): PortalAction[] {
  if (isPayable(document)) return ['mark-as-paid', 'cancel']
  switch (document.status) {
    case 'cancelled':
    case 'expired':
      return ['late-payment']
    case 'chargeback':
      return ['win-chargeback']
    case 'refunded':
      return document.refundable_amount > 0 ? ['refund', 'charge-back', 'return-refund'] : ['return-refund']
    default:
      return document.refundable_amount > 0 ? ['refund', 'charge-back'] : []
  }
}

/** `address` is the address of the purchase's page, with its trailing slash. */
export function portalPanel(
  document: PurchaseDocument,
  deliveries: readonly Delivery[],
  address: string,
  texts: PageTexts,
  isOpen: boolean,
): Markup {
  const labels: Record<Exclude<PortalAction, 'refund' | 'send-again'>, string> = {
    'return-refund': texts.returnRefund,
    'charge-back': texts.chargeBack,
    'win-chargeback': texts.winChargeback,
    'mark-as-paid': texts.markAsPaid,
    cancel: texts.cancelPurchase,
    'late-payment': texts.latePayment,
    'call-back': texts.callBack,
  }
  const press = (action: keyof typeof labels) =>
    html`<form method="post" action="${address}portal/${action}/">
      <button class="small">${labels[action]}</button>
    </form>`
  const actions = actionsFor(document).map((action) =>
    action === 'refund'
      ? refundForm(document, address, texts)
      : action === 'send-again'
        ? null
        : press(action),
  )
  return html`<details class="portal" id="portal" ${isOpen && html`open`}>
    <summary>${texts.portal}</summary>
    <p class="hint">${texts.portalHint}</p>
    <p>${texts.status} <strong>${document.status}</strong></p>
    ${actions}
    <h3>${texts.callbacks}</h3>
    ${
      deliveries.length === 0
        ? html`<p class="hint">${document.success_callback === '' ? texts.noAddress : texts.noCallbacks}</p>`
        : html`<ul class="log">
            ${deliveries.map((delivery) => loggedDelivery(delivery, address, texts))}
          </ul>`
    }
    ${document.success_callback !== '' && press('call-back')}
  </details>`
}

function refundForm(document: PurchaseDocument, address: string, texts: PageTexts): Markup {
  const left = decimalRinggit(document.refundable_amount)
  return html`<form method="post" action="${address}portal/refund/" class="refund">
    <div class="pair">
      <div class="field">
        <label for="refund_amount">${texts.refundAmount}</label>
        <input id="refund_amount" name="amount" inputmode="decimal" maxlength="12" value="${left}" />
      </div>
      <div class="field">
        <label for="refund_slow">${texts.slow}</label>
        <input type="number" id="refund_slow" name="slow" min="0" max="86400" value="0" />
      </div>
    </div>
    <div class="choice">
      <input type="checkbox" id="refund_fails" name="fails" /><label for="refund_fails"
        >${texts.refundFails}</label
      >
    </div>
    <button class="small">${texts.refund}</button>
    <p class="hint">${texts.refundLeft} ${formatRinggit(document.refundable_amount)}</p>
  </form>`
}

const clockTime = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone: malaysiaTimeZone })

function loggedDelivery(delivery: Delivery, address: string, texts: PageTexts): Markup {
  const states = {
    waiting: texts.waiting,
    delivered: texts.delivered,
    lost: texts.lostState,
    given_up: texts.givenUp,
  }
  return html`<li>
    <span>
      <code>${delivery.eventType}</code><br />
      <small
        >${clockTime.format(delivery.state === 'waiting' ? delivery.dueAt : delivery.scheduledAt)} ·
        ${states[delivery.state]}${delivery.lastStatus !== null && ` · HTTP ${delivery.lastStatus}`}</small
      >
    </span>
    <form method="post" action="${address}portal/send-again/">
      <input type="hidden" name="delivery" value="${delivery.id}" />
      <button class="small">${texts.sendAgain}</button>
    </form>
  </li>`
}

/** Parses a refund's amount into sen. Null means the remaining amount; undefined means an invalid amount. */
export function readAmount(text: string): number | null | undefined {
  const wanted = text.trim()
  if (wanted === '') return null
  const parts = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(wanted)
  if (!parts) return undefined
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return cents > 0 ? cents : undefined
}
