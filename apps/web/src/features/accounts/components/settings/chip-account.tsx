import type { ChipAccount as Account } from '@apogee/contracts/businesses/businesses.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { settingsMessages } from '../../messages/settings.en.ts'
import { chipAccountQuery } from '../../api/settings.ts'
import '#web/shared/settings/settings-section.css'

export function ChipAccount({ user }: { user: CurrentUser }) {
  const text = useText(settingsMessages)
  const common = useText(platformMessages)
  const account = useQuery(chipAccountQuery(user.id))
  if (account.isPending) {
    return (
      <Loading label={common.loading}>
        <Skeleton width={60} />
      </Loading>
    )
  }
  if (account.isLoadingError) {
    return (
      <Notice
        tone="warning"
        link={
          <Button variant="quiet" size="sm" onClick={() => void account.refetch()}>
            {common.tryAgain}
          </Button>
        }
      >
        {text.chipStateFailed}
      </Notice>
    )
  }
  const { connected, unverified } = account.data.data
  const none = user.role === 'superadmin' ? text.chipNoneOnPlatform : text.chipNone
  return (
    <>
      {connected ? (
        <Stored account={connected} />
      ) : unverified ? null : (
        <Notice tone="info" quiet>
          {none}
        </Notice>
      )}
      {unverified ? <Stored account={unverified} rest={connected ? text.chipStillUsed : none} /> : null}
    </>
  )
}

function Stored({ account, rest }: { account: NonNullable<Account['connected']>; rest?: string }) {
  const text = useText(settingsMessages)
  const language = useLanguage()
  const { brandId, secretEndsWith, savedAt, verifiedAt } = account
  const state = verifiedAt
    ? text.chipConnected(dateInWords(verifiedAt, language))
    : text.chipUnverified(dateInWords(savedAt, language))
  return (
    <Notice tone={verifiedAt ? 'positive' : 'warning'} quiet className="settings-account">
      <b>{state}</b> <span>{text.chipPair(brandId, secretEndsWith)}</span> {rest ? <span>{rest}</span> : null}
    </Notice>
  )
}
