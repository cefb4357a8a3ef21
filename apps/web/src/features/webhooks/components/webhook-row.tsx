import type { Webhook } from '@apogee/contracts/webhooks/webhooks.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Switch } from '@apogee/ui/fields/checkbox.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { webhooksMessages } from '../messages/webhooks.en.ts'
import { DeliveryLog } from './delivery-log.tsx'
import './webhooks.css'

interface RowProps {
  webhook: Webhook
  /** Receives the new secret after a replacement. */
  onSecret: (secret: string) => void
}

export function WebhookRow({ webhook, onSecret }: RowProps) {
  const text = useText(webhooksMessages)
  const language = useLanguage()
  const [showsLog, setShowsLog] = useState(false)
  const { url, failingSince, formerSecretUntil } = webhook
  return (
    <li>
      <div className="webhooks-head">
        <div>
          <p className="font-medium webhooks-address">
            {url} {failingSince === null ? null : <Badge tone="danger">{text.failing}</Badge>}
          </p>
          <p className="text-xs text-secondary">{webhook.events.map((event) => text[event]).join(' · ')}</p>
          {failingSince === null ? null : (
            <p className="text-xs text-secondary">{text.failingSince(timeInWords(failingSince, language))}</p>
          )}
          {formerSecretUntil === null ? null : (
            <p className="text-xs text-secondary">
              {text.formerSecret(timeInWords(formerSecretUntil, language))}
            </p>
          )}
        </div>
        <OnSwitch webhook={webhook} />
      </div>
      <div className="webhooks-ways">
        <Button
          size="sm"
          aria-label={showsLog ? text.hideLogOf(url) : text.showLogOf(url)}
          aria-expanded={showsLog}
          onClick={() => setShowsLog(!showsLog)}
        >
          {showsLog ? text.hideLog : text.showLog}
        </Button>
        <TestButton webhook={webhook} onSent={() => setShowsLog(true)} />
        <RiskySteps webhook={webhook} onSecret={onSecret} />
      </div>
      {showsLog ? <DeliveryLog webhook={webhook} /> : null}
    </li>
  )
}

/** The change applies immediately. */
function OnSwitch({ webhook: { id, url, isEnabled } }: Pick<RowProps, 'webhook'>) {
  const text = useText(webhooksMessages)
  const queries = useQueryClient()
  const change = useAnnouncedMutation({
    mutationFn: (on: boolean) => call('updateWebhook', { params: { id }, body: { isEnabled: on } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
    failed: text.changeFailed,
  })
  const isOn = change.isPending ? change.variables : isEnabled
  return (
    <span className="webhooks-switch">
      <Switch
        label={text.isOn(url)}
        checked={isOn}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      <span aria-hidden="true" className="text-sm">
        {isOn ? text.on : text.off}
      </span>
    </span>
  )
}

function TestButton({
  webhook: { id, url, isEnabled },
  onSent,
}: Pick<RowProps, 'webhook'> & { onSent: () => void }) {
  const text = useText(webhooksMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const test = useAnnouncedMutation({
    mutationFn: () => call('testWebhook', { params: { id } }),
    onSuccess: async () => {
      notify({ text: text.testSent })
      onSent()
      await queries.invalidateQueries({ queryKey: ['webhook-deliveries', id] })
    },
    failed: text.testFailed,
  })
  return (
    <Button
      size="sm"
      aria-label={text.sendTestTo(url)}
      disabled={!isEnabled}
      busy={test.isPending}
      busyLabel={text.sending}
      onClick={() => test.mutate()}
    >
      {text.sendTest}
    </Button>
  )
}

/** Replaces the secret or deletes the webhook after a confirmation. */
function RiskySteps({ webhook: { id, url }, onSecret }: RowProps) {
  const text = useText(webhooksMessages)
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'replace' | 'delete' | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhooks'] })
  const replacement = useMutation({
    mutationFn: () => call('replaceWebhookSecret', { params: { id } }),
    onSuccess: refresh,
  })
  const deletion = useMutation({
    mutationFn: () => call('deleteWebhook', { params: { id } }),
    onSuccess: refresh,
  })
  const onClose = () => setAsks(null)
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={text.replaceSecretOf(url)}
        onClick={() => setAsks('replace')}
      >
        {text.replaceSecret}
      </Button>
      <Button size="sm" variant="quiet" aria-label={text.deleteNamed(url)} onClick={() => setAsks('delete')}>
        {text.delete}
      </Button>
      {asks === 'replace' ? (
        <ConfirmStep
          step={replacement}
          title={text.replaceSecretOf(url)}
          text={text.replaceQuestion}
          action={text.replaceSecret}
          busyLabel={text.replacing}
          failed={text.replaceFailed}
          onDone={({ data }) => {
            onClose()
            onSecret(data.secret)
          }}
          onClose={onClose}
        />
      ) : null}
      {asks === 'delete' ? (
        <ConfirmStep
          step={deletion}
          tone="danger"
          title={text.deleteNamed(url)}
          text={text.deleteQuestion}
          action={text.delete}
          busyLabel={text.deleting}
          failed={text.deleteFailed}
          notice={() => text.deleted}
          onClose={onClose}
        />
      ) : null}
    </>
  )
}
