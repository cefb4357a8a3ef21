import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { languageParameter } from '@apogee/domain/languages.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { downloadIcon, externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { saveFile } from '#web/platform/transfer/save-file.ts'
import { ownCertificateQuery, useSetPrivate } from '../api/own-certificate.ts'
import { pictureAddress } from '../certificate-address.ts'
import { certificateMessages } from '../messages/certificate.en.ts'
import { ownCertificateMessages } from '../messages/own-certificate.en.ts'

interface Props {
  certificate: PublicCertificate
  address: string
  user: { id: number; name: string | null }
}

/** Renders nothing for other people than the learner. */
export function ForLearner({ certificate, address, user }: Props) {
  const { otherName } = useText(certificateMessages)
  const { data } = useQuery(ownCertificateQuery(user.id, certificate.id))
  if (!data) return null
  return (
    <>
      {certificate.isPrivate ? (
        <PrivatePdf id={certificate.id} />
      ) : (
        <ToShow certificate={certificate} address={address} />
      )}
      <Visibility certificate={certificate} />
      {user.name && certificate.learnerName && user.name !== certificate.learnerName ? (
        <p>{otherName(user.name)}</p>
      ) : null}
    </>
  )
}

function ToShow({ certificate, address }: Omit<Props, 'user'>) {
  const { addToLinkedIn, newTab } = useText(certificateMessages)
  const { downloadPicture } = useText(ownCertificateMessages)
  const language = useLanguage()
  return (
    <>
      <LinkButton href={pictureAddress(certificate.id, language)} download icon={downloadIcon}>
        {downloadPicture}
      </LinkButton>
      <LinkButton
        href={linkedInAddress(certificate, address)}
        target="_blank"
        rel="noopener noreferrer"
        iconEnd={externalIcon}
      >
        {addToLinkedIn} <span className="vh">{newTab}</span>
      </LinkButton>
    </>
  )
}

/** Loads the file with the learner's token, because its address is unknown to everybody else. */
function PrivatePdf({ id }: { id: string }) {
  const { downloadPdf } = useText(certificateMessages)
  const { downloading, downloadFailed } = useText(ownCertificateMessages)
  const language = useLanguage()
  return (
    <DownloadButton
      variant="primary"
      label={downloadPdf}
      busyLabel={downloading}
      failed={downloadFailed}
      save={() => saveFile('downloadCertificate', { id }, `${id}.pdf`, { [languageParameter]: language })}
    />
  )
}

function Visibility({ certificate }: { certificate: PublicCertificate }) {
  const text = useText(ownCertificateMessages)
  const { id } = certificate
  const isPrivate = certificate.isPrivate === true
  const change = useSetPrivate(id, {
    failed: text.changeFailed,
    notice: (_answer, toPrivate) => (toPrivate ? text.nowPrivate : text.nowPublic),
  })
  return (
    <Button
      variant={isPrivate ? 'secondary' : 'quiet'}
      busy={change.isPending}
      onClick={() => change.mutate(!isPrivate)}
    >
      {isPrivate ? text.makePublic : text.makePrivate}
    </Button>
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
