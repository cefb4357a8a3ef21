/** The payer's page of one purchase, as HTML without scripts. */
import { formatRinggit } from './page-amount.ts'
import { banks, type FieldErrors, type FieldName } from './page-form.ts'
import { html, type Markup } from './markup.ts'
import { pageTexts, type PageTexts } from './page-texts.ts'
import type { PurchaseDocument } from './purchase-document.ts'
import { isPaid, isPayable } from './purchase.rules.ts'

interface PageAddresses {
  stylesheet: string
  /** Of the purchase's page, with its trailing slash. */
  purchase: string
}

/** What was posted and did not do, to be shown again. */
export interface RefusedForm {
  form: URLSearchParams
  errors: FieldErrors
}

export function purchasePage(
  document: PurchaseDocument,
  addresses: PageAddresses,
  now: Date,
  refused: RefusedForm | null,
): string {
  const { lang, texts } = pageTexts(document.purchase.language)
  const body = isPayable(document)
    ? paymentForm(document, texts, addresses, now, refused)
    : outcome(document, texts, addresses)
  return page(
    lang,
    texts,
    addresses.stylesheet,
    html`${summary(document, texts)}${body}`,
    `${formatRinggit(document.purchase.total)} – ${texts.title}`,
  )
}

export function missingPage(stylesheet: string): string {
  const { lang, texts } = pageTexts('en')
  const body = html`<h1>${texts.notFoundTitle}</h1>
    <p>${texts.notFoundText}</p>`
  return page(lang, texts, stylesheet, body, `${texts.notFoundTitle} – ${texts.title}`)
}

function page(lang: string, texts: PageTexts, stylesheet: string, body: Markup, title: string): string {
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
        <main>${body}</main>
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

function paymentForm(
  document: PurchaseDocument,
  texts: PageTexts,
  addresses: PageAddresses,
  now: Date,
  refused: RefusedForm | null,
): Markup {
  const errors = refused?.errors ?? {}
  const posted = refused?.form
  const wasDeclined = document.status === 'error' && !refused
  const isBank = posted?.get('method') === 'fpx'
  const alert = refused ? texts.fixFields : wasDeclined ? texts.declined : null
  const input = (name: FieldName | 'card_name', label: string, value: string, attributes: Markup) =>
    field(
      texts,
      errors,
      name,
      label,
      (described) =>
        html`<input
          id="${name}"
          name="${name}"
          value="${posted?.get(name) ?? value}"
          autocomplete="off"
          ${attributes}${described}
        />`,
    )
  return html`${alert !== null && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="${addresses.purchase}pay/" novalidate>
      <fieldset class="methods">
        <legend>${texts.method}</legend>
        <div class="choice">
          <input type="radio" id="method-card" name="method" value="card" ${!isBank && html`checked`} /><label
            for="method-card"
            >${texts.card}</label
          >
        </div>
        <div class="choice">
          <input type="radio" id="method-fpx" name="method" value="fpx" ${isBank && html`checked`} /><label
            for="method-fpx"
            >${texts.bank}</label
          >
        </div>
      </fieldset>
      <div class="method card" role="group" aria-label="${texts.card}" aria-describedby="card-hint">
        <p class="hint" id="card-hint">${texts.cardHint}</p>
        ${input('card_number', texts.cardNumber, '4444 3333 2222 1111', html`inputmode="numeric" maxlength="24" `)}
        <div class="pair">
          ${input('card_expiry', texts.expiry, inTwoYears(now), html`inputmode="numeric" maxlength="9" `)}
          ${input('card_cvc', texts.cvc, '123', html`inputmode="numeric" maxlength="4" `)}
        </div>
        ${input('card_name', texts.holder, '', html`maxlength="128" `)}
      </div>
      <div class="method fpx">
        ${field(
          texts,
          errors,
          'bank',
          texts.bankName,
          (described) =>
            html`<select id="bank" name="bank" ${described}>
              ${banks.map(
                (bank) => html`<option ${posted?.get('bank') === bank && html`selected`}>${bank}</option>`,
              )}
            </select>`,
        )}
      </div>
      <div class="actions">
        <button class="primary">${texts.pay} ${formatRinggit(document.purchase.total)}</button>
        <button class="secondary" formaction="${addresses.purchase}decline/">${texts.decline}</button>
        <p class="hint">${texts.outcomes}</p>
      </div>
      ${testerOptions(texts, posted)}
    </form>
    ${document.cancel_redirect !== '' && html`<p class="back"><a href="${document.cancel_redirect}">${texts.back}</a><br /><small>${texts.backHint}</small></p>`}`
}

function field(
  texts: PageTexts,
  errors: FieldErrors,
  name: FieldName | 'card_name',
  label: string,
  control: (described: Markup | null) => Markup,
): Markup {
  const error = name === 'card_name' ? undefined : errors[name]
  if (!error) return html`<div class="field"><label for="${name}">${label}</label>${control(null)}</div>`
  return html`<div class="field">
    <label for="${name}">${label}</label>${control(
      html` aria-invalid="true" aria-describedby="${name}-error"`,
    )}
    <p class="error" id="${name}-error">${texts[error]}</p>
  </div>`
}

function testerOptions(texts: PageTexts, posted: URLSearchParams | undefined): Markup {
  const number = (name: string, label: string, least: number, most: number, value: number) =>
    html`<div class="field">
      <label for="${name}">${label}</label
      ><input
        type="number"
        id="${name}"
        name="${name}"
        min="${least}"
        max="${most}"
        value="${posted?.get(name) ?? value}"
      />
    </div>`
  const tick = (name: string, label: string) =>
    html`<div class="choice">
      <input
        type="checkbox"
        id="${name}"
        name="${name}"
        ${posted?.has(name) === true && html`checked`}
      /><label for="${name}">${label}</label>
    </div>`
  return html`<details>
    <summary>${texts.testers}</summary>
    ${number('callback_delay', texts.delay, 0, 86_400, 0)}
    ${number('callback_copies', texts.copies, 1, 50, 1)} ${number('slow', texts.slow, 0, 3600, 0)}
    ${tick('callback_lost', texts.lost)} ${tick('callback_wrong_amount', texts.wrongAmount)}
    ${tick('callback_bad_signature', texts.badSignature)}
  </details>`
}

function inTwoYears(now: Date): string {
  return `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${String((now.getUTCFullYear() + 2) % 100).padStart(2, '0')}`
}

function outcome(document: PurchaseDocument, texts: PageTexts, addresses: PageAddresses): Markup {
  const back = (address: string) =>
    address !== '' && html`<p class="actions"><a class="primary" href="${address}">${texts.continue}</a></p>`
  if (document.status === 'cancelled' || document.status === 'expired') {
    const isCancelled = document.status === 'cancelled'
    return html`<h2>${isCancelled ? texts.cancelledTitle : texts.expiredTitle}</h2>
      <p>${isCancelled ? texts.cancelledText : texts.expiredText}</p>
      ${back(document.cancel_redirect)}`
  }
  if (!isPaid(document)) {
    return html`<h2>${texts.pendingTitle}</h2>
      <p role="status">${texts.pendingText}</p>
      <p><a href="${addresses.purchase}">${texts.checkAgain}</a></p>
      ${back(document.success_redirect)}`
  }
  const isRefunded = document.refundable_amount < document.purchase.total && !document.marked_as_paid
  return html`<h2>${isRefunded ? texts.refundedTitle : texts.paidTitle}</h2>
    <p role="status">${isRefunded ? texts.refundedText : texts.paidText}</p>
    <dl>
      ${
        document.transaction_data.payment_method !== '' &&
        html`<dt>${texts.paidWith}</dt>
          <dd>${methodName(document, texts)}</dd>`
      }
      <dt>${texts.paidAt}</dt>
      <dd>${paidAt(document)}</dd>
    </dl>
    ${back(document.success_redirect)}`
}

function methodName({ transaction_data }: PurchaseDocument, texts: PageTexts): string {
  const { payment_method, extra } = transaction_data
  if (payment_method === 'fpx') return texts.bank
  return `${texts.card} ${typeof extra['masked_pan'] === 'string' ? extra['masked_pan'] : ''}`
}

const clockTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Kuala_Lumpur',
})

function paidAt({ payment }: PurchaseDocument): string {
  return payment ? clockTime.format(new Date(payment.paid_on * 1000)) : ''
}
