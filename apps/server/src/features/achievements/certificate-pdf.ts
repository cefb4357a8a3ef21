import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
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

/** A title of a module that is longer is cut. */
const mostLetters = 60

export const certificatePdf = (printed: Printed): Promise<Buffer> => renderPaper(certificateSheet(printed))

function certificateSheet({ certificate, pictures, language, address }: Printed): CertificateSheet {
  const { id, learnerName, courseTitle, sellerName, teacherName, signer, issuedAt, colour } = certificate
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
    stations: certificate.path?.modules.length ?? 0,
    modules: modulesOf(certificate, language),
    facts: [
      ...(teacherName === null ? [] : [{ label: say.teacher, value: teacherName }]),
      ...lengthOf(certificate, language).map((value) => ({ label: say.length, value })),
      { label: say.date, value: dayInWords(at, language) },
      { label: say.id, value: id },
    ],
    ...(pictures.logo && { logo: pictures.logo }),
    ...(colour !== undefined && { colour }),
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
}

/** Returns the titles of the modules, after how many they are, or nothing for a certificate that did not record them. */
export function modulesOf({ path }: Pick<PublicCertificate, 'path'>, language: Language): string[] {
  if (!path) return []
  const [first = '', ...others] = path.modules.map(({ title }) => isolated(cutText(title, mostLetters)))
  return [serverTexts(language).achievements.certificate.modules(path.modules.length, first), ...others]
}

/** The length that the course team entered takes precedence over the length of the videos. */
export function lengthOf(
  { minutes, videoMinutes }: Pick<PublicCertificate, 'minutes' | 'videoMinutes'>,
  language: Language,
): string[] {
  const say = serverTexts(language).achievements.certificate
  const time = (given: number) => say.time(Math.floor(given / 60), given % 60)
  if (minutes !== undefined) return [time(minutes)]
  return videoMinutes === null ? [] : [say.ofVideo(time(videoMinutes))]
}
