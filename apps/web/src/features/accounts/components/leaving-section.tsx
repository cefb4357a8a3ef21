import { dayInMalaysia } from '@apogee/domain/malaysia-time.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice, useNotify } from '@apogee/ui/notice.tsx'
import { PasswordField } from '@apogee/ui/password-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { accountMessages } from '../messages/account.en.ts'

/** Says what it means to leave, before anybody does. */
export function LeavingSection({ teaches }: { teaches: boolean }) {
  const text = useText(accountMessages)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <section className="ap-panel settings-section" data-padded="" aria-labelledby="leaving-heading">
      <h2 className="ap-h3" id="leaving-heading">
        {text.deleteAccount}
      </h2>
      <p>{text.leavingLead}</p>
      <ul className="settings-consequences text-sm text-secondary">
        <li>{text.leavingSignedOut}</li>
        <li>{text.leavingErased}</li>
        <li>{text.leavingOrders}</li>
        {teaches ? <li>{text.leavingTeaching}</li> : null}
      </ul>
      <div>
        <Button icon="trash" onClick={() => setIsLeaving(true)}>
          {text.deleteAccount}
        </Button>
      </div>
      {isLeaving ? <LeavingDialog onClose={() => setIsLeaving(false)} /> : null}
    </section>
  )
}

function LeavingDialog({ onClose }: { onClose: () => void }) {
  const text = useText(accountMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const { signOut } = useSession()
  const [password, setPassword] = useState('')
  const departure = useMutation({
    mutationFn: () => call('leave', { body: password === '' ? {} : { password } }),
    onSuccess: async ({ eraseAfter }) => {
      await signOut(true)
      notify({ text: text.leaving(dayInMalaysia(eraseAfter)) })
    },
  })
  return (
    <Dialog
      open
      width="sm"
      role="alertdialog"
      onClose={onClose}
      title={text.confirmTitle}
      text={text.confirmText}
      closeLabel={common.close}
      busy={departure.isPending}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={departure.isPending}>
            {common.cancel}
          </Button>
          <Button
            variant="danger"
            size="sm"
            type="submit"
            form="leaving-form"
            busy={departure.isPending}
            busyLabel={text.deleting}
          >
            {text.deleteAccount}
          </Button>
        </>
      }
    >
      <form
        id="leaving-form"
        method="post"
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault()
          departure.mutate()
        }}
      >
        <PasswordField
          label={text.password}
          autoComplete="current-password"
          showLabel={text.show}
          hideLabel={text.hide}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {departure.isError ? (
          <Notice tone="danger">{failureText(departure.error, text.deleteFailed)}</Notice>
        ) : null}
      </form>
    </Dialog>
  )
}
