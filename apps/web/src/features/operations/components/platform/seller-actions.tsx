import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import './seller-page.css'

const Approval = lazyOnPress(async () => (await import('./seller-action-dialogs.tsx')).Approval)
const LimitDialog = lazyOnPress(async () => (await import('./seller-action-dialogs.tsx')).LimitDialog)
const ReasonedChange = lazyOnPress(async () => (await import('./seller-action-dialogs.tsx')).ReasonedChange)

type Action = 'approve' | 'limit' | 'suspend' | 'restore'

const actionsIn: Record<SellingState, readonly Action[]> = {
  applied: ['approve', 'suspend'],
  approved: ['limit', 'suspend'],
  limited: ['restore', 'limit', 'suspend'],
  suspended: ['restore', 'limit'],
}

interface Props {
  seller: SellerOverview
  name: string
}

/** Offers the state changes that a superadmin may make, with their consequences in numbers. */
export function SellerActions({ seller, name }: Props) {
  const text = useText(sellerPageMessages)
  const [open, setOpen] = useState<Action | null>(null)
  const { state } = seller
  const labels: Record<Action, string> = {
    approve: text.approve,
    limit: state === 'limited' ? text.changeLimit : text.limit,
    suspend: state === 'applied' ? text.reject : text.suspend,
    restore: text.restore,
  }
  const close = () => setOpen(null)
  return (
    <div className="seller-page-actions" role="group" aria-label={text.actions}>
      {actionsIn[state].map((action) => (
        <Button
          key={action}
          variant={action === 'suspend' ? 'danger' : action === 'approve' ? 'primary' : 'secondary'}
          onClick={() => setOpen(action)}
        >
          {labels[action]}
        </Button>
      ))}
      {open === 'approve' ? <Approval seller={seller} name={name} onClose={close} /> : null}
      {open === 'limit' ? <LimitDialog seller={seller} name={name} onClose={close} /> : null}
      {open === 'suspend' ? (
        <ReasonedChange seller={seller} name={name} to="suspended" onClose={close} />
      ) : null}
      {open === 'restore' ? (
        <ReasonedChange seller={seller} name={name} to="approved" onClose={close} />
      ) : null}
    </div>
  )
}
