import {
  checkDecisionForm,
  type CheckDecisionForm,
} from '@apogee/contracts/businesses/seller-checks.forms.ts'
import type { SellerCheck } from '@apogee/contracts/businesses/seller-checks.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { checksOfSellerQuery, sellersToCheckQuery } from '../api/seller-checks.ts'
import { checkingMessages } from '../messages/checking.en.ts'
import { verificationMessages } from '../messages/verification.en.ts'

export interface AskedDecision {
  /** `check` is the version that the superadmin has seen. The decision does not apply to later changes. */
  check: SellerCheck
  outcome: CheckDecisionForm['outcome']
}

/** Verifies or returns one check. The draft stays in the tab until it is sent. */
export function DecisionDialog({
  sellerId,
  asked: { check, outcome },
  onClose,
}: {
  sellerId: number
  asked: AskedDecision
  onClose: () => void
}) {
  const text = useText(checkingMessages)
  const queries = useQueryClient()
  const { kind, state, revision } = check
  const step = useText(verificationMessages)[kind]
  const place = `check:${sellerId}:${kind}:${outcome}`
  const draft = useDraft(place, { note: '' }, null)
  const save = useMutation({
    mutationFn: (form: CheckDecisionForm) =>
      call('decideSellerCheck', { params: { id: sellerId, kind }, body: { ...form, revision } }),
    onSuccess: (answer) => {
      queries.setQueryData(checksOfSellerQuery(sellerId).queryKey, answer)
      void queries.invalidateQueries({ queryKey: sellersToCheckQuery().queryKey })
    },
    // Another superadmin may have decided first, so the panel behind the dialog reloads.
    onError: () => void queries.invalidateQueries({ queryKey: checksOfSellerQuery(sellerId).queryKey }),
  })
  const isReturn = outcome === 'returned'
  const { field, dialog } = useDialogForm({
    schema: checkDecisionForm,
    save,
    failed: text.decideFailed,
    draft,
    onClose,
    values: { outcome, ...draft.fields },
    notice: () => (isReturn ? text.returnedNotice(step) : text.verifiedNotice(step)),
  })
  const isByHand = !isReturn && state !== 'submitted'
  return (
    <FormDialog
      {...dialog}
      width="sm"
      tone={isReturn ? 'danger' : 'primary'}
      title={isReturn ? text.returnTitle(step) : text.verifyTitle(step)}
      text={isReturn ? text.returnText : isByHand ? text.byHandText : text.verifyText}
      action={isReturn ? text.return : text.verify}
      busyLabel={isReturn ? text.returning : text.verifying}
    >
      <TextArea
        rows={3}
        autoComplete="off"
        label={isReturn ? text.reason : kind === 'contact' ? text.noteContact : text.note}
        hint={isReturn ? text.reasonHint : text.noteHint}
        {...field('note')}
      />
    </FormDialog>
  )
}
