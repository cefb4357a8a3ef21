import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useState } from 'react'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import type { Place } from '../api/roster.ts'
import { rosterMessages } from '../messages/roster.en.ts'
import './roster.css'

const AccessEndDialog = lazyOnPress(async () => (await import('./access-end-dialog.tsx')).AccessEndDialog)
const RemoveDialog = lazyOnPress(async () => (await import('./access-dialogs.tsx')).RemoveDialog)
const RestoreDialog = lazyOnPress(async () => (await import('./access-dialogs.tsx')).RestoreDialog)

interface Props {
  place: Place
  learner: LearnerDetail
}

export function AccessEndAction(props: Props) {
  const text = useText(rosterMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {text.changeEnd}
      </Button>
      {isOpen ? <AccessEndDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** Removes or restores the access. Paid access ends with a refund; the panel below explains this. */
export function AccessActions({ place, learner }: Props) {
  const text = useText(rosterMessages)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  if (learner.paidBy !== null) return null
  const isRemoved = learner.removedAt !== null
  return (
    <>
      <Button variant={isRemoved ? 'primary' : 'quiet'} onClick={() => setIsAsking(true)}>
        {isRemoved ? text.restore : text.remove}
      </Button>
      {isAsking && isRemoved ? <RestoreDialog place={place} learner={learner} onClose={close} /> : null}
      {isAsking && !isRemoved ? <RemoveDialog place={place} learner={learner} onClose={close} /> : null}
    </>
  )
}

const changeTexts = {
  'end-set': 'accessSetForEver',
  removed: 'accessRemoved',
  restored: 'accessRestored',
  'start-allowed': 'startAllowed',
  'start-withdrawn': 'startWithdrawn',
} as const

/** Shows why access cannot be removed here, and who changed it when. */
export function AccessHistory({ learner }: { learner: LearnerDetail }) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const { paidBy, orders, accessChanges } = learner
  if (paidBy === null && accessChanges.length === 0) return null
  const reason =
    paidBy === 'invoice'
      ? text.paidByInvoice
      : orders.some(({ isChargedBack }) => isChargedBack)
        ? text.chargedBackOrder
        : text.paidByOrder
  const mayNotRefund = orders.some(({ isReadable }) => !isReadable)
  return (
    <Panel id="access-heading" title={text.access}>
      {paidBy === null ? null : (
        <p className="mt-3 text-sm text-secondary">
          {reason} {mayNotRefund ? text.askAdmin : null}
        </p>
      )}
      <ul className="roster-list">
        {accessChanges.map(({ kind, by, endsAt, reason, at }) => (
          <li key={`${kind} ${at}`}>
            <span>
              {kind === 'end-set' && endsAt
                ? text.accessSetUntil(by ?? text.deletedAccount, dateInWords(endsAt, language))
                : text[changeTexts[kind]](by ?? text.deletedAccount)}
              {reason === '' ? null : (
                <>
                  <br />
                  {reason}
                </>
              )}
            </span>
            <span className="roster-aside">{timeInWords(at, language)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
