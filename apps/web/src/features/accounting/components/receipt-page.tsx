import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Receipt } from '@apogee/contracts/accounting/accounting.ts'
import { Breadcrumb, type Place } from '@apogee/ui/navigation/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { saveFile } from '#web/platform/transfer/save-file.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { BrandBand } from '#web/shared/brand/brand-band.tsx'
import { accountingMessages } from '../messages/accounting.en.ts'
import { receiptQuery } from '../api/accounting.ts'
import './receipt.css'

/** Shows a receipt or refund note to its buyer, its seller and superadmins. */
export function ReceiptPage({
  user,
  purchaseId,
  receiptId,
}: {
  user: CurrentUser
  purchaseId: string
  receiptId: string
}) {
  const text = useText(accountingMessages)
  const { data, isPending, error, refetch } = useQuery(receiptQuery(useViewer(), receiptId))
  if (isPending) return <PageLoading />
  if (data) return <Sheet receipt={data} user={user} purchaseId={purchaseId} />
  return data === null ? (
    <StatePage
      as={EmptyState}
      head={text.receipt}
      title={text.receiptMissing}
      text={text.receiptMissingHint}
      back={['/purchases', text.toPurchases]}
    />
  ) : (
    <LoadFailurePage
      head={text.receipt}
      title={text.receiptFailed}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Returns the page the viewer came from: their own purchase, or the books. */
function wayBack(receipt: Receipt, user: CurrentUser, purchaseId: string, text: Words): Place[] {
  if (receipt.buyer?.email !== user.email && user.role !== 'student') return [['/admin/ledger', text.title]]
  return [
    ['/purchases', text.purchases],
    [`/purchases/${encodeURIComponent(purchaseId)}`, text.purchase],
  ]
}

interface Words {
  purchases: string
  purchase: string
  title: string
}

function Sheet({ receipt, user, purchaseId }: { receipt: Receipt; user: CurrentUser; purchaseId: string }) {
  const text = useText(accountingMessages)
  const { kind, number, tax, total, through, about, look, seller } = receipt
  const isReceipt = kind === 'receipt'
  return (
    <div className="ap-wrap receipt-page">
      <Head title={`${text[kind]} ${number}`} />
      <Breadcrumb
        as={Link}
        label={number}
        places={wayBack(receipt, user, purchaseId, text)}
        current={number}
      />
      <article className="receipt" data-theme="daylight" aria-labelledby="receipt-heading">
        {look ? <BrandBand look={look} name={seller.name} /> : null}
        <header>
          <h1 id="receipt-heading">{text[kind]}</h1>
          <p>{number}</p>
        </header>
        <People receipt={receipt} />
        <LineTable receipt={receipt} />
        <dl className="receipt-sums">
          {tax === 0 ? null : (
            <div>
              <dt>{text.taxWithin}</dt>
              <dd>{formatRinggit(tax)}</dd>
            </div>
          )}
          <div>
            <dt>{isReceipt ? text.totalPaid : text.totalRefunded}</dt>
            <dd>{formatRinggit(total)}</dd>
          </div>
        </dl>
        <footer>
          {isReceipt ? (
            <p>{through === 'bank' ? text.throughBank : text.throughProvider}</p>
          ) : about ? (
            <p>
              <Link
                className="ap-link"
                to={`/purchases/${encodeURIComponent(purchaseId)}/receipts/${about.id}`}
              >
                {text.refunds_receipt(about.number)}
              </Link>
            </p>
          ) : null}
          <small>{text.noSignature}</small>
        </footer>
      </article>
      <div className="receipt-actions">
        <DownloadPdf receipt={receipt} />
        <Button onClick={() => window.print()}>{text.print}</Button>
      </div>
    </div>
  )
}

function People({ receipt: { seller, buyer, issuedAt, reference } }: { receipt: Receipt }) {
  const text = useText(accountingMessages)
  const language = useLanguage()
  return (
    <dl className="receipt-people">
      <div>
        <dt>{text.from}</dt>
        <dd>
          <Lines
            texts={[
              seller.name,
              seller.address,
              labelled(text.registration, seller.registrationNumber),
              labelled(text.sstNumber, seller.sstNumber),
              seller.email,
            ]}
          />
        </dd>
      </div>
      <div>
        <dt>{text.to}</dt>
        <dd>
          {buyer ? (
            <Lines
              texts={[
                buyer.company,
                buyer.name,
                buyer.address,
                labelled(text.registration, buyer.registrationNumber),
                labelled(text.taxNumber, buyer.taxNumber),
                buyer.email,
              ]}
            />
          ) : (
            text.accountDeleted
          )}
        </dd>
      </div>
      <div>
        <dt>{text.date}</dt>
        <dd>
          <time dateTime={issuedAt}>{dateInWords(issuedAt, language)}</time>
        </dd>
        <dt className="mt-2">{text.order}</dt>
        <dd className="receipt-reference">{reference}</dd>
      </div>
    </dl>
  )
}

function LineTable({ receipt: { kind, lines } }: { receipt: Receipt }) {
  const text = useText(accountingMessages)
  return (
    <table className="receipt-lines">
      <caption className="vh">{text[kind]}</caption>
      <thead>
        <tr>
          <th scope="col">{text.item}</th>
          <th scope="col">{text.taxColumn}</th>
          <th scope="col">{text.lineAmount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>
              {line.title}
              {line.discount > 0 ? (
                <small>
                  {text.listPrice(formatRinggit(line.list))} · {text.discount(formatRinggit(line.discount))}
                </small>
              ) : null}
            </td>
            <td>
              {line.tax === 0 ? '–' : formatRinggit(line.tax)}
              {line.tax === 0 ? null : <small>{line.taxBasisPoints / 100}%</small>}
            </td>
            <td>{formatRinggit(line.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DownloadPdf({ receipt: { id, number } }: { receipt: Receipt }) {
  const text = useText(accountingMessages)
  return (
    <DownloadButton
      variant="primary"
      label={text.downloadPdf}
      busyLabel={text.downloading}
      failed={text.downloadFailed}
      save={() => saveFile('downloadReceipt', { id }, `${number}.pdf`)}
    />
  )
}

const labelled = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`)

function Lines({ texts }: { texts: readonly string[] }) {
  const shown = texts.flatMap((text) => text.split('\n')).filter((text) => text.trim() !== '')
  return shown.map((text, index) => <span key={index}>{text}</span>)
}
