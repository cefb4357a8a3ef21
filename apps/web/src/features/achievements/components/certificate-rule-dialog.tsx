import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { SavedSwitch, wasTaken } from '#web/platform/saved-switch.tsx'
import { certificateRuleQuery, useSaveCertificateRule } from '../api/certificate-rule.ts'
import { certificateRuleMessages } from '../messages/certificate-rule.en.ts'

/** Switches the certificates of a course; each change is saved immediately. */
export function CertificateRuleDialog({
  courseId,
  courseTitle,
  onClose,
}: {
  courseId: number
  courseTitle: string
  onClose: () => void
}) {
  const text = useText(certificateRuleMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { data, error, refetch } = useQuery(certificateRuleQuery(courseId))
  const { mutateAsync, isPending } = useSaveCertificateRule(courseId)
  const save = (isOn: boolean) =>
    wasTaken(
      mutateAsync(isOn, {
        onSuccess: () => notify({ text: isOn ? text.turnedOn : text.turnedOff }),
        onError: (reason) => notify({ tone: 'danger', text: failureText(reason, text.saveFailed) }),
      }),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={text.title}
      text={text.lead(courseTitle)}
      closeLabel={common.close}
      busy={isPending}
      footer={
        <Button size="sm" onClick={onClose} disabled={isPending}>
          {common.close}
        </Button>
      }
    >
      {data ? (
        <>
          <SavedSwitch
            className="flex items-center gap-3 text-sm"
            label={text.give}
            checked={data.isOn}
            save={save}
          >
            {(isOn) => (isOn ? text.isOn : text.isOff)}
          </SavedSwitch>
          <p className="text-sm text-secondary">
            {text.issuedStay} {data.isOn ? null : text.catchUp}
          </p>
        </>
      ) : error ? (
        <Notice tone="danger">
          {failureText(error, text.loadFailed)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </Notice>
      ) : (
        <p role="status">{common.loading}</p>
      )}
    </Dialog>
  )
}
