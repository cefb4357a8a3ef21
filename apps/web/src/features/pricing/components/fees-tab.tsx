import { basisPointsFrom, percentOf } from '@apogee/contracts/pricing/basis-points.ts'
import type { SellerRates } from '@apogee/contracts/pricing/pricing.ts'
import { InlineEdit } from '@apogee/ui/fields/inline-edit.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { readTyped } from '#web/platform/forms/typed-value.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'
import { sellerRatesQuery } from '../api/pricing.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import '@apogee/ui/navigation/toolbar.css'

const rules = () => import('@apogee/contracts/pricing/pricing.forms.ts').then(({ feeForm }) => feeForm)

export function FeesTab() {
  const text = useText(pricingMessages)
  const [search, setSearch] = useState('')
  const rested = useDeferredValue(search.trim())
  const list = useInfiniteQuery(sellerRatesQuery(rested))
  return (
    <section className="ap-panel" data-clip="" aria-label={text.fees}>
      <div className="ap-toolbar">
        <ListSearch label={text.searchSellers} typed={search} setTyped={setSearch} />
      </div>
      <p className="pricing-lead text-sm text-secondary">{text.feesLead}</p>
      <ListTable
        list={list}
        failed={text.sellersFailed}
        empty={<EmptyState title={text.noSellers} text={text.noSellersHint} />}
        shownOf={text.shownOf}
        counted={text.sellerCount}
        more={text.loadMore}
        caption={text.fees}
        columns={[
          {
            id: 'seller',
            header: text.seller,
            phone: 'main',
            cell: (seller) => <Name seller={seller} />,
          },
          {
            id: 'sst',
            header: text.sst,
            align: 'end',
            cell: ({ taxBasisPoints }) => `${percentOf(taxBasisPoints)} %`,
          },
          {
            id: 'fee',
            header: text.fee,
            align: 'end',
            cell: (seller) => <Fee key={seller.feeBasisPoints} seller={seller} />,
          },
        ]}
      />
    </section>
  )
}

function useName({ name, kind }: SellerRates): string {
  const text = useText(pricingMessages)
  return name ?? (kind === 'platform' ? text.platformItself : text.formerSeller)
}

function Name({ seller }: { seller: SellerRates }) {
  const text = useText(pricingMessages)
  const kinds = { platform: text.platform, business: text.business, person: text.lone }
  return (
    <span className="pricing-two">
      <b>{useName(seller)}</b>
      <span>{kinds[seller.kind]}</span>
    </span>
  )
}

function Fee({ seller }: { seller: SellerRates }) {
  const text = useText(pricingMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const queries = useQueryClient()
  const name = useName(seller)
  const read = useRef(seller)
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<number | null>(null)
  const change = useMutation({
    mutationFn: (feeBasisPoints: number) =>
      saveAllFields({
        fields: { feeBasisPoints },
        read: { feeBasisPoints: read.current.feeBasisPoints },
        version: read.current.version,
        labels: { feeBasisPoints: text.feeOf(name) },
        show: (_, value) => `${percentOf(Number(value))} %`,
        send: (body) => call('updateFeeRate', { params: { id: seller.id }, body }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['platform', 'sellers'] }),
  })
  const save = async (typed: string): Promise<boolean> => {
    try {
      const given = await readTyped(rules, { fee: typed })
      setProblem(fieldText(given.problem))
      if (!('value' in given)) return false
    } catch {
      setProblem(text.feeFailed)
      return false
    }
    const points = basisPointsFrom(typed)
    if (points !== null && points !== seller.feeBasisPoints) setAsked(points)
    return true
  }
  const now = percentOf(seller.feeBasisPoints)
  if (seller.kind === 'platform') return '–'
  return (
    <>
      <InlineEdit
        value={now}
        label={text.feeOf(name)}
        editLabel={text.changeFeeOf(name)}
        saveLabel={text.saveFee}
        cancelLabel={common.cancel}
        inputMode="decimal"
        error={problem}
        onEdit={() => {
          read.current = seller
          setProblem(undefined)
        }}
        onSave={save}
      >
        {now} %
      </InlineEdit>
      {asked === null ? null : (
        <ConfirmStep
          step={{ isPending: change.isPending, mutateAsync: () => change.mutateAsync(asked) }}
          title={text.feeQuestion(name)}
          text={text.feeConsequence(name, now, percentOf(asked), formatPlainRinggit(asked))}
          action={text.changeFee}
          busyLabel={text.saving}
          tone="primary"
          failed={text.feeFailed}
          notice={({ data }) => text.feeSaved(name, percentOf(data.feeBasisPoints))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
