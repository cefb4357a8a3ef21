import type { Passkey } from '@apogee/contracts/accounts/passkeys.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { canUsePasskeys } from '#web/shared/account/passkeys.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { passkeysQuery } from '../../api/passkeys.ts'
import { passkeysMessages } from '../../messages/security/passkeys.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import { RemoveWay, SignInWays } from '../settings/sign-in-ways.tsx'

export function PasskeysSection({ userId }: { userId: number }) {
  const text = useText(passkeysMessages)
  const { passkeys: title } = useText(settingsMessages)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <SettingsSection headingId="passkeys-heading" title={title} lead={text.lead}>
      <SignInWays query={useQuery(passkeysQuery(userId))} skeletons={2} words={text}>
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} userId={userId} />}
      </SignInWays>
      {canUsePasskeys() ? (
        <div>
          <Button onClick={() => setIsAdding(true)}>{text.add}</Button>
        </div>
      ) : (
        <p className="text-sm text-secondary">{text.unavailable}</p>
      )}
      {isAdding ? <AddPasskeyDialog userId={userId} onClose={() => setIsAdding(false)} /> : null}
    </SettingsSection>
  )
}

function PasskeyRow({ passkey, userId }: { passkey: Passkey; userId: number }) {
  const text = useText(passkeysMessages)
  const language = useLanguage()
  const id = useId()
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpened(null)
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt ? text.lastUsed(timeInWords(lastUsedAt, language)) : text.neverUsed
  return (
    <li>
      <div>
        <p className="font-medium" id={id}>
          {name}
          <Badge tone={isSynced ? 'info' : 'neutral'}>{isSynced ? text.synced : text.oneDevice}</Badge>
        </p>
        <p className="text-xs text-secondary">
          {text.added(dateInWords(createdAt, language))} · {used}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" aria-label={text.renameNamed(name)} onClick={() => setOpened('rename')}>
          {text.rename}
        </Button>
        <Button size="sm" aria-label={text.removeNamed(name)} onClick={() => setOpened('remove')}>
          {text.remove}
        </Button>
      </div>
      {opened === 'rename' ? <RenamePasskeyDialog passkey={passkey} userId={userId} onClose={close} /> : null}
      {opened === 'remove' ? (
        <RemoveWay
          name={name}
          remove={() => call('removePasskey', { params: { id: passkey.id } })}
          queryKey={passkeysQuery(userId).queryKey}
          text={text.removeText}
          words={text}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
