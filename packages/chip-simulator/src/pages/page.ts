/** Renders the payer's page of one purchase as HTML without scripts. */
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { html, type Markup } from './markup.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { wallets } from './page-form.ts'
import { paymentForm, type RefusedForm } from './page-payment.ts'
import { portalPanel } from './page-portal.ts'
import { pageTexts, type PageTexts } from './page-texts.ts'
import type { PurchaseDocument } from '../purchase/purchase-document.ts'
import { isPaid, isPayable } from '../purchase/purchase.rules.ts'
import type { Delivery } from '../storage/storage.ts'

export interface PageDependencies {
  stylesheet: string
  /** The address ends with a slash. */
  address: string
  now: Date
  deliveries: readonly Delivery[]
  refused: RefusedForm | null
  /** The seller's link asks for this payment method. */
  preferred: string
  isPortalOpen: boolean
  /** Holds CHIP's code of the action that was refused, or a sentence. Null means that no action was refused. */
  portalRefusal: string | null
}

export function purchasePage(document: PurchaseDocument, parts: PageDependencies): string {
  const { lang, texts } = pageTexts(document.purchase.language)
  const { address, portalRefusal } = parts
  const body = isPayable(document)
    ? paymentForm(document, texts, address, parts.now, parts.refused, parts.preferred)
    : outcome(document, texts, address)
  const refusal =
    portalRefusal !== null && html`<p class="alert" role="alert">${texts.refused} ${portalRefusal}</p>`
  return page(
    lang,
    texts,
    parts.stylesheet,
    html`${refusal}${summary(document, texts)}${body}${portalPanel(document, parts.deliveries, address, texts, parts.isPortalOpen)}`,
    `${formatRinggit(document.purchase.total)} – ${texts.title}`,
  )
}

export function missingPage(stylesheet: string): string {
  const { lang, texts } = pageTexts('en')
  const body = html`<h1>${texts.notFoundTitle}</h1>
    <p>${texts.notFoundText}</p>`
  return page(lang, texts, stylesheet, body, `${texts.notFoundTitle} – ${texts.title}`)
}

export function page(
  lang: string,
  texts: PageTexts,
  stylesheet: string,
  body: Markup,
  title: string,
  width: 'narrow' | 'wide' = 'narrow',
): string {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <header class="notice">
          <p><strong>${texts.noMoney}</strong></p>
          <p>${texts.noMoneyWhy}</p>
        </header>
        <main class="${width}">${body}</main>
      </body>
    </html> `.text
}

function summary(document: PurchaseDocument, texts: PageTexts): Markup {
  const { purchase, reference } = document
  const label = isPayable(document) ? texts.toPay : texts.total
  const lines = purchase.products.map(
    (line) =>
      html`<li><span>${line.name}</span><span class="amount">${formatRinggit(line.price)}</span></li>`,
  )
  return html`<section class="summary" aria-labelledby="to-pay">
    <h1 id="to-pay"><span class="label">${label}</span> ${formatRinggit(purchase.total)}</h1>
    <ul class="lines">
      ${lines}
    </ul>
    ${reference !== '' && html`<p class="reference">${texts.reference}: ${reference}</p>`}
  </section>`
}

function outcome(document: PurchaseDocument, texts: PageTexts, address: string): Markup {
  const back = (to: string) =>
    to !== '' && html`<p class="actions"><a class="primary" href="${to}">${texts.continue}</a></p>`
  if (document.status === 'cancelled' || document.status === 'expired') {
    const isCancelled = document.status === 'cancelled'
    return html`<h2>${isCancelled ? texts.cancelledTitle : texts.expiredTitle}</h2>
      <p>${isCancelled ? texts.cancelledText : texts.expiredText}</p>
      ${back(document.cancel_redirect)}`
  }
  if (!isPaid(document)) {
    return html`<h2>${texts.pendingTitle}</h2>
      <p role="status">${texts.pendingText}</p>
      <p><a href="${address}">${texts.checkAgain}</a></p>
      ${back(document.success_redirect)}`
  }
  const [title, text] = paidOutcome(document, texts)
  return html`<h2>${title}</h2>
    <p role="status">${text}</p>
    <dl>
      ${
        document.transaction_data.payment_method !== '' &&
        html`<dt>${texts.paidWith}</dt>
          <dd>${methodName(document, texts)}</dd>`
      }
      <dt>${texts.paidAt}</dt>
      <dd>${paidAt(document, texts)}</dd>
    </dl>
    ${back(document.success_redirect)}`
}

function paidOutcome(document: PurchaseDocument, texts: PageTexts): [title: string, text: string] {
  if (document.status === 'chargeback') return [texts.chargebackTitle, texts.chargebackText]
  const isRefunded = document.refundable_amount < document.purchase.total && !document.marked_as_paid
  return isRefunded ? [texts.refundedTitle, texts.refundedText] : [texts.paidTitle, texts.paidText]
}

function methodName({ transaction_data }: PurchaseDocument, texts: PageTexts): string {
  const { payment_method, extra } = transaction_data
  if (payment_method === 'fpx') return texts.bank
  const wallet = wallets[payment_method]
  if (wallet !== undefined) return wallet
  return `${texts.card} ${typeof extra['masked_pan'] === 'string' ? extra['masked_pan'] : ''}`
}

const clockTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: malaysiaTimeZone,
})

function paidAt({ payment }: PurchaseDocument, { zone }: PageTexts): string {
  return payment ? `${clockTime.format(new Date(payment.paid_on * 1000))}, ${zone}` : ''
}
