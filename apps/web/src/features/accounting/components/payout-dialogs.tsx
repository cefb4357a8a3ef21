import { reversalForm, transferDetailsForm } from '@apogee/contracts/accounting/accounting.forms.ts'
import type { Payout, PayoutNote } from '@apogee/contracts/accounting/payouts.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { ledgerKey } from '../api/accounting.ts'
import { newKey } from '../api/payouts.ts'
import { payoutsMessages } from '../messages/payouts.en.ts'
import { PaidTo } from './paid-to.tsx'
import './payouts.css'

interface StepProps {
  payout: Payout
  onClose: () => void
}

function useBooksAgain(): () => Promise<unknown> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ledgerKey })
    void queries.invalidateQueries({ queryKey: ['studio'] })
  }
}

/**
 * Shows everything that the second superadmin needs for the decision: amount, full account number, who prepared it, special
 * circumstances.
 */
export function ReviewPayout({ payout, onClose }: StepProps) {
  const text = useText(payoutsMessages)
  const language = useLanguage()
  const [isDeclining, setIsDeclining] = useState(false)
  const { id, seller, amount, bank, preparedBy, preparedAt } = payout
  const approve = useMutation({
    mutationFn: () => call('approvePayout', { params: { id } }),
    onSettled: useBooksAgain(),
  })
  const { send, dialog } = useDialogSave<void, unknown>({
    save: approve,
    failed: text.approveFailed,
    notice: () => text.approvedNotice,
    onClose,
  })
  if (isDeclining) return <EndPayout payout={payout} how="decline" onClose={onClose} />
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.reviewTitle(formatRinggit(amount), seller.name)}
      text={text.reviewText(preparedBy.name ?? text.somebody, timeInWords(preparedAt, language))}
      action={text.approve}
      busyLabel={text.approving}
      secondAction={
        <Button disabled={approve.isPending} onClick={() => setIsDeclining(true)}>
          {text.decline}
        </Button>
      }
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <PayoutNotes payout={payout} />
      <PaidTo sellerId={seller.id} preparedFor={bank.savedAt} />
    </FormDialog>
  )
}

function PayoutNotes({ payout: { notes, bank, largestFormer } }: { payout: Payout }) {
  const text = useText(payoutsMessages)
  const language = useLanguage()
  if (notes.length === 0) return null
  const why: Record<PayoutNote, string> = {
    bank_changed: text.why_bank_changed(dateInWords(bank.savedAt, language)),
    first_payout: text.why_first_payout,
    far_above: text.why_far_above(formatRinggit(largestFormer)),
  }
  return (
    <section className="payout-look" aria-label={text.look}>
      <h3 className="text-sm font-medium">{text.look}</h3>
      <ul>
        {notes.map((note) => (
          <li key={note}>{why[note]}</li>
        ))}
      </ul>
    </section>
  )
}

export function EndPayout({ payout, how, onClose }: StepProps & { how: 'decline' | 'withdraw' }) {
  const text = useText(payoutsMessages)
  const { id, seller, amount } = payout
  const isDecline = how === 'decline'
  const draft = useDraft(`payout ${id} ${how}`, { reason: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: reversalForm,
    values: { reason: draft.fields.reason },
    save: useMutation({
      mutationFn: (body: { reason: string }) =>
        call(isDecline ? 'declinePayout' : 'withdrawPayout', { params: { id }, body }),
      onSettled: useBooksAgain(),
    }),
    failed: isDecline ? text.declineFailed : text.withdrawFailed,
    notice: () => (isDecline ? text.declinedNotice : text.withdrawnNotice),
    draft,
    onClose,
  })
  const title = isDecline ? text.declineTitle : text.withdrawTitle
  return (
    <FormDialog
      {...dialog}
      width="sm"
      role="alertdialog"
      tone="danger"
      title={title(formatRinggit(amount), seller.name)}
      text={isDecline ? text.declineText : text.withdrawText}
      action={isDecline ? text.declineAction : text.withdrawAction}
      busyLabel={isDecline ? text.declining : text.withdrawing}
    >
      <TextField label={text.reason} autoComplete="off" {...field('reason')} />
    </FormDialog>
  )
}

/**
 * Records the transfer of an approved payout. While payouts to the seller are held, it accepts only a transfer that was made before
 * the hold.
 */
export function RecordPayout({ payout, onClose }: StepProps) {
  const text = useText(payoutsMessages)
  const [key] = useState(newKey)
  const [today] = useState(() => dayInMalaysia(new Date()))
  const { id: payoutId, seller, amount, bank, heldBecause } = payout
  const isHeld = heldBecause.length > 0
  const draft = useDraft(`payout ${payoutId} transfer`, { reference: '', paidOn: today }, null)
  const { field, dialog } = useDialogForm({
    schema: transferDetailsForm,
    values: { reference: draft.fields.reference, paidOn: draft.fields.paidOn },
    save: useMutation({
      mutationFn: ({ reference, paidOn }: { reference: string; paidOn: string }) =>
        call('recordTransfer', {
          body: {
            sellerId: seller.id,
            kind: 'payout',
            amount,
            reference,
            paidOn,
            payoutId,
            key,
            // The balance is not compared, because the approved amount is binding.
            expectedBalance: amount,
            ...(isHeld && { isMade: true }),
          },
        }),
      onSettled: useBooksAgain(),
    }),
    failed: text.recordFailed,
    notice: () => text.recorded,
    draft,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={text.recordTitle(formatRinggit(amount), seller.name)}
      text={isHeld ? text.recordMadeText : text.recordText}
      action={isHeld ? text.recordMade : text.record}
      busyLabel={text.recording}
    >
      {isHeld ? (
        <Notice tone="warning">{text.heldBecause(heldBecause.map((why) => text[`held_${why}`]))}</Notice>
      ) : (
        <PaidTo sellerId={seller.id} preparedFor={bank.savedAt} />
      )}
      <TextField label={text.bankReference} autoComplete="off" {...field('reference')} />
      <TextField label={text.paidOn} type="date" max={today} {...field('paidOn')} />
    </FormDialog>
  )
}
