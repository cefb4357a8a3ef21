import { deliveryStates, type Webhook, type WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { deliveriesQuery, type DeliveryState } from '../api/webhooks.ts'
import { webhooksMessages } from '../messages/webhooks.en.ts'
import './webhooks.css'

const tones: Record<DeliveryState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'positive',
  failed: 'danger',
}
const stateTexts = { waiting: 'waiting', delivered: 'delivered', failed: 'failedState' } as const

export function DeliveryLog({ webhook: { id, isEnabled } }: { webhook: Webhook }) {
  const text = useText(webhooksMessages)
  const headingId = useId()
  const [state, setState] = useState<DeliveryState | null>(null)
  const deliveries = useInfiniteQuery(deliveriesQuery(id, state))
  const options = [
    { value: '', label: text.allStates },
    ...deliveryStates.map((value) => ({ value, label: text[stateTexts[value]] })),
  ]
  const choose = (value: string) => setState(deliveryStates.find((one) => one === value) ?? null)
  return (
    <section className="webhooks-log" aria-labelledby={headingId}>
      <div className="webhooks-head">
        <h3 className="ap-h4" id={headingId}>
          {text.log}
        </h3>
        <Select
          label={text.state}
          labelHidden
          options={options}
          value={state ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <ListStates
        list={deliveries}
        skeletons={3}
        titleAs="h3"
        failed={text.logFailed}
        empty={
          state === null ? (
            <EmptyState title={text.logEmpty} text={text.logEmptyHint} />
          ) : (
            <NoMatch words={text} onShowAll={() => setState(null)} />
          )
        }
        shownOf={text.logCount}
        more={text.more}
      >
        {(rows) => (
          <div>
            {rows.map((delivery) => (
              <Delivery key={delivery.id} webhookId={id} isEnabled={isEnabled} delivery={delivery} />
            ))}
          </div>
        )}
      </ListStates>
    </section>
  )
}

interface DeliveryProps {
  webhookId: number
  isEnabled: boolean
  delivery: WebhookDelivery
}

function Delivery({ webhookId, isEnabled, delivery }: DeliveryProps) {
  const text = useText(webhooksMessages)
  const language = useLanguage()
  const { type, state, attempts, responseStatus, failure, durationMs, nextAttemptAt } = delivery
  const facts = [
    text.attempts(attempts),
    responseStatus === null ? null : text.answered(responseStatus),
    failure === null ? null : text.noAnswer(failure),
    durationMs === null ? null : text.took(durationMs),
    nextAttemptAt === null ? null : text.nextAttempt(timeInWords(nextAttemptAt, language)),
  ].filter((fact) => fact !== null)
  return (
    <Disclosure
      title={
        <>
          {type} <Badge tone={tones[state]}>{text[stateTexts[state]]}</Badge>
        </>
      }
      meta={<time dateTime={delivery.createdAt}>{timeInWords(delivery.createdAt, language)}</time>}
    >
      <div className="webhooks-delivery">
        <p className="text-xs text-secondary">
          {delivery.messageId} · {facts.join(' · ')}
        </p>
        <p className="text-sm font-medium">{text.message}</p>
        <pre className="webhooks-text">{indented(delivery.body)}</pre>
        {responseStatus === null ? null : (
          <>
            <p className="text-sm font-medium">{text.answer}</p>
            <pre className="webhooks-text">{delivery.responseText || text.emptyAnswer}</pre>
          </>
        )}
        <ResendButton webhookId={webhookId} isEnabled={isEnabled} delivery={delivery} />
      </div>
    </Disclosure>
  )
}

function ResendButton({ webhookId, isEnabled, delivery: { id, type } }: DeliveryProps) {
  const text = useText(webhooksMessages)
  const queries = useQueryClient()
  const resend = useAnnouncedMutation({
    mutationFn: () => call('resendWebhookDelivery', { params: { id: webhookId, deliveryId: id } }),
    notice: () => text.resent,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-deliveries', webhookId] }),
    failed: text.resendFailed,
  })
  return (
    <Button
      size="sm"
      aria-label={text.resendNamed(type)}
      disabled={!isEnabled}
      busy={resend.isPending}
      busyLabel={text.sending}
      onClick={() => resend.mutate()}
    >
      {text.resend}
    </Button>
  )
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
