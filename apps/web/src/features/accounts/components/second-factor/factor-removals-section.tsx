import type { FactorRemoval } from '@apogee/contracts/accounts/factor-removals.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { factorRemovalsQuery } from '../../api/factor-removals.ts'
import { factorRemovalsMessages } from '../../messages/security/factor-removals.en.ts'
import { AskRemovalDialog, ConfirmRemoval, WithdrawRemoval } from './factor-removal-dialogs.tsx'
import '../settings/settings.css'

/** Lists requests to remove lost second factors, for superadmins. */
export function FactorRemovalsSection() {
  const text = useText(factorRemovalsMessages)
  const list = useInfiniteQuery(factorRemovalsQuery(useViewer()))
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SettingsSection headingId="factor-removals-heading" title={text.title} lead={text.lead}>
      <ListStates
        list={list}
        skeletons={2}
        failed={text.failed}
        empty={<EmptyState title={text.none} text={text.noneHint} />}
        shownOf={text.shown}
        more={text.more}
      >
        {(removals) => (
          <ul className="settings-sessions">
            {removals.map((removal) => (
              <RemovalRow key={removal.id} removal={removal} />
            ))}
          </ul>
        )}
      </ListStates>
      <div>
        <Button onClick={() => setIsAsking(true)}>{text.ask}</Button>
      </div>
      {isAsking ? <AskRemovalDialog onClose={() => setIsAsking(false)} /> : null}
    </SettingsSection>
  )
}

const tones: Record<FactorRemoval['state'], BadgeTone> = {
  asked: 'warning',
  confirmed: 'danger',
  removed: 'neutral',
  stopped: 'info',
  withdrawn: 'neutral',
  expired: 'neutral',
}

function RemovalRow({ removal }: { removal: FactorRemoval }) {
  const text = useText(factorRemovalsMessages)
  const language = useLanguage()
  const viewer = useViewer()
  const [opened, setOpened] = useState<'confirm' | 'withdraw' | null>(null)
  const close = () => setOpened(null)
  const { state, person, reason, identityCheck, askedBy, askedAt, confirmedBy, confirmedAt } = removal
  const name = person.name ?? person.email
  const at = (time: string) => timeInWords(time, language)
  const label =
    state === 'confirmed' ? text.state_confirmed(at(removal.takesEffectAt ?? '')) : text[`state_${state}`]
  const mayConfirm = state === 'asked' && askedBy.id !== viewer && person.id !== viewer
  return (
    <li>
      <div>
        <p className="font-medium">
          {name}
          <Badge tone={tones[state]}>{label}</Badge>
        </p>
        <p className="text-sm">{reason}</p>
        <p className="text-sm">{text.recognised(identityCheck)}</p>
        <p className="text-xs text-secondary">
          {person.name ? `${person.email} · ` : null}
          {text.by(askedBy.name ?? text.somebody, at(askedAt))}
          {confirmedBy && confirmedAt
            ? ` · ${text.confirmedBy(confirmedBy.name ?? text.somebody, at(confirmedAt))}`
            : null}
        </p>
      </div>
      {removal.endedAt ? null : (
        <div className="flex flex-wrap gap-3">
          {mayConfirm ? (
            <Button size="sm" aria-label={text.confirmNamed(name)} onClick={() => setOpened('confirm')}>
              {text.confirm}
            </Button>
          ) : null}
          <Button size="sm" aria-label={text.withdrawNamed(name)} onClick={() => setOpened('withdraw')}>
            {text.withdraw}
          </Button>
        </div>
      )}
      {opened === 'confirm' ? <ConfirmRemoval removal={removal} name={name} onClose={close} /> : null}
      {opened === 'withdraw' ? <WithdrawRemoval removal={removal} name={name} onClose={close} /> : null}
    </li>
  )
}
