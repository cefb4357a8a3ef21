import {
  ledgerAccounts,
  journalPrograms,
  longestAccountCode,
  type LedgerAccount,
  type JournalProgram,
} from '@apogee/contracts/accounting/books.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { downloadWithTicket } from '#web/platform/transfer/download-with-token.ts'
import { rememberCodes, rememberedCodes } from '../account-codes.ts'
import { periodAsked, type BookFilter } from '../api/accounting.ts'
import { accountingMessages } from '../messages/accounting.en.ts'
import { booksMessages } from '../messages/books.en.ts'
import './accounting.css'

const programNames: Record<JournalProgram, string> = {
  'sql-accounting': 'SQL Accounting',
  autocount: 'AutoCount',
  xero: 'Xero',
  quickbooks: 'QuickBooks Online',
}

const ofPlatform: readonly LedgerAccount[] = ['payable', 'fee_income']
const ofSellers: readonly LedgerAccount[] = ['fee', 'platform']

/** Downloads the shown period of a book as journals of an accounting program. */
export function JournalsDialog({
  filter,
  period,
  isPlatform,
  onClose,
}: {
  filter: BookFilter
  /** Names the period in words. */
  period: string
  isPlatform: boolean
  onClose: () => void
}) {
  const text = useText(booksMessages)
  const words = useText(accountingMessages)
  const book = { viewer: useViewer(), sellerId: filter.sellerId }
  const [program, setProgram] = useState<JournalProgram>('sql-accounting')
  const [typed, setTyped] = useState(() => rememberedCodes({ ...book, program }))
  const notOwn = isPlatform ? ofSellers : ofPlatform
  const accounts = ledgerAccounts.filter((account) => !notOwn.includes(account))
  const notes: Partial<Record<JournalProgram, string>> = {
    xero: text.xeroNote,
    quickbooks: text.quickbooksNote,
  }
  const download = useAnnouncedMutation({
    mutationFn: () =>
      downloadWithTicket({ what: 'journals', filters: { ...periodAsked(filter), program, codes: typed } }),
    failed: words.exportFailed,
    notice: () => words.exported,
    onSuccess: onClose,
  })
  const change = (account: LedgerAccount, code: string) => {
    const next = { ...typed, [account]: code }
    setTyped(next)
    rememberCodes({ ...book, program }, next)
  }
  return (
    <FormDialog
      title={text.journals}
      text={text.journalsLead(period)}
      action={text.download}
      busyLabel={words.exporting}
      busy={download.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        download.mutate()
      }}
    >
      <Select
        label={text.program}
        value={program}
        options={journalPrograms.map((value) => ({ value, label: programNames[value] }))}
        onChange={({ target }) => {
          const next = journalPrograms.find((one) => one === target.value) ?? program
          setProgram(next)
          setTyped(rememberedCodes({ ...book, program: next }))
        }}
      />
      <p className="text-secondary">{notes[program] ?? text.fieldsNote}</p>
      <fieldset className="ledger-codes">
        <legend>{text.codes}</legend>
        <p className="text-secondary">{program === 'quickbooks' ? text.nameHint : text.codesHint}</p>
        {accounts.map((account) => (
          <TextField
            key={account}
            label={text[account]}
            autoComplete="off"
            maxLength={longestAccountCode}
            value={typed[account] ?? ''}
            onChange={({ target }) => change(account, target.value)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
