import { Button } from '@apogee/ui/button.tsx'
import { downloadIcon } from '@apogee/ui/more-icons.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { downloadWithToken } from '#web/platform/download-with-token.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { SettingsSection } from '#web/platform/settings-section.tsx'
import { accountMessages } from '../messages/account.en.ts'

/** Downloads a copy of one's own data. */
export function DataSection() {
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
    </SettingsSection>
  )
}
