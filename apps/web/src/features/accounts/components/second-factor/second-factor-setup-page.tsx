import type { MissingSecondFactor } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { passkeysQuery } from '../../api/passkeys.ts'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { requiredFactorMessages } from '../../messages/security/required-factor.en.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

/**
 * Replaces every page that needs a session for a person who must set up a second factor first. The requested page opens at the same
 * address after a press, because recovery codes may still be shown.
 */
export function SecondFactorSetupPage({ userId, missing }: { userId: number; missing: MissingSecondFactor }) {
  const text = useText(requiredFactorMessages)
  const language = useLanguage()
  const { retry } = useSession()
  const app = useQuery(secondFactorQuery(userId))
  const passkeys = useQuery(passkeysQuery(userId))
  const entry = useMutation({ mutationFn: retry })
  const isReady = Boolean(app.data?.data.since) || (passkeys.data?.data.length ?? 0) > 0
  return (
    <div className="ap-wrap ap-section grid gap-6">
      <Head title={text.pageTitle} />
      <header className="grid gap-3">
        <h1 className="ap-h2">{text.pageTitle}</h1>
        <p>{text.pageWhy(timeInWords(missing.dueAt, language))}</p>
        <p className="text-secondary">{text.pageWhat}</p>
      </header>
      <div role="status">
        {isReady ? (
          <Notice
            tone="positive"
            quiet
            link={
              <Button size="sm" busy={entry.isPending} onClick={() => entry.mutate()}>
                {text.pageContinue}
              </Button>
            }
          >
            {text.pageReady}
          </Notice>
        ) : null}
      </div>
      <SecondFactorSection userId={userId} />
      <PasskeysSection userId={userId} />
    </div>
  )
}
