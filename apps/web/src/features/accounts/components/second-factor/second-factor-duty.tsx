import type { MissingSecondFactor } from '@apogee/contracts/accounts/accounts.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { requiredFactorMessages } from '../../messages/security/required-factor.en.ts'
import '../accounts.css'

const SecondFactorSetupPage = lazyWithRetry(
  async () => (await import('./second-factor-setup-page.tsx')).SecondFactorSetupPage,
)

/** Asks a person for a required second factor: a notice with the deadline, then the setup instead of the page. */
export const SecondFactorDuty = ({ userId, missing }: { userId: number; missing: MissingSecondFactor }) =>
  missing.isOverdue ? (
    <SecondFactorSetupPage userId={userId} missing={missing} />
  ) : (
    <SecondFactorNotice missing={missing} />
  )

/** Appears on pages of people who teach or sell during the grace period without a required second factor. */
function SecondFactorNotice({ missing }: { missing: MissingSecondFactor }) {
  const text = useText(requiredFactorMessages)
  const language = useLanguage()
  return (
    <section className="ap-wrap accounts-banner" aria-label={text.noticeLabel}>
      <Notice
        tone="warning"
        quiet
        link={
          <Link className="ap-link" to="/settings#second-factor-heading">
            {text.setUp}
          </Link>
        }
      >
        <span>{text.notice(timeInWords(missing.dueAt, language))}</span>
      </Notice>
    </section>
  )
}
