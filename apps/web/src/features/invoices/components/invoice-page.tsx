import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { dateInWords, timeInWords, lengthInWords } from '#web/platform/language/dates.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { PageLoading } from '#web/platform/failures/state-page.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFailure } from './invoice-failure.tsx'
import { IssueNeeds } from './issue-needs.tsx'
import './invoices.css'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { PeoplePanel } from './people-panel.tsx'
import { invoiceQuery } from '../api/invoices.ts'
import { InvoiceBadge } from './status-badge.tsx'

export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const text = useText(invoicesMessages)
  const { data, error, isPending, refetch } = useQuery(invoiceQuery(useViewer(), invoiceId))
  if (isPending) return <PageLoading title={text.title} blocks={2} />
  if (!data) return <InvoiceFailure error={error} onRetry={() => void refetch()} />
  return <Invoice invoice={data.data} />
}

function Invoice({ invoice }: { invoice: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const title = invoice.number ?? text.draftFor(invoice.companyName)
  return (
    <MoneyPage
      title={title}
      lead={invoice.number === null ? invoice.contactEmail : invoice.companyName}
      parent={['/admin/invoices', text.title]}
      badge={<InvoiceBadge status={invoice.status} />}
      actions={invoice.isOwn ? <InvoiceActions invoice={invoice} /> : null}
    >
      {invoice.isOwn && invoice.status === 'draft' ? <IssueNeeds /> : null}
      <div className="invoices-pair">
        <div className="invoices-main">
          <Lines invoice={invoice} />
          <PeoplePanel invoice={invoice} />
        </div>
        <div className="invoices-main">
          <Facts invoice={invoice} />
          <History history={invoice.history} />
        </div>
      </div>
    </MoneyPage>
  )
}

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const lengths = useText(platformMessages)
  return (
    <Panel id="lines-heading" title={text.coursesAndSeats}>
      <ul className="invoices-lines">
        {invoice.lines.map((line) => (
          <li key={line.courseId}>
            <span>
              <Link className="ap-link" to={`/course/${line.courseId}/manage`}>
                {line.title}
              </Link>
              <span className="text-sm text-secondary">
                {text.seatsCounted(line.seats)} · {text.each(formatRinggit(line.unitPrice))}
              </span>
              {line.access ? (
                <span className="text-sm text-secondary">
                  {lengths.accessFor(lengthInWords(line.access, lengths))}
                </span>
              ) : null}
              {line.first ? (
                <span className="text-sm">
                  <PrerequisiteNotice first={line.first.map((title) => ({ title }))} then="openThen" />
                </span>
              ) : null}
            </span>
            <span className="invoices-line">{formatRinggit(line.total)}</span>
          </li>
        ))}
      </ul>
      <div className="invoices-sum">
        <p>
          <span className="font-semibold">{text.total}</span>
          <span className="text-xl font-semibold">{formatRinggit(invoice.total)}</span>
        </p>
        {invoice.tax > 0 ? (
          <p className="text-sm text-secondary">
            <span>{text.taxWithin(`${invoice.taxBasisPoints / 100}%`)}</span>
            <span>{formatRinggit(invoice.tax)}</span>
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

function Facts({ invoice }: { invoice: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const language = useLanguage()
  const { seller, bank } = invoice
  const facts: [term: string, lines: (string | false | null)[]][] = [
    [
      text.to,
      [
        invoice.companyName,
        invoice.address,
        invoice.registrationNumber && text.registration(invoice.registrationNumber),
        invoice.taxNumber && text.tin(invoice.taxNumber),
        invoice.contactName,
      ],
    ],
    [
      text.from,
      [
        seller.name,
        seller.address,
        seller.registrationNumber && text.registration(seller.registrationNumber),
        seller.taxNumber && text.sst(seller.taxNumber),
      ],
    ],
    [text.payTo, bank ? [bank.bankName, bank.accountName, bank.accountNumber] : [text.bankMissing]],
    [text.order, [invoice.purchaseOrder]],
    [text.issuedOn, [invoice.issuedAt && dateInWords(invoice.issuedAt, language)]],
    [text.due, [dateInWords(startOfDayAsText(invoice.dueOn), language)]],
    [text.paidOn, [invoice.paidOn && dateInWords(startOfDayAsText(invoice.paidOn), language)]],
    [text.bankReference, [invoice.bankReference]],
    [text.creditNote, [invoice.creditNoteNumber]],
    [text.reason, [invoice.voidReason]],
  ]
  return (
    <Panel id="details-heading" title={text.details}>
      <dl className="invoices-facts">
        {facts.map(([term, lines]) => {
          const said = lines.filter((line) => typeof line === 'string' && line !== '')
          return said.length === 0 ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{said.join('\n')}</dd>
            </div>
          )
        })}
        <div>
          <dt>{text.contactEmail}</dt>
          <dd>
            <EmailText email={invoice.contactEmail} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

function History({ history }: { history: InvoiceDetail['history'] }) {
  const text = useText(invoicesMessages)
  const language = useLanguage()
  return (
    <Panel id="history-heading" title={text.history}>
      <ol className="invoices-history">
        {history.map(({ at, what, by, note }, place) => (
          <li key={place}>
            <span>
              {text[`happened_${what}`]}
              {note === '' ? '' : `: ${note}`}
            </span>
            <span className="text-xs text-tertiary">
              <time dateTime={at}>{timeInWords(at, language)}</time>
              {by === null ? '' : ` ${text.byWhom(by)}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
