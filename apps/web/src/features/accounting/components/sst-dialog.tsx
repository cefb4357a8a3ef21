import { lastDayOf, recentMonths } from '@apogee/domain/time/malaysia-months.ts'
import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import type { SstReturn } from '@apogee/contracts/accounting/books.ts'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Table, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadButton, DownloadCsv } from '#web/platform/transfer/download.tsx'
import { saveFile } from '#web/platform/transfer/save-file.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { monthInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { booksMessages } from '../messages/books.en.ts'
import './accounting.css'
import { periodAsked, sstQuery } from '../api/accounting.ts'

/** A taxable period is two months. Which two depends on the seller's financial year, so each pair can be chosen. */
const mostPeriods = 24

function usePeriods() {
  const language = useLanguage()
  const text = useText(booksMessages)
  const [months] = useState(() => recentMonths(new Date(), mostPeriods + 1))
  const inWords = (month: string) => `${monthInWords(month, language, 'long')} ${month.slice(0, 4)}`
  return months.slice(0, -1).map((last, index) => {
    const first = months[index + 1] ?? last
    return {
      value: last,
      label: text.months(inWords(first), inWords(last)),
      from: `${first}-01`,
      to: lastDayOf(last),
    }
  })
}

/** Shows the SST of two months, which a registered seller declares, and offers it as a file. */
export function SstDialog({ sellerId, onClose }: { sellerId: number | undefined; onClose: () => void }) {
  const text = useText(booksMessages)
  const words = useText(accountingMessages)
  const common = useText(platformMessages)
  const language = useLanguage()
  const periods = usePeriods()
  const [chosen, setChosen] = useState(periods[0]?.value ?? '')
  const period = periods.find(({ value }) => value === chosen)
  const asked = periodAsked({ sellerId, month: '', from: period?.from ?? '', to: period?.to ?? '' })
  const found = useQuery(sstQuery(useViewer(), asked))
  return (
    <Dialog
      open
      width="lg"
      title={text.sst}
      text={text.sstLead}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <>
          <DownloadCsv
            ask={{ what: 'sst', filters: asked }}
            words={{
              downloadCsv: words.exportCsv,
              downloading: words.exporting,
              downloaded: words.exported,
              downloadFailed: words.exportFailed,
            }}
          />
          <DownloadButton
            variant="primary"
            label={text.pdf}
            busyLabel={words.exporting}
            failed={text.pdfFailed}
            save={() =>
              saveFile('downloadSstReturn', {}, `sst-${asked.from}-${asked.to}.pdf`, {
                ...Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
                language,
              })
            }
          />
        </>
      }
    >
      <div className="ledger-sst">
        <Select
          label={text.taxablePeriod}
          value={chosen}
          options={periods}
          onChange={({ target }) => setChosen(target.value)}
        />
        {found.data ? (
          <Rates found={found.data} isOwn={sellerId === undefined} />
        ) : found.isPending ? (
          <Loading label={common.loading}>
            <SkeletonRows count={2} />
          </Loading>
        ) : (
          <LoadFailure
            titleAs="h3"
            title={text.failed}
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        )}
      </div>
    </Dialog>
  )
}

type Rate = SstReturn['rates'][number]

function Rates({ found: { rates, seller, tax }, isOwn }: { found: SstReturn; isOwn: boolean }) {
  const text = useText(booksMessages)
  const words = useText(moneyWordsMessages)
  const amounts = (id: 'sales' | 'refunds' | 'chargebacks'): TableColumn<Rate> => ({
    id,
    header: words[id],
    align: 'end',
    cell: ({ [id]: { value, tax: part } }) =>
      value === 0 && part === 0 ? (
        '–'
      ) : (
        <span className="ledger-amount">
          {formatSignedRinggit(value)}
          <small className="ledger-period">{text.taxOf(formatSignedRinggit(part))}</small>
        </span>
      ),
  })
  return (
    <>
      {seller.sstNumber === '' ? null : <p className="text-secondary">{text.number(seller.sstNumber)}</p>}
      {seller.sstNumber === '' && isOwn ? (
        <p className="text-secondary">
          {text.numberMissing}{' '}
          <Link className="ap-link" to="/studio/business#receipts-heading">
            {text.receiptDetails}
          </Link>
        </p>
      ) : null}
      {rates.length === 0 ? (
        <p>{text.nothing}</p>
      ) : (
        <>
          <Table
            caption={text.sst}
            rows={rates}
            rowKey={({ taxBasisPoints }) => taxBasisPoints}
            columns={[
              {
                id: 'rate',
                header: text.rate,
                phone: 'main',
                cell: ({ taxBasisPoints }) => (
                  <b>{taxBasisPoints === 0 ? text.withoutTax : `${taxBasisPoints / 100}%`}</b>
                ),
              },
              amounts('sales'),
              amounts('refunds'),
              amounts('chargebacks'),
            ]}
          />
          <p>
            <b>{text.taxPayable(formatSignedRinggit(tax))}</b>
          </p>
        </>
      )}
    </>
  )
}
