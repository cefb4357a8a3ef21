import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { percentOf } from '@apogee/contracts/pricing/pricing.forms.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { pricingMessages } from '../messages/pricing.en.ts'
import './pricing.css'

const tones: Record<Coupon['state'], BadgeTone> = {
  active: 'positive',
  planned: 'info',
  used_up: 'warning',
  ended: 'neutral',
  archived: 'neutral',
}

export function CouponTable({
  coupons,
  isForAll,
  onChange,
  onArchive,
}: {
  coupons: readonly Coupon[]
  isForAll: boolean
  onChange: (coupon: Coupon) => void
  /** Archives the coupon, or restores an archived one. */
  onArchive: (coupon: Coupon) => void
}) {
  const text = useText(pricingMessages)
  return (
    <Table
      caption={text.title}
      rows={coupons}
      rowKey={({ id }) => id}
      columns={[
        { id: 'code', header: text.code, phone: 'main', cell: (coupon) => <Code coupon={coupon} /> },
        {
          id: 'for',
          header: text.appliesTo,
          cell: (coupon) => <For coupon={coupon} isForAll={isForAll} />,
        },
        { id: 'time', header: text.time, cell: (coupon) => <Time coupon={coupon} /> },
        { id: 'used', header: text.used, cell: (coupon) => <Used coupon={coupon} /> },
        {
          id: 'state',
          header: text.state,
          cell: ({ state }) => <Badge tone={tones[state]}>{text[state]}</Badge>,
        },
        {
          id: 'actions',
          header: <span className="vh">{text.actions}</span>,
          align: 'end',
          phone: 'field',
          cell: (coupon) => (
            <span className="pricing-actions">
              {coupon.state === 'archived' ? null : (
                <Button size="sm" aria-label={text.editOf(coupon.code)} onClick={() => onChange(coupon)}>
                  {text.edit}
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                aria-label={
                  coupon.state === 'archived' ? text.bringBackOf(coupon.code) : text.archiveOf(coupon.code)
                }
                onClick={() => onArchive(coupon)}
              >
                {coupon.state === 'archived' ? text.bringBack : text.archive}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

function Code({ coupon: { code, percentBasisPoints, amount } }: { coupon: Coupon }) {
  const text = useText(pricingMessages)
  return (
    <span className="pricing-code">
      <b>{code}</b>
      <span>
        {percentBasisPoints === null
          ? text.amountOff(formatPlainRinggit(amount ?? 0))
          : text.percentOff(percentOf(percentBasisPoints))}
      </span>
    </span>
  )
}

function For({ coupon: { course, seller }, isForAll }: { coupon: Coupon; isForAll: boolean }) {
  const text = useText(pricingMessages)
  return (
    <span className="pricing-two">
      <span>{course?.title ?? text.allCourses}</span>
      {seller === null || !isForAll ? null : <span>{text.sellerOf(seller)}</span>}
    </span>
  )
}

function Time({ coupon: { startsAt, endsAt } }: { coupon: Coupon }) {
  const text = useText(pricingMessages)
  const language = useLanguage()
  const [from, until] = [startsAt, endsAt].map((at) => at && timeInWords(at, language))
  if (from && until) return text.period(from, until)
  if (from) return text.from(from)
  return until ? text.until(until) : text.always
}

function Used({ coupon: { uses, maxUses, reserved, oncePerPerson } }: { coupon: Coupon }) {
  const text = useText(pricingMessages)
  return (
    <span className="pricing-two">
      <span>{maxUses === null ? text.uses(uses) : text.usesOf(uses, maxUses)}</span>
      {reserved > 0 ? <span>{text.reserved(reserved)}</span> : null}
      {oncePerPerson ? <span>{text.onceEach}</span> : null}
    </span>
  )
}
