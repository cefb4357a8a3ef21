import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { ownCertificateQuery } from '../api/own-certificate.ts'
import { certificateMessages } from '../messages/certificate.en.ts'

interface Props {
  certificate: PublicCertificate
  address: string
  user: { id: number; name: string | null }
}

/** Renders nothing for other people than the learner. */
export function ForLearner({ certificate, address, user }: Props) {
  const { addToLinkedIn, newTab, otherName } = useText(certificateMessages)
  const { data } = useQuery(ownCertificateQuery(user.id, certificate.id))
  if (!data) return null
  return (
    <>
      <LinkButton
        href={linkedInAddress(certificate, address)}
        target="_blank"
        rel="noopener noreferrer"
        iconEnd={externalIcon}
      >
        {addToLinkedIn} <span className="vh">{newTab}</span>
      </LinkButton>
      {user.name && certificate.learnerName && user.name !== certificate.learnerName ? (
        <p>{otherName(user.name)}</p>
      ) : null}
    </>
  )
}

/** Builds the address of LinkedIn's prefilled certification form, which opens on a press. */
function linkedInAddress(
  { id, courseTitle, sellerName, issuedAt }: PublicCertificate,
  certUrl: string,
): string {
  const [issueYear = '', issueMonth = ''] = dayInMalaysia(issuedAt).split('-')
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: sellerName,
    issueYear,
    issueMonth: String(Number(issueMonth)),
    certUrl,
    certId: id,
  })
  return `https://www.linkedin.com/profile/add?${fields.toString()}`
}
