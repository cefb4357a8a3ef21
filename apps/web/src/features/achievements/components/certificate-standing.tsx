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
import { ConfirmDialog } from '@apogee/ui/feedback/dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useSave } from '#web/platform/forms/use-save.ts'
import { ReasonDialog } from '#web/platform/forms/reason-dialog.tsx'
import { useNavigate } from '#web/platform/router/router.tsx'
import { certificateStandingQuery, useReissue, useRestore, useWithdraw } from '../api/certificate-standing.ts'
import { certificateAddress } from '../certificate-address.ts'
import { certificateStandingMessages } from '../messages/certificate-standing.en.ts'

interface Props {
  id: string
  userId: number
}

/** Renders nothing for people who may not edit the certificate's course. */
export function CertificateStanding({ id, userId }: Props) {
  const text = useText(certificateStandingMessages)
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const [isReissuing, setIsReissuing] = useState(false)
  const language = useLanguage()
  const { data } = useQuery(certificateStandingQuery(userId, id))
  if (!data) return null
  const { certificate, withdrawal, todaysName, reissuedAt } = data
  if (withdrawal)
    return <Withdrawn id={id} userId={userId} certificate={certificate} withdrawal={withdrawal} />
  return (
    <>
      <Button variant="quiet" onClick={() => setIsWithdrawing(true)}>
        {text.withdraw}
      </Button>
      {todaysName === null ? null : (
        <Button variant="quiet" onClick={() => setIsReissuing(true)}>
          {text.reissue}
        </Button>
      )}
      {reissuedAt === null ? null : <p>{text.reissuedOn(dateInWords(reissuedAt, language))}</p>}
      {isReissuing && todaysName !== null ? (
        <ReissueDialog
          userId={userId}
          certificate={certificate}
          name={todaysName}
          onClose={() => setIsReissuing(false)}
        />
      ) : null}
      {isWithdrawing ? (
        <WithdrawDialog userId={userId} certificate={certificate} onClose={() => setIsWithdrawing(false)} />
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
  const text = useText(certificateStandingMessages)
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

function ReissueDialog({
  userId,
  certificate,
  name,
  onClose,
}: {
  userId: number
  certificate: PublicCertificate
  name: string
  onClose: () => void
}) {
  const text = useText(certificateStandingMessages)
  const { cancel, close } = useText(platformMessages)
  const navigate = useNavigate()
  const { mutateAsync } = useReissue(userId, certificate.id)
  const { send, busy, error } = useSave({
    save: () => mutateAsync(),
    failed: text.reissueFailed,
    notice: () => text.reissued,
    onSaved: ({ data }) => navigate(certificateAddress(data.certificate.id), { replace: true }),
    closes: true,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void send(null)}
      title={text.reissueTitle}
      text={text.reissueText(certificate.learnerName ?? text.unnamed, name)}
      confirmLabel={text.reissue}
      cancelLabel={cancel}
      closeLabel={close}
      busy={busy}
      busyLabel={text.reissuing}
      error={error}
      tone="primary"
    />
  )
}

function Withdrawn({
  id,
  userId,
  certificate,
  withdrawal,
}: Props & { certificate: PublicCertificate; withdrawal: { at: string; reason: string } }) {
  const text = useText(certificateStandingMessages)
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
    <section className="ap-wrap certificate-standing">
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
