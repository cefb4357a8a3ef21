import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'
import './settings.css'

const LeavingDialog = lazyOnPress(async () => (await import('./leaving-dialog.tsx')).LeavingDialog)

export function LeavingSection({ teaches }: { teaches: boolean }) {
  const text = useText(accountMessages)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <SettingsSection headingId="leaving-heading" title={text.deleteAccount}>
      <p>{text.leavingLead}</p>
      <ul className="settings-consequences text-sm text-secondary">
        <li>{text.leavingSignedOut}</li>
        <li>{text.leavingErased}</li>
        <li>{text.leavingOrders}</li>
        {teaches ? <li>{text.leavingTeaching}</li> : null}
      </ul>
      <div>
        <Button icon="trash" onClick={() => setIsLeaving(true)}>
          {text.deleteAccount}
        </Button>
      </div>
      {isLeaving ? <LeavingDialog onClose={() => setIsLeaving(false)} /> : null}
    </SettingsSection>
  )
}
