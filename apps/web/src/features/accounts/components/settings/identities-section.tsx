import type { Identity } from '@apogee/contracts/accounts/identities.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { identitiesQuery } from '../../api/identities.ts'
import { identitiesMessages } from '../../messages/identities.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { providerNames } from '../../provider-names.ts'
import { RemoveWay, SignInWays } from './sign-in-ways.tsx'

/** Lists in Settings the Google and GitHub accounts that sign in to the user's own account. */
export function IdentitiesSection({ userId }: { userId: number }) {
  const text = useText(identitiesMessages)
  const { identities: title } = useText(settingsMessages)
  return (
    <SettingsSection headingId="identities-heading" title={title} lead={text.lead}>
      <SignInWays query={useQuery(identitiesQuery(userId))} skeletons={1} words={text}>
        {(identity) => <IdentityRow key={identity.provider} identity={identity} userId={userId} />}
      </SignInWays>
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
        <RemoveWay
          name={name}
          remove={() => call('removeIdentity', { params: { provider: identity.provider } })}
          queryKey={identitiesQuery(userId).queryKey}
          text={text.removeText(name)}
          words={text}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}
