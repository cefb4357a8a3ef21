import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { certificateStandingQuery } from '../api/certificate-standing.ts'
import { ownCertificateQuery } from '../api/own-certificate.ts'
import { certificateAddress } from '../certificate-address.ts'
import { certificateMessages } from '../messages/certificate.en.ts'

interface Props {
  /** This id belonged to a certificate before it was reissued. */
  id: string
  user: { id: number; role: string }
}

/** Renders nothing for people other than the learner and the people of the course. */
export function NewerCertificate({ id, user }: Props) {
  const { openNewer } = useText(certificateMessages)
  const own = useQuery(ownCertificateQuery(user.id, id))
  const standing = useQuery({
    ...certificateStandingQuery(user.id, id),
    enabled: own.data === null && user.role !== 'student',
  })
  const newer = own.data?.id ?? standing.data?.certificate.id
  if (newer === undefined) return null
  return (
    <LinkButton as={Link} to={certificateAddress(newer)} variant="primary">
      {openNewer}
    </LinkButton>
  )
}
