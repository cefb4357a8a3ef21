import type { ApiToken } from '@apogee/contracts/accounts/api-tokens.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SecretDialog } from '#web/shared/account/secret-dialog.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { apiTokensQuery } from '../../api/api-tokens.ts'
import { apiTokensMessages } from '../../messages/api-tokens.en.ts'
import './settings.css'

const ApiTokenDialog = lazyOnPress(async () => (await import('./api-token-dialog.tsx')).ApiTokenDialog)

type MadeToken = AnswerOf<'createApiToken'>['data']

/** Lists the user's own API tokens. An admin sees the tokens of the whole business. */
export function ApiTokensSection({ userId }: { userId: number }) {
  const text = useText(apiTokensMessages)
  const tokens = useInfiniteQuery(apiTokensQuery(useViewer()))
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  return (
    <SettingsSection headingId="api-tokens-heading" title={text.title} lead={text.lead}>
      <ListStates
        list={tokens}
        skeletons={2}
        titleAs="h3"
        failed={text.failed}
        empty={<EmptyState title={text.empty} text={text.emptyHint} />}
        shownOf={text.count}
        more={text.more}
      >
        {(rows) => (
          <ul className="settings-sessions">
            {rows.map((token) => (
              <TokenRow key={token.id} token={token} isOwn={token.owner.id === userId} />
            ))}
          </ul>
        )}
      </ListStates>
      <div>
        <Button variant="primary" onClick={() => setIsMaking(true)}>
          {text.make}
        </Button>
      </div>
      {isMaking ? (
        <ApiTokenDialog
          onClose={() => setIsMaking(false)}
          onMade={(token) => {
            setIsMaking(false)
            setMade(token)
          }}
        />
      ) : null}
      {made ? (
        <SecretDialog
          title={text.madeTitle}
          text={text.madeText(made.owner.id)}
          label={text.token}
          secret={made.token}
          words={text}
          onClose={() => setMade(null)}
        />
      ) : null}
    </SettingsSection>
  )
}

function TokenRow({ token, isOwn }: { token: ApiToken; isOwn: boolean }) {
  const text = useText(apiTokensMessages)
  const language = useLanguage()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const revocation = useMutation({
    mutationFn: () => call('revokeApiToken', { params: { id: token.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-tokens'] }),
  })
  const { hasEnded, lacksSecondFactor } = token
  const end = dateInWords(token.expiresAt, language)
  const facts = [
    `••••${token.endsWith}`,
    hasEnded ? text.endedOn(end) : text.endsOn(end),
    token.lastUsedAt ? text.lastUsed(timeInWords(token.lastUsedAt, language)) : text.neverUsed,
    ...(isOwn ? [] : [text.of(token.owner.name ?? text.somebody)]),
  ]
  return (
    <li>
      <div>
        <p className="font-medium">
          {token.name} {hasEnded || lacksSecondFactor ? <Badge tone="warning">{text.ended}</Badge> : null}
        </p>
        <p className="text-xs text-secondary">{facts.join(' · ')}</p>
        <p className="text-xs text-secondary">{token.scopes.join(' · ')}</p>
        {lacksSecondFactor && !hasEnded ? <p className="text-xs">{text.lacksSecondFactor}</p> : null}
      </div>
      <Button size="sm" aria-label={text.revokeNamed(token.name)} onClick={() => setIsAsking(true)}>
        {text.revoke}
      </Button>
      {isAsking ? (
        <ConfirmStep
          step={revocation}
          tone="danger"
          title={text.revokeNamed(token.name)}
          text={text.revokeQuestion}
          action={text.revoke}
          busyLabel={text.revoking}
          failed={text.revokeFailed}
          notice={() => text.revoked(token.name)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}
