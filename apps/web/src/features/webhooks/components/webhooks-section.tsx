import { Button } from '@apogee/ui/button.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SecretDialog } from '#web/shared/account/secret-dialog.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { webhooksQuery } from '../api/webhooks.ts'
import { webhooksMessages } from '../messages/webhooks.en.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'
import './webhooks.css'

export function WebhooksSection({ userId }: { userId: number }) {
  const text = useText(webhooksMessages)
  const webhooks = useQuery(webhooksQuery(userId))
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsSection headingId="webhooks-heading" title={text.title} lead={text.lead}>
      <LoadStates query={webhooks} skeleton={<SkeletonRows count={2} />} failed={text.failed}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={text.empty} text={text.emptyHint} />
          ) : (
            <ul className="webhooks">
              {rows.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </LoadStates>
      <div>
        <Button onClick={() => setIsAdding(true)}>{text.add}</Button>
      </div>
      {isAdding ? (
        <WebhookDialog
          onClose={() => setIsAdding(false)}
          onAdded={(added) => {
            setIsAdding(false)
            setSecret(added)
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SecretDialog
          title={text.secretTitle}
          text={text.secretText}
          label={text.secret}
          secret={secret}
          words={text}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsSection>
  )
}
