import type { Identity } from '@apogee/contracts/accounts/identities.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { identitiesQuery } from '../../api/identities.ts'
import { identitiesMessages } from '../../messages/identities.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { providerNames } from '../../provider-names.ts'
import './settings.css'

/** Lists in Settings the Google and GitHub accounts that sign in to the user's own account. */
export function IdentitiesSection({ userId }: { userId: number }) {
  const text = useText(identitiesMessages)
  const { identities: title } = useText(settingsMessages)
  const identities = useQuery(identitiesQuery(userId))
  return (
    <SettingsSection headingId="identities-heading" title={title} lead={text.lead}>
      <LoadStates query={identities} skeleton={<SkeletonRows count={1} />} failed={text.failed}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={text.none} text={text.noneHint} />
          ) : (
            <ul className="settings-sessions">
              {data.map((identity) => (
                <IdentityRow key={identity.provider} identity={identity} userId={userId} />
              ))}
            </ul>
          )
        }
      </LoadStates>
    </SettingsSection>
  )
}

function IdentityRow({ identity, userId }: { identity: Identity; userId: number }) {
  const text = useText(identitiesMessages)
  const language = useLanguage()
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  const name = providerNames[identity.provider]
  return (
    <li>
      <div>
        <p className="font-medium" id={id}>
          {name}
        </p>
        <p className="text-xs text-secondary">{text.linked(dateInWords(identity.linkedAt, language))}</p>
      </div>
      <Button size="sm" aria-label={text.removeNamed(name)} onClick={() => setIsAsking(true)}>
        {text.remove}
      </Button>
      {isAsking ? (
        <RemoveLink identity={identity} userId={userId} onClose={() => setIsAsking(false)} />
      ) : null}
    </li>
  )
}

function RemoveLink({
  identity: { provider },
  userId,
  onClose,
}: {
  identity: Identity
  userId: number
  onClose: () => void
}) {
  const text = useText(identitiesMessages)
  const queries = useQueryClient()
  const name = providerNames[provider]
  const removal = useMutation({
    mutationFn: () => call('removeIdentity', { params: { provider } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: identitiesQuery(userId).queryKey }),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  })
  return (
    <ConfirmStep
      step={removal}
      tone="danger"
      title={text.removeTitle(name)}
      text={text.removeText(name)}
      action={text.remove}
      busyLabel={text.removing}
      failed={text.removeFailed}
      notice={() => text.removed(name)}
      onClose={onClose}
    />
  )
}
