/** Renders the form in which a payer chooses a payment method and a tester chooses the outcome. */
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { html, type Markup } from './markup.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { banks, declineReasons, wallets, type FieldErrors, type FieldName } from './page-form.ts'
import type { PageTexts } from './page-texts.ts'
import { callbackFaults, type PurchaseDocument } from '../purchase/purchase-document.ts'

/** A refused form is shown again with the values that the payer posted. */
export interface RefusedForm {
  form: URLSearchParams
  errors: FieldErrors
}

const ways = ['card', 'fpx', 'wallet'] as const
type Way = (typeof ways)[number]

/** FPX refuses amounts below RM 1 (docs/chip.md#payment-methods); a whitelist may exclude methods. */
function waysFor({ purchase, payment_method_whitelist: allowed }: PurchaseDocument): Way[] {
  const isAllowed: Record<Way, boolean> = {
    card: !allowed || allowed.some((method) => ['visa', 'mastercard', 'maestro'].includes(method)),
    fpx: purchase.total >= 100 && (!allowed || allowed.includes('fpx')),
    wallet: !allowed || Object.keys(wallets).some((wallet) => allowed.includes(wallet)),
  }
  const offered = ways.filter((way) => isAllowed[way])
  return offered.length > 0 ? offered : ['card']
}

export function paymentForm(
  document: PurchaseDocument,
  texts: PageTexts,
  address: string,
  now: Date,
  refused: RefusedForm | null,
  preferred: string,
): Markup {
  const posted = refused?.form
  const offered = waysFor(document)
  const wanted = posted?.get('method') ?? preferred
  const chosen = offered.find((way) => way === wanted) ?? offered[0]
  const wasDeclined = ['error', 'blocked'].includes(document.status) && !refused
  const alert = refused ? texts.fixFields : wasDeclined ? texts.declined : null
  const names = { card: texts.card, fpx: texts.bank, wallet: texts.wallet }
  return html`${alert !== null && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="${address}pay/" novalidate>
      <fieldset class="methods">
        <legend>${texts.method}</legend>
        ${offered.map(
          (way) =>
            html`<div class="choice">
              <input
                type="radio"
                id="method-${way}"
                name="method"
                value="${way}"
                ${way === chosen && html`checked`}
              /><label for="method-${way}">${names[way]}</label>
            </div>`,
        )}
      </fieldset>
      ${offered.map((way) => fieldsOf(way, texts, refused, now))}
      <div class="actions">
        <button class="primary">${texts.pay} ${formatRinggit(document.purchase.total)}</button>
        <button class="secondary" formaction="${address}decline/">${texts.decline}</button>
      </div>
      ${guide(document, texts)} ${testerOptions(texts, posted)}
    </form>
    ${document.cancel_redirect !== '' && html`<p class="back"><a href="${document.cancel_redirect}">${texts.back}</a><br /><small>${texts.backHint}</small></p>`}`
}

function fieldsOf(way: Way, texts: PageTexts, refused: RefusedForm | null, now: Date): Markup {
  const errors = refused?.errors ?? {}
  const posted = refused?.form
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
  const select = (name: 'bank' | 'wallet', label: string, options: readonly (readonly [string, string])[]) =>
    field(
      texts,
      errors,
      name,
      label,
      (described) =>
        html`<select id="${name}" name="${name}" ${described}>
          ${options.map(
            ([value, text]) =>
              html`<option value="${value}" ${posted?.get(name) === value && html`selected`}>
                ${text}
              </option>`,
          )}
        </select>`,
    )
  switch (way) {
    case 'fpx':
      return html`<div class="method fpx">
        ${select(
          'bank',
          texts.bankName,
          banks.map((bank) => [bank, bank] as const),
        )}
      </div>`
    case 'wallet':
      return html`<div class="method wallet">
        ${select('wallet', texts.walletName, Object.entries(wallets))}
      </div>`
    case 'card':
      return html`<div
        class="method card"
        role="group"
        aria-label="${texts.card}"
        aria-describedby="card-hint"
      >
        <div class="hint" id="card-hint">
          <p>${texts.cardHint}</p>
          <ul>
            <li><code>4444 3333 2222 1111</code> ${texts.cardPlain}</li>
            <li><code>5555 5555 5555 4444</code> ${texts.cardSecure}</li>
          </ul>
          <p>${texts.cardOther}</p>
        </div>
        ${input('card_number', texts.cardNumber, '4444 3333 2222 1111', html`inputmode="numeric" maxlength="24" `)}
        <div class="pair">
          ${input('card_expiry', texts.expiry, inTwoYears(now), html`inputmode="numeric" maxlength="9" `)}
          ${input('card_cvc', texts.cvc, '123', html`inputmode="numeric" maxlength="4" `)}
        </div>
        ${input('card_name', texts.holder, '', html`maxlength="128" `)}
      </div>`
  }
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

const clockTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: malaysiaTimeZone,
})

function guide(document: PurchaseDocument, texts: PageTexts): Markup {
  return html`<section class="guide" aria-labelledby="guide">
    <h2 id="guide">${texts.guide}</h2>
    <dl>
      <dt>${texts.pay}</dt>
      <dd>${texts.guidePay}</dd>
      <dt>${texts.decline}</dt>
      <dd>${texts.guideDecline}</dd>
      <dt>${texts.guideClose}</dt>
      <dd>${texts.guideCloseText} ${clockTime.format(new Date(document.due * 1000))}, ${texts.zone}.</dd>
    </dl>
  </section>`
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
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<div class="field">
      <label for="${name}">${label}</label
      ><select id="${name}" name="${name}">
        ${options.map(
          ([value, text]) =>
            html`<option value="${value}" ${posted?.get(name) === value && html`selected`}>${text}</option>`,
        )}
      </select>
    </div>`
  const inWords = (code: string) => [code, code.replaceAll('_', ' ')] as const
  return html`<details>
    <summary>${texts.testers}</summary>
    <div class="pair">
      ${number('slow', texts.slow, 0, 3600, 0)} ${number('callback_delay', texts.delay, 0, 86_400, 0)}
    </div>
    <div class="pair">
      ${number('callback_copies', texts.copies, 1, 50, 1)}
      ${choice('callback_fault', texts.fault, [['', texts.noFault], ...callbackFaults.map(inWords)])}
    </div>
    ${choice('reason', texts.reason, declineReasons.map(inWords))}
    <div class="choice">
      <input
        type="checkbox"
        id="callback_lost"
        name="callback_lost"
        ${posted?.has('callback_lost') === true && html`checked`}
      /><label for="callback_lost">${texts.lost}</label>
    </div>
  </details>`
}

function inTwoYears(now: Date): string {
  return `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${String((now.getUTCFullYear() + 2) % 100).padStart(2, '0')}`
}
