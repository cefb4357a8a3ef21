/** Contains the Malay texts of visitors, learners and shared screens; those of sellers are in selling.ms.ts. */
import type { TranslatedTexts } from '#web/platform/language/messages.ts'

export const files = import.meta.glob<TranslatedTexts>(
  [
    '#web/{features,framework,platform,shared}/**/*.ms.ts',
    '#web/app/shell/messages/*.ms.ts',
    '!#web/platform/{drafts/leave-messages,file-text/*,language/import-sentences}.ms.ts',
    '!#web/shared/{account/security-messages,text/small-text/*,lesson/captions-editor/*}.ms.ts',
    '!#web/features/assessments/messages/{quiz,question-bank,import-preview,assignment-editor,grading}*.ms.ts',
    '!#web/features/{accounting,businesses,courses,invoices,operations,people,pricing,roster,security-log,webhooks}/**',
    '!#web/features/accounts/messages/api-tokens.ms.ts',
    '!#web/features/accounts/messages/consents.ms.ts',
    '!#web/features/accounts/messages/security/email-change.ms.ts',
    '!#web/features/accounts/messages/identities.ms.ts',
    '!#web/features/accounts/messages/security/passkeys.ms.ts',
    '!#web/features/accounts/messages/security/factor-removals.ms.ts',
    '!#web/features/accounts/messages/security/required-factor.ms.ts',
    '!#web/features/accounts/messages/security/second-factor.ms.ts',
    '!#web/features/accounts/messages/settings.ms.ts',
    '!#web/features/achievements/messages/certificate-rule*.ms.ts',
    '!#web/features/{bundles,gifts,studio-search}/**',
    '!#web/features/sales/messages/rehearsal.ms.ts',
    '!#web/features/schools/messages/school-editor.ms.ts',
    '!#web/shared/buying/**',
    '!#web/shared/money/words/*',
    '!#web/features/enrolments/messages/cohorts.ms.ts',
    '!#web/features/notifications/messages/sale-mail.ms.ts',
    '!#web/features/live-sessions/messages/session-editor.ms.ts',
    '!#web/shared/people/audience-choice-messages.ms.ts',
  ],
  { eager: true },
)
