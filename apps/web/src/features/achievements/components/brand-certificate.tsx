import { useText } from '#web/platform/language/messages.ts'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { certificateSampleMessages } from '../messages/certificate-sample.en.ts'
import { CertificateMiniature } from './certificate-miniature.tsx'
import './brand-certificate.css'

/** Shows a certificate of a seller with the seller's colour and logo. */
export function BrandCertificate({
  name,
  colour,
  logo,
}: {
  name: string
  colour: string | null
  logo: string | null
}) {
  const text = useText(certificateSampleMessages)
  const { taughtBy } = useText(achievementsMessages)
  return (
    <CertificateMiniature
      heading={text.heading}
      name={text.yourName}
      courseTitle={text.sampleCourse}
      stations={3}
      colour={colour ?? undefined}
    >
      <p className="brand-certificate">
        {logo === null ? null : <img src={logo} alt="" />}
        {taughtBy(name)}
      </p>
    </CertificateMiniature>
  )
}
