import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { downloadWithToken } from '#web/platform/transfer/download-with-token.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { accountMessages } from '../../messages/account.en.ts'

const ConsentsList = lazyWithRetry(async () => (await import('./consents-list.tsx')).ConsentsList)

export function DataSection({ userId }: { userId: number }) {
  const text = useText(accountMessages)
  const language = useLanguage()
  const notify = useNotify()
  const failureText = useFailureText()
  const exported = useMutation({
    mutationFn: () => call('exportOwnData', { body: { language } }),
    onSuccess: ({ data }) => {
      downloadWithToken(data.url)
      notify({ text: text.dataStarted })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.dataFailed) }),
  })
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
        <Button
          icon={downloadIcon}
          busy={exported.isPending}
          busyLabel={text.dataPreparing}
          onClick={() => exported.mutate()}
        >
          {text.dataDownload}
        </Button>
      </div>
      <Suspense fallback={<SkeletonRows count={3} />}>
        <ConsentsList userId={userId} />
      </Suspense>
    </SettingsSection>
  )
}
