import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { deviceOf } from '@apogee/domain/device-name.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { sessionsQuery } from '../../api/settings.ts'
import './settings.css'

type SignedInDevice = AnswerOf<'listSessions'>['data'][number]

export function SessionsSection({ userId }: { userId: number }) {
  const text = useText(settingsMessages)
  const sessions = useQuery(sessionsQuery(userId))
  return (
    <SettingsSection headingId="sessions-heading" title={text.sessions} lead={text.sessionsLead}>
      <LoadStates query={sessions} skeleton={<SkeletonRows count={2} />} failed={text.sessionsFailed}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={text.noSessions} />
          ) : (
            <>
              <ul className="settings-sessions">
                {data.map((session) => (
                  <SessionRow key={session.id} session={session} userId={userId} />
                ))}
              </ul>
              {data.length > 1 ? <OtherSessions userId={userId} /> : null}
            </>
          )
        }
      </LoadStates>
    </SettingsSection>
  )
}

function OtherSessions({ userId }: { userId: number }) {
  const text = useText(settingsMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const end = useAnnouncedMutation({
    mutationFn: async () => {
      await call('endOtherSessions')
      notify({ text: text.signedOutOthers })
      await queries.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
    failed: text.signOutOthersFailed,
  })
  return (
    <div>
      <Button busy={end.isPending} busyLabel={text.signingOut} onClick={() => end.mutate()}>
        {text.signOutOthers}
      </Button>
    </div>
  )
}

function SessionRow({ session, userId }: { session: SignedInDevice; userId: number }) {
  const text = useText(settingsMessages)
  const language = useLanguage()
  const notify = useNotify()
  const queries = useQueryClient()
  const { signOut } = useSession()
  const id = useId()
  const { browser, system } = deviceOf(session.userAgent)
  const device =
    browser && system ? text.deviceOn(browser, system) : (browser ?? system ?? text.unknownDevice)
  const lastSeen = timeInWords(session.lastSeenAt, language)
  const signedIn = timeInWords(session.createdAt, language)
  const end = useAnnouncedMutation({
    mutationFn: async () => {
      if (session.isCurrent) {
        await signOut()
        return
      }
      await call('endSession', { params: { id: session.id } })
      notify({ text: text.signedOut(device) })
      await queries.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
    failed: text.signOutFailed,
  })
  return (
    <li>
      <div>
        <p className="font-medium" id={id}>
          {device} {session.isCurrent ? <Badge tone="info">{text.thisDevice}</Badge> : null}
        </p>
        <p className="text-xs text-secondary">
          {session.lastSeenAddress
            ? text.lastSeenFrom(lastSeen, session.lastSeenAddress)
            : text.lastSeen(lastSeen)}
        </p>
        <p className="text-xs text-secondary">
          {session.signedInAddress
            ? text.signedInFrom(signedIn, session.signedInAddress)
            : text.signedInAt(signedIn)}
        </p>
      </div>
      <Button
        size="sm"
        aria-describedby={id}
        busy={end.isPending}
        busyLabel={text.signingOut}
        onClick={() => end.mutate()}
      >
        {text.signOut}
      </Button>
    </li>
  )
}
