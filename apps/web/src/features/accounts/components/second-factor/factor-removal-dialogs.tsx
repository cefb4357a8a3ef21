import type { FactorRemoval } from '@apogee/contracts/accounts/factor-removals.ts'
import { factorRemovalForm } from '@apogee/contracts/accounts/factor-removals.forms.ts'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { factorRemovalsQuery } from '../../api/factor-removals.ts'
import { factorRemovalsMessages } from '../../messages/security/factor-removals.en.ts'

const blank = { email: '', reason: '', identityCheck: '' }

function useListAgain(): () => Promise<void> {
  const queries = useQueryClient()
  const { queryKey } = factorRemovalsQuery(useViewer())
  return () => queries.invalidateQueries({ queryKey })
}

/** Typed text stays in the tab until it is sent. */
export function AskRemovalDialog({ onClose }: { onClose: () => void }) {
  const text = useText(factorRemovalsMessages)
  const listAgain = useListAgain()
  const draft = useDraft('factor-removal', blank, null)
  const { field, dialog } = useDialogForm({
    schema: factorRemovalForm,
    values: draft.fields,
    save: useMutation({
      mutationFn: (body: typeof blank) => call('askFactorRemoval', { body }),
      onSettled: listAgain,
    }),
    failed: text.askFailed,
    notice: () => text.asked,
    draft,
    onClose,
  })
  return (
    <FormDialog {...dialog} title={text.ask} text={text.askText} action={text.ask} busyLabel={text.asking}>
      <TextField label={text.email} type="email" autoComplete="off" {...field('email')} />
      <TextArea rows={2} autoComplete="off" label={text.reason} {...field('reason')} />
      <TextArea
        rows={2}
        autoComplete="off"
        label={text.identityCheck}
        hint={text.identityHint}
        {...field('identityCheck')}
      />
    </FormDialog>
  )
}

interface StepProps {
  removal: FactorRemoval
  name: string
  onClose: () => void
}

export function ConfirmRemoval({ removal: { id }, name, onClose }: StepProps) {
  const text = useText(factorRemovalsMessages)
  const step = useMutation({
    mutationFn: () => call('confirmFactorRemoval', { params: { id } }),
    onSettled: useListAgain(),
  })
  return (
    <ConfirmStep
      step={step}
      tone="danger"
      title={text.confirmTitle(name)}
      text={text.confirmText}
      action={text.confirm}
      busyLabel={text.confirming}
      failed={text.confirmFailed}
      notice={() => text.confirmedNotice}
      onClose={onClose}
    />
  )
}

export function WithdrawRemoval({ removal: { id }, name, onClose }: StepProps) {
  const text = useText(factorRemovalsMessages)
  const step = useMutation({
    mutationFn: () => call('withdrawFactorRemoval', { params: { id } }),
    onSettled: useListAgain(),
  })
  return (
    <ConfirmStep
      step={step}
      title={text.withdrawTitle(name)}
      text={text.withdrawText}
      action={text.withdraw}
      busyLabel={text.withdrawing}
      failed={text.withdrawFailed}
      notice={() => text.withdrawnNotice}
      onClose={onClose}
    />
  )
}
