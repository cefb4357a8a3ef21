import { secondFactorForm } from '@apogee/contracts/accounts/second-factor.forms.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { secondFactorQuery, useMissingAgain } from '../../api/second-factor.ts'
import { secondFactorMessages } from '../../messages/security/second-factor.en.ts'
import './second-factor.css'

/** Starts a setup, and enables the second factor with its first code. */
export function SetUpDialog({
  userId,
  onDone,
  onClose,
}: {
  userId: number
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}) {
  const text = useText(secondFactorMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const askWhatIsMissing = useMissingAgain()
  // Each opening requests a new secret, because a secret that was shown before may have been seen.
  const begun = useQuery({
    queryKey: ['second-factor', userId, 'setup'],
    queryFn: ({ signal }) => call('beginSecondFactor', { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const { field, dialog } = useDialogForm({
    schema: secondFactorForm,
    values: { code: '' },
    save: useMutation({
      mutationFn: (body: { code: string }) => call('confirmSecondFactor', { body }),
      // The status also reloads after a failure, because the server's answer may be lost or another tab may have enabled the
      // factor. The recovery codes appear without waiting for the reload.
      onSettled: () => {
        void queries.invalidateQueries({ queryKey: secondFactorQuery(userId).queryKey, exact: true })
        void queries.invalidateQueries({ queryKey: ['sessions'] })
        askWhatIsMissing()
      },
    }),
    failed: text.setUpFailed,
    onSaved: ({ data }) => {
      notify({ text: text.turnedOn })
      onDone(data.recoveryCodes)
    },
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.setUpTitle}
      text={text.setUpText}
      action={text.turnOn}
      busyLabel={text.confirming}
      disabled={!begun.data}
    >
      <LoadStates query={begun} skeleton={<SkeletonRows count={2} />} failed={text.beginFailed}>
        {({ data }) => (
          <>
            <AppSecret {...data} />
            <TextField
              label={text.firstCode}
              inputMode="numeric"
              autoComplete="one-time-code"
              {...field('code')}
            />
          </>
        )}
      </LoadStates>
    </FormDialog>
  )
}

function AppSecret({ secret, qrCode }: AnswerOf<'beginSecondFactor'>['data']) {
  const text = useText(secondFactorMessages)
  const { copied, copy } = useCopy(secret, { success: text.keyCopied, failed: text.copyFailed })
  return (
    <div className="second-factor-steps">
      <svg
        className="second-factor-qr"
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={text.qrAlt}
      >
        {/* Cameras require dark on light in every theme. */}
        <rect width={qrCode.size} height={qrCode.size} fill="white" />
        <path d={qrCode.path} fill="black" />
      </svg>
      <div className="grid gap-3">
        <p>{text.scan}</p>
        <p className="text-sm text-secondary">{text.orType}</p>
        <p className="second-factor-key">{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <div>
          <Button size="sm" onClick={copy}>
            {copied ? text.keyCopied : text.copyKey}
          </Button>
        </div>
      </div>
    </div>
  )
}

export function TurnOffDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const text = useText(secondFactorMessages)
  const queries = useQueryClient()
  const step = useMutation({
    mutationFn: () => call('turnOffSecondFactor'),
    onSettled: () => void queries.invalidateQueries({ queryKey: secondFactorQuery(userId).queryKey }),
  })
  return (
    <ConfirmStep
      step={step}
      tone="danger"
      title={text.turnOffTitle}
      text={text.turnOffText}
      action={text.turnOff}
      busyLabel={text.turningOff}
      failed={text.turnOffFailed}
      notice={() => text.turnedOff}
      onClose={onClose}
    />
  )
}

export function NewCodesDialog({
  userId,
  onDone,
  onClose,
}: {
  userId: number
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}) {
  const text = useText(secondFactorMessages)
  const queries = useQueryClient()
  const step = useMutation({
    mutationFn: () => call('replaceRecoveryCodes'),
    onSettled: () => void queries.invalidateQueries({ queryKey: secondFactorQuery(userId).queryKey }),
  })
  return (
    <ConfirmStep
      step={step}
      title={text.newCodesTitle}
      text={text.newCodesText}
      action={text.makeCodes}
      busyLabel={text.makingCodes}
      failed={text.newCodesFailed}
      onDone={({ data }) => onDone(data.recoveryCodes)}
      onClose={onClose}
    />
  )
}
