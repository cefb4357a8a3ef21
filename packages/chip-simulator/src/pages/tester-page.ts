/** Renders the tester's page: all purchases, the active faults and the faults that can be started. The page is in English only. */
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { html, type Markup } from './markup.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { page } from './page.ts'
import { pageTexts } from './page-texts.ts'
import { questions, type SimulatorFaults } from '../faults.ts'
import type { PurchaseDocument } from '../purchase/purchase-document.ts'
import type { Delivery } from '../storage/storage.ts'

interface TesterDependencies {
  stylesheet: string
  /** The root address of pages and forms ends with a slash. */
  root: string
  now: Date
  purchases: readonly { document: PurchaseDocument; deliveries: readonly Delivery[] }[]
  faults: ReturnType<SimulatorFaults['active']>
  hasClock: boolean
}

/** Maps each fault that a button can start to the label of the button. */
export const testerFaults: Readonly<Record<string, string>> = {
  down: 'The connection is cut, nothing is done',
  silent: 'No answer comes, nothing is done',
  silent_after_commit: 'It is done, but no answer comes',
  cut_after_commit: 'It is done, but the connection is cut',
  server_error: 'Error 500 is answered, nothing is done',
  bad_gateway_after_commit: 'It is done, but error 502 is answered',
  too_many: 'Too many requests: 429',
  html: 'A page of HTML instead of an answer',
  truncated: 'Only half of the answer arrives',
  slow: 'Each answer takes three seconds',
  slow_refund: 'Refunds take a minute',
  failed_refund: 'Refunds are refused',
  failed_refund_later: 'Refunds fail after a minute',
}

export function testerPage(parts: TesterDependencies): string {
  const { texts } = pageTexts('en')
  const body = html`<h1>Provider test page</h1>
    <p>
      The newest purchases come first. Open one to pay, decline, refund or charge it back, or to send its
      callbacks again. This page opens only on the machine that runs the server.
    </p>
    ${purchaseTable(parts)} ${faultsSection(parts)} ${parts.hasClock && clockSection(parts)}`
  return page('en', texts, parts.stylesheet, body, 'Provider test page', 'wide')
}

const clockTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: malaysiaTimeZone,
})

function purchaseTable({ purchases, root }: TesterDependencies): Markup {
  if (purchases.length === 0) {
    return html`<p class="empty">No purchases yet. They appear here as soon as somebody presses Buy.</p>`
  }
  return html`<div class="table" role="region" aria-label="Purchases" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Created</th>
          <th scope="col">Reference</th>
          <th scope="col" class="number">Amount</th>
          <th scope="col" class="number">Refundable</th>
          <th scope="col">Status</th>
          <th scope="col">Callbacks</th>
        </tr>
      </thead>
      <tbody>
        ${purchases.map(
          ({ document, deliveries }) =>
            html`<tr>
              <td>${clockTime.format(new Date(document.created_on * 1000))}</td>
              <td>
                <a href="${root}p/${document.id}/"
                  >${document.reference === '' ? document.id.slice(0, 8) : document.reference}</a
                >
              </td>
              <td class="number">${formatRinggit(document.purchase.total)}</td>
              <td class="number">
                ${formatRinggit(document.marked_as_paid ? 0 : document.refundable_amount)}
              </td>
              <td>${document.status}</td>
              <td>${callbacksInWords(deliveries)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function callbacksInWords(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'none'
  const counts = Map.groupBy(deliveries, ({ state }) => state.replace('_', ' '))
  return [...counts].map(([state, those]) => `${those.length} ${state}`).join(', ')
}

function faultsSection({ faults, root }: TesterDependencies): Markup {
  const held = faults.map(
    ({ fault, on, left }) =>
      html`<li>
        <code>${fault.kind}</code> for
        ${on ?? 'every request'}${left === Infinity ? ', until cleared' : `, ${left} left`}
      </li>`,
  )
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${
      faults.length === 0
        ? html`<p>None: the provider works normally.</p>`
        : html`<ul>
              ${held}
            </ul>
            <form method="post" action="${root}tester/clear/">
              <button class="small">Clear faults</button>
            </form>`
    }
    <form method="post" action="${root}tester/faults/">
      <div class="field">
        <label for="fault">Fault</label>
        <select id="fault" name="fault">
          ${Object.entries(testerFaults).map(([name, text]) => html`<option value="${name}">${text}</option>`)}
        </select>
      </div>
      <div class="pair">
        <div class="field">
          <label for="on">Applies to</label>
          <select id="on" name="on">
            <option value="">every request</option>
            ${questions.map((question) => html`<option value="${question}">${question.replace('_', ' ')}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="times">Number of times</label>
          <input id="times" name="times" type="number" min="1" max="1000" placeholder="until cleared" />
        </div>
      </div>
      <button class="small">Add fault</button>
    </form>
  </section>`
}

function clockSection({ root, now }: TesterDependencies): Markup {
  return html`<section aria-labelledby="clock">
    <h2 id="clock">The provider's clock</h2>
    <p>It shows ${clockTime.format(now)}. Slow banks, due times and repeated callbacks follow this clock.</p>
    <form method="post" action="${root}tester/clock/">
      <div class="field">
        <label for="minutes">Minutes to advance</label>
        <input id="minutes" name="minutes" type="number" min="1" max="100000" value="60" />
      </div>
      <button class="small">Advance the clock</button>
    </form>
  </section>`
}
