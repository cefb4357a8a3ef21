/** A certificate as PDF. */
import type { Language } from '@apogee/domain/languages.ts'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import type { CertificateSheet } from '#server/platform/pdf/certificate-sheet.ts'
import { dayInWords } from '#server/platform/pdf/paper-text.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import { serverTexts } from '#server/texts/index.ts'

/** `address`: of the certificate's public page. */
export const certificatePdf = (
  certificate: PublicCertificate,
  language: Language,
  address: string,
): Promise<Buffer> => renderPaper(certificateSheet(certificate, language, address))

export function certificateSheet(
  { id, learnerName, courseTitle, sellerName, teacherName, videoMinutes, issuedAt }: PublicCertificate,
  language: Language,
  address: string,
): CertificateSheet {
  const say = serverTexts(language).achievements.certificate
  const at = new Date(issuedAt)
  const name = learnerName ?? say.unnamed
  return {
    ...{ title: `${say.heading}: ${courseTitle}`, language, author: sellerName, at },
    ...{ heading: say.heading, beforeName: say.beforeName, name, afterName: say.afterName },
    ...{ course: courseTitle, offeredBy: say.offeredBy(sellerName) },
    facts: [
      ...(teacherName === null ? [] : [{ label: say.teacher, value: teacherName }]),
      ...(videoMinutes === null
        ? []
        : [{ label: say.length, value: say.ofVideo(Math.floor(videoMinutes / 60), videoMinutes % 60) }]),
      { label: say.date, value: dayInWords(at, language) },
      { label: say.id, value: id },
    ],
    check: { label: say.checkAt, address, alt: say.code },
  }
}
