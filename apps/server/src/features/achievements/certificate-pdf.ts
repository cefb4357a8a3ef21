import { isolated } from '@apogee/domain/text/isolated-text.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import type { CertificateSheet } from '#server/platform/pdf/certificate-sheet.ts'
import { dayInWords } from '#server/platform/pdf/paper-text.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import { serverTexts } from '#server/texts/index.ts'

/** The pictures are PNG files. */
export interface PaperPictures {
  signature?: Buffer
  logo?: Buffer
}

interface Printed {
  certificate: PublicCertificate
  pictures: PaperPictures
  language: Language
  /** The certificate's public page has this address. */
  address: string
}

export const certificatePdf = (printed: Printed): Promise<Buffer> => renderPaper(certificateSheet(printed))

function certificateSheet({ certificate, pictures, language, address }: Printed): CertificateSheet {
  const { id, learnerName, courseTitle, sellerName, teacherName, signer, issuedAt } = certificate
  const say = serverTexts(language).achievements.certificate
  const at = new Date(issuedAt)
  const name = learnerName ?? say.unnamed
  return {
    title: `${say.heading}: ${courseTitle}`,
    language,
    author: sellerName,
    at,
    heading: say.heading,
    beforeName: say.beforeName,
    name,
    afterName: say.afterName,
    course: courseTitle,
    offeredBy: say.offeredBy(isolated(sellerName)),
    facts: [
      ...(teacherName === null ? [] : [{ label: say.teacher, value: teacherName }]),
      ...lengthOf(certificate).map((value) => ({ label: say.length, value })),
      { label: say.date, value: dayInWords(at, language) },
      { label: say.id, value: id },
    ],
    ...(pictures.logo && { logo: pictures.logo }),
    ...(signer && {
      signer: {
        name: signer.name,
        role: signer.role,
        ...(pictures.signature && {
          signature: { png: pictures.signature, alt: say.signature(signer.name) },
        }),
      },
    }),
    check: { label: say.checkAt, address, alt: say.code },
  }

  /** The length that the course team entered takes precedence over the length of the videos. */
  function lengthOf({ minutes, videoMinutes }: PublicCertificate): string[] {
    const time = (given: number) => say.time(Math.floor(given / 60), given % 60)
    if (minutes !== undefined) return [time(minutes)]
    return videoMinutes === null ? [] : [say.ofVideo(time(videoMinutes))]
  }
}
