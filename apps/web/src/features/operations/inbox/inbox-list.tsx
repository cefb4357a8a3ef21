import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { inboxMessages } from '../messages/inbox.en.ts'
import { inboxIcons, lineOf, nameOf, useAge, useKindNames } from './inbox-words.ts'
import './inbox.css'

/** Lists the waiting items. `addressOf` is where an item opens; a second choice replaces the first one in the history. */
export function InboxList({
  items,
  shownId,
  isChosen,
  addressOf,
}: {
  items: readonly InboxItem[]
  shownId: string | undefined
  isChosen: boolean
  addressOf: (id: string) => string
}) {
  const text = useText(inboxMessages)
  const age = useAge()
  const kinds = useKindNames()
  return (
    <ul className="inbox-items" aria-label={text.items}>
      {items.map((item) => (
        <li key={item.id}>
          <Link
            to={addressOf(item.id)}
            replace={isChosen}
            id={`inbox-${item.id}`}
            aria-current={item.id === shownId ? 'true' : undefined}
          >
            <Icon name={inboxIcons[item.kind]} />
            <span className="inbox-who">
              <b>{nameOf(item, text, kinds)}</b>
              <span className="vh">, {kinds[item.kind]}</span>
            </span>
            <span className="inbox-age">{age(item.since)}</span>
            <span className="inbox-line">{lineOf(item, text)}</span>
            {item.amount === null ? null : (
              <span className="inbox-amount">{formatPlainRinggit(item.amount)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
