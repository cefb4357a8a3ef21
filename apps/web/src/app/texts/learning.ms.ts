/** Contains the Malay texts of visitors, learners and shared screens; those of sellers are in selling.ms.ts. */
import type { TranslatedTexts } from '#web/platform/messages.ts'

export const files = import.meta.glob<TranslatedTexts>(
  [
    '#web/{features,framework,platform}/**/*.ms.ts',
    '#web/app/shell/*.ms.ts',
    '!#web/platform/{leave-messages,security-messages,small-text/*}.ms.ts',
    '!#web/platform/captions-editor/*',
    '!#web/platform/security-messages.ms.ts',
    '!#web/features/assessments/messages/{quiz,question-bank}*.ms.ts',
    '!#web/features/{accounting,businesses,courses,invoices,operations,people,pricing,roster,security-log,webhooks}/**',
    '!#web/features/accounts/messages/api-tokens.ms.ts',
    '!#web/features/accounts/messages/consents.ms.ts',
    '!#web/features/accounts/messages/email-change.ms.ts',
    '!#web/features/accounts/messages/identities.ms.ts',
    '!#web/features/accounts/messages/passkeys.ms.ts',
    '!#web/features/accounts/messages/factor-removals.ms.ts',
    '!#web/features/accounts/messages/required-factor.ms.ts',
    '!#web/features/accounts/messages/second-factor.ms.ts',
    '!#web/features/accounts/messages/settings.ms.ts',
    '!#web/features/achievements/messages/certificate-rule*.ms.ts',
    '!#web/features/enrolments/messages/cohorts.ms.ts',
    '!#web/features/notifications/messages/sale-mail.ms.ts',
    '!#web/features/live-sessions/messages/session-editor.ms.ts',
    '!#web/platform/audience-choice-messages.ms.ts',
  ],
  { eager: true },
)
