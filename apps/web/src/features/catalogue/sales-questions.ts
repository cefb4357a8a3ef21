import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import type { platformMessages } from '#web/platform/language/messages.en.ts'
import { lengthInWords } from '#web/platform/language/dates.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import type { detailsMessages } from './messages/details.en.ts'

/** Returns the questions of a sales page: the seller's own first, then the general ones. */
export function questionsOf(
  {
    course,
    faq,
    moneyBack,
    hasCertificate,
    certificateNeeds,
  }: Pick<SalesInfo, 'course' | 'faq' | 'moneyBack' | 'hasCertificate' | 'certificateNeeds'>,
  text: Translation<typeof detailsMessages>,
  lengths: Translation<typeof platformMessages>,
): { question: string; answer: string }[] {
  const isPaid = !isFree(course)
  return [
    ...faq,
    {
      question: text.faqAccess,
      answer: course.access
        ? text.faqAccessFor(lengthInWords(course.access, lengths))
        : isPaid
          ? text.faqAccessAnswer
          : text.faqFreeAccessAnswer,
    },
    ...(isPaid ? [{ question: text.faqPay, answer: text.faqPayAnswer }] : []),
    ...(isPaid && moneyBack.days > 0
      ? [{ question: text.faqRefund, answer: text.faqRefundAnswer(moneyBack.days, moneyBack.percent) }]
      : []),
    ...(hasCertificate
      ? [
          {
            question: text.faqCertificate,
            answer: certificateNeeds ? text.faqCertificateNeeds : text.faqCertificateAnswer,
          },
        ]
      : []),
  ]
}
