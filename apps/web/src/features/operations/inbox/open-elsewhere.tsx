import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { inboxMessages } from '../messages/inbox.en.ts'
import './inbox.css'

/** Lists the kinds that are handled on a page of their own. */
export type ElsewhereKind = Exclude<
  InboxItem['kind'],
  'questions' | 'refunds' | 'chargebacks' | 'exceptions' | 'reviews'
>

function placeOf({ kind, ref, courseId }: InboxItem & { kind: ElsewhereKind }): string {
  const places: Record<ElsewhereKind, string> = {
    account: '/studio/business#chip-heading',
    handIns: `/course/${courseId ?? 0}/hand-ins/${ref}`,
    overdue: `/admin/invoices/${ref}`,
    lessons: `/course/${courseId ?? 0}/manage`,
    drafts: `/course/${courseId ?? 0}/manage`,
    differences: '/admin/reconciliation',
    sellers: '/platform',
    signals: '/platform?tab=signals',
    payouts: '/admin/payouts',
  }
  return places[kind]
}

/** Says why the item waits, and opens the page on which it is handled. */
export function OpenElsewhere({ item }: { item: InboxItem & { kind: ElsewhereKind } }) {
  const text = useText(inboxMessages)
  return (
    <div className="ap-panel inbox-elsewhere" data-padded="">
      <p>{text[`why_${item.kind}`]}</p>
      <LinkButton as={Link} variant="primary" to={placeOf(item)}>
        {text[`open_${item.kind}`]}
      </LinkButton>
    </div>
  )
}
