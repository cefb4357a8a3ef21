import { defineMessages } from '#web/platform/language/messages.ts'

export const payoutBankMessages = defineMessages('payoutBank', {
  title: 'Bank account for payouts',
  lead: 'Apogee pays your share of sales through its own CHIP account to this bank account.',
  failed: 'Your bank details could not be loaded',
  none: 'No bank account yet. Add one so that Apogee can pay you.',
  saved: (bank: string, end: string) => `Payouts go to ${bank} ••••${end}.`,
  savedOn: (day: string) => `Entered on ${day}.`,
  bank: 'Bank',
  chooseBank: 'Choose a bank',
  other: 'Other',
  otherBankName: 'Bank name',
  accountNumber: 'Account number',
  accountNumberHint: 'Stored encrypted. After saving, only the last 4 digits are shown.',
  accountHolder: 'Account holder',
  save: 'Save bank account',
  replace: 'Change bank account',
  saving: 'Saving…',
  done: 'Your bank account is saved. Everyone who manages your payments is notified by email.',
  saveFailed: 'Your bank account could not be saved. Please try again.',
  payTo: 'Pay to this account',
  payToFailed: 'The bank details could not be loaded',
  payToChanged:
    'The seller has changed the bank account since this payout was prepared, so the payout has ended. Make no transfer. Prepare a new payout.',
  payToNone: 'This seller has not entered bank details yet. Ask them to add a bank account in Business.',
})
