import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { EmailChange } from '@apogee/contracts/accounts/email-changes.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { emailChangeQuery } from '../../api/email-change.ts'
import { emailChangeMessages } from '../../messages/security/email-change.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import './settings.css'

export function EmailSection({ user }: { user: CurrentUser }) {
  const text = useText(emailChangeMessages)
  const { emailAddress } = useText(settingsMessages)
  const change = useQuery(emailChangeQuery(user.id))
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SettingsSection headingId="email-heading" title={emailAddress} lead={text.lead}>
      <p className="settings-address">
        <span className="font-medium">{user.email}</span>
        <Badge tone={user.emailVerified ? 'positive' : 'warning'}>
          {user.emailVerified ? text.verified : text.unverified}
        </Badge>
      </p>
      <LoadStates query={change} skeleton={<SkeletonRows count={1} />} failed={text.failed}>
        {({ data }) =>
          data === null ? (
            <div>
              <Button onClick={() => setIsAsking(true)}>{text.change}</Button>
            </div>
          ) : (
            <OpenChange user={user} change={data} />
          )
        }
      </LoadStates>
      {isAsking ? <ChangeEmailDialog user={user} onClose={() => setIsAsking(false)} /> : null}
    </SettingsSection>
  )
}

function OpenChange({ user, change }: { user: CurrentUser; change: EmailChange }) {
  const text = useText(emailChangeMessages)
  const language = useLanguage()
  const { email, expiresAt, isNewConfirmed, isOldConfirmed, finishFrom, mayFinish } = change
  const confirmations = [
    { label: text.newAddress(email), isConfirmed: isNewConfirmed },
    ...(isOldConfirmed === null
      ? []
      : [{ label: text.presentAddress(user.email), isConfirmed: isOldConfirmed }]),
  ]
  return (
    <>
      <div>
        <p className="font-medium">{text.waiting(email)}</p>
        <p className="text-sm text-secondary">{text.waitingUntil(dateInWords(expiresAt, language))}</p>
      </div>
      <ul className="settings-sessions">
        {confirmations.map(({ label, isConfirmed }) => (
          <li key={label}>
            <div>{label}</div>
            <Badge tone={isConfirmed ? 'positive' : 'neutral'}>
              {isConfirmed ? text.isConfirmed : text.isOpen}
            </Badge>
          </li>
        ))}
      </ul>
      {finishFrom !== null && isOldConfirmed === false && !mayFinish ? (
        <p className="text-sm text-secondary">
          {text.lostMailbox(user.email, timeInWords(finishFrom, language))}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Withdraw user={user} />
        {mayFinish ? <Finish user={user} /> : null}
      </div>
    </>
  )
}

function Withdraw({ user }: { user: CurrentUser }) {
  const text = useText(emailChangeMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const withdrawal = useAnnouncedMutation({
    mutationFn: async () => {
      await call('cancelEmailChange')
      notify({ text: text.withdrawn })
      await queries.invalidateQueries({ queryKey: emailChangeQuery(user.id).queryKey })
    },
    failed: text.withdrawFailed,
  })
  return (
    <Button busy={withdrawal.isPending} busyLabel={text.withdrawing} onClick={() => withdrawal.mutate()}>
      {text.withdraw}
    </Button>
  )
}

function Finish({ user }: { user: CurrentUser }) {
  const text = useText(emailChangeMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const { retry } = useSession()
  const finish = useAnnouncedMutation({
    mutationFn: async () => {
      await call('finishEmailChange')
      notify({ text: text.finished })
      // `retry` reads the session's address again.
      await retry()
      await queries.invalidateQueries({ queryKey: emailChangeQuery(user.id).queryKey })
    },
    failed: text.finishFailed,
  })
  return (
    <Button
      variant="primary"
      busy={finish.isPending}
      busyLabel={text.finishing}
      onClick={() => finish.mutate()}
    >
      {text.finish(user.email)}
    </Button>
  )
}
