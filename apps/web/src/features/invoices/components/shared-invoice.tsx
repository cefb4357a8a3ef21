import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import type { SharedInvoice as Shared } from '@apogee/contracts/invoices/invoices.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { dateInWords, lengthInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { BrandBand } from '#web/shared/brand/brand-band.tsx'
import { sharedInvoiceQuery } from '../api/invoices.ts'
import { sharedInvoiceMessages } from '../messages/shared.en.ts'
import './shared-invoice.css'

/** Shows the company's view of an invoice to holders of the link. */
export function SharedInvoice({ token }: { token: string }) {
  const text = useText(sharedInvoiceMessages)
  const { data, error, isPending, refetch } = useQuery(sharedInvoiceQuery(token))
  if (isPending) return <PageLoading title="Apogee" />
  if (data) return <Paper invoice={data} />
  return data === null ? (
    <StatePage title={text.notFound} text={text.notFoundHint} />
  ) : (
    <LoadFailurePage title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  )
}

const tones: Record<Shared['status'], BadgeTone> = {
  issued: 'info',
  overdue: 'warning',
  paid: 'positive',
  void: 'neutral',
}

function Paper({ invoice }: { invoice: Shared }) {
  const text = useText(sharedInvoiceMessages)
  const { number, status, seller, look } = invoice
  return (
    <div className="ap-wrap shared-invoice" data-width="narrow">
      <Head title={text.title(number)} />
      {look ? <BrandBand look={look} name={seller.name} /> : null}
      <header>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="ap-h2">{text.title(number)}</h1>
          <Badge tone={tones[status]}>{text[status]}</Badge>
        </div>
        <p className="text-secondary">{text.from(seller.name)}</p>
        <Standing invoice={invoice} />
      </header>
      <Panel id="courses-heading" title={text.courses}>
        <Lines invoice={invoice} />
      </Panel>
      {status === 'issued' || status === 'overdue' ? <Bank invoice={invoice} /> : null}
      <Papers files={invoice.files} />
      <Parties invoice={invoice} />
      <p className="text-sm text-tertiary">{text.aboutLink}</p>
    </div>
  )
}

function Standing({ invoice }: { invoice: Shared }) {
  const text = useText(sharedInvoiceMessages)
  const language = useLanguage()
  const dayOf = (day: string) => dateInWords(startOfDayAsText(day), language)
  const { status, dueOn, paidOn, creditNoteNumber, total } = invoice
  if (status === 'void') {
    const number = creditNoteNumber ?? ''
    return <p>{paidOn === null ? text.wasVoid(number) : text.wasVoidPaid(number, formatRinggit(total))}</p>
  }
  if (status === 'paid') return <p>{text.wasPaid(dayOf(paidOn ?? dueOn))}</p>
  return <p>{status === 'overdue' ? text.wasDue(dayOf(dueOn)) : text.toPay(dayOf(dueOn))}</p>
}

function Lines({ invoice }: { invoice: Shared }) {
  const text = useText(sharedInvoiceMessages)
  const lengths = useText(platformMessages)
  return (
    <>
      <ul className="shared-invoice-lines">
        {invoice.lines.map(({ title, seats, taken, unitPrice, total, access, first }, place) => (
          <li key={place}>
            <span>
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-secondary">
                {text.seats(seats)} · {text.each(formatRinggit(unitPrice))}
              </span>
              {access ? (
                <span className="text-sm text-secondary">
                  {lengths.accessFor(lengthInWords(access, lengths))}
                </span>
              ) : null}
              {first ? (
                <span className="text-sm">
                  <PrerequisiteNotice first={first.map((one) => ({ title: one }))} then="openThen" />
                </span>
              ) : null}
              {invoice.status === 'paid' ? (
                <span className="text-sm text-secondary">{text.seatsTaken(taken, seats)}</span>
              ) : null}
            </span>
            <span>{formatRinggit(total)}</span>
          </li>
        ))}
      </ul>
      <p className="shared-invoice-sum">
        <span className="font-semibold">{text.total}</span>
        <span className="text-xl font-semibold">{formatRinggit(invoice.total)}</span>
      </p>
      {invoice.tax > 0 ? (
        <p className="shared-invoice-sum text-sm text-secondary">
          <span>{text.taxWithin(`${invoice.taxBasisPoints / 100}%`)}</span>
          <span>{formatRinggit(invoice.tax)}</span>
        </p>
      ) : null}
    </>
  )
}

function Bank({ invoice: { bank, number } }: { invoice: Shared }) {
  const text = useText(sharedInvoiceMessages)
  const facts = [
    [text.bankName, bank.bankName],
    [text.accountName, bank.accountName],
    [text.accountNumber, bank.accountNumber],
    [text.reference, number],
  ]
  return (
    <Panel id="bank-heading" title={text.bank}>
      <dl className="shared-invoice-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-secondary">{text.checkBank}</p>
    </Panel>
  )
}

function Papers({ files }: { files: Shared['files'] }) {
  const text = useText(sharedInvoiceMessages)
  const papers: [string, string | null][] = [
    [text.invoicePdf, files.invoice],
    [text.receiptPdf, files.receipt],
    [text.creditNotePdf, files.creditNote],
    [text.refundNotePdf, files.refundNote],
  ]
  return (
    <div className="flex flex-wrap gap-3">
      {papers.map(([label, href]) =>
        href === null ? null : (
          <LinkButton key={label} as="a" href={href} download icon={downloadIcon}>
            {label}
          </LinkButton>
        ),
      )}
    </div>
  )
}

function Parties({ invoice }: { invoice: Shared }) {
  const text = useText(sharedInvoiceMessages)
  const { seller } = invoice
  const parties: [string, string[]][] = [
    [
      text.to,
      [
        invoice.companyName,
        invoice.address,
        invoice.registrationNumber && text.registration(invoice.registrationNumber),
        invoice.taxNumber && text.tin(invoice.taxNumber),
        invoice.contactName,
        invoice.purchaseOrder && text.order(invoice.purchaseOrder),
      ],
    ],
    [
      text.seller,
      [
        seller.name,
        seller.address,
        seller.registrationNumber && text.registration(seller.registrationNumber),
        seller.taxNumber && text.sst(seller.taxNumber),
      ],
    ],
  ]
  return (
    <section className="ap-panel" data-padded="">
      <dl className="shared-invoice-facts">
        {parties.map(([term, lines]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{lines.filter((line) => line !== '').join('\n')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
