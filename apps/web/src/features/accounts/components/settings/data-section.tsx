import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { downloadWithToken } from '#web/platform/transfer/download-with-token.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'

const ConsentsList = lazyWithRetry(async () => (await import('./consents-list.tsx')).ConsentsList)

export function DataSection({ userId }: { userId: number }) {
  const text = useText(accountMessages)
  const language = useLanguage()
  return (
    <SettingsSection headingId="data-heading" title={text.dataTitle}>
      <p>{text.dataLead}</p>
      <p className="text-sm text-secondary">
        {text.dataOthers}{' '}
        <Link className="ap-link" to="/privacy">
          {text.dataMore}
        </Link>
      </p>
      <div>
        <DownloadButton
          label={text.dataDownload}
          busyLabel={text.dataPreparing}
          done={text.dataStarted}
          failed={text.dataFailed}
          save={async () => {
            const { data } = await call('exportOwnData', { body: { language } })
            downloadWithToken(data.url)
          }}
        />
      </div>
      <Suspense fallback={<SkeletonRows count={3} />}>
        <ConsentsList userId={userId} />
      </Suspense>
    </SettingsSection>
  )
}
