import './certificate.css'
import { withdrawalForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { ReasonDialog } from '#web/platform/forms/reason-dialog.tsx'
import { certificateStandingQuery, useRestore, useWithdraw } from '../api/certificate-withdrawal.ts'
import { certificateWithdrawalMessages } from '../messages/certificate-withdrawal.en.ts'

interface Props {
  id: string
  userId: number
}

/** Renders nothing for people who may not edit the certificate's course. */
export function CertificateWithdrawal({ id, userId }: Props) {
  const text = useText(certificateWithdrawalMessages)
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useQuery(certificateStandingQuery(userId, id))
  if (!data) return null
  const { certificate, withdrawal } = data
  if (withdrawal)
    return <Withdrawn id={id} userId={userId} certificate={certificate} withdrawal={withdrawal} />
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {text.withdraw}
      </Button>
      {isAsking ? (
        <WithdrawDialog userId={userId} certificate={certificate} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  )
}

function WithdrawDialog({
  userId,
  certificate,
  onClose,
}: {
  userId: number
  certificate: PublicCertificate
  onClose: () => void
}) {
  const text = useText(certificateWithdrawalMessages)
  return (
    <ReasonDialog
      place={`withdrawal:${certificate.id}`}
      schema={withdrawalForm}
      save={useWithdraw(userId, certificate.id)}
      title={text.withdrawTitle}
      text={text.withdrawText(certificate.learnerName ?? text.unnamed, certificate.courseTitle)}
      action={text.withdraw}
      busyLabel={text.withdrawing}
      label={text.reason}
      hint={text.reasonHint}
      failed={text.withdrawFailed}
      done={text.withdrawn}
      onClose={onClose}
    />
  )
}

function Withdrawn({
  id,
  userId,
  certificate,
  withdrawal,
}: Props & { certificate: PublicCertificate; withdrawal: { at: string; reason: string } }) {
  const text = useText(certificateWithdrawalMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const language = useLanguage()
  const { mutateAsync, isPending } = useRestore(userId, id)
  // Callbacks of `mutate` are not called when the new answer removes this component.
  const restore = () =>
    mutateAsync().then(
      () => notify({ text: text.restored }),
      (error: unknown) => notify({ tone: 'danger', text: failureText(error, text.restoreFailed) }),
    )
  const who = certificate.learnerName ?? text.unnamed
  return (
    <section className="ap-wrap certificate-withdrawal">
      <p>{text.withdrawnOn(who, certificate.courseTitle, dateInWords(withdrawal.at, language))}</p>
      <p>
        {text.reason}: {withdrawal.reason}
      </p>
      <Button busy={isPending} busyLabel={text.restoring} onClick={() => void restore()}>
        {text.restore}
      </Button>
    </section>
  )
}
