import type { RoleCapability } from '@apogee/contracts/access.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { expect, test } from 'vitest'

/** Calls with these capabilities change money, prices and roles. Sellers, admins and superadmins have them. */
const capabilities: readonly RoleCapability[] = [
  'chip.connect',
  'people.invite',
  'person.update',
  'person.delete',
  'orders.read',
  'prices.set',
  'platform.run',
]
const moneyWords =
  /chip|bank|payout|fee|transfer|refund|review\/|role|invitations|sellers|ledger|rates|owner|receipt/

/** These calls need no re-authentication. The text says why. */
const withoutProof: Partial<Record<RouteName, string>> = {
  revokeInvitation: 'takes back a role that nobody has yet',
  acceptInvitation: 'the mailed link proves the address, and whoever invited gave a fresh proof',
  acceptCourseInvitation: 'gives a course, no role',
  declineCourseInvitation: 'gives nothing',
  updateSaleMails: 'chooses how often mail comes',
  updateBusinessProfile: 'is shown on sales pages, and pays nobody',
  updateOwnBrand: 'as updateBusinessProfile',
  updateOwnSchool: 'as updateBusinessProfile',
  orderSchoolCourses: 'as updateBusinessProfile',
  updateReceiptDetails: 'prints on receipts, and pays nobody',
  createCoupon: 'a price',
  updateCoupon: 'a price',
  createBundle: 'a price',
  updateBundle: 'a price',
  updateTaxRate: 'a price',
  updateMoneyBack: 'a promise for later sales',
  createInvoice: 'asks for money; to which account, saveInvoiceBank says',
  updateInvoice: 'as createInvoice',
  deleteInvoice: 'a draft',
  issueInvoice: 'as createInvoice',
  sendInvoice: 'as createInvoice',
  renewInvoiceLink: 'as createInvoice',
  payInvoice: 'records what a buyer paid, and moves nothing',
  voidInvoice: 'as createInvoice',
  addInvoicePeople: 'gives places that are paid',
  revokeSeat: 'as addInvoicePeople',
  reassignSeat: 'as addInvoicePeople',
  sendSeatAgain: 'as addInvoicePeople',
  requestRefund: 'asks; the seller decides',
  withdrawRefundRequest: 'as requestRefund',
  startReconciliation: 'compares, and changes nothing',
  hideReview: 'a text',
  saveBankQuestion: 'a question of a quiz',
  deleteBankQuestion: 'as saveBankQuestion',
  updateMessage: 'a text',
  writeSellerNote: 'a text',
  sendContactCode: 'mails a code to an address that was entered with a proof',
  confirmContactCode: 'needs the code from that mailbox',
  addSellerDocument: 'a superadmin looks at it before it counts',
  removeSellerDocument: 'as addSellerDocument',
  openOwnSellerDocument: 'as reading it in the list; changes nothing',
  sendSellerChecks: 'asks; a superadmin decides',
  closeSellerSignal: 'a note; changes no right and no money',
  withdrawPayout: 'leaves the money where it is',
  withdrawFactorRemoval: 'leaves the second factor as it is',
}

function mayChangeMoneyOrRoles({ call, access: rule }: AnyEndpoint): boolean {
  const isByCapability = rule.kind === 'role' && capabilities.includes(rule.capability)
  return !call.startsWith('GET ') && (isByCapability || moneyWords.test(call))
}

test('every call that may change money or roles needs a fresh proof, or is listed here with a reason', () => {
  const unproven = Object.entries<AnyEndpoint>(endpoints).filter(
    ([, entry]) => mayChangeMoneyOrRoles(entry) && !(entry.access.kind === 'role' && entry.access.fresh),
  )
  expect(unproven.map(([name]) => name).toSorted()).toEqual(Object.keys(withoutProof).toSorted())
})

test('calls that change CHIP credentials, bank accounts, fees, transfers, payouts, roles and refunds beyond a balance need a fresh proof', () => {
  const needed: RouteName[] = [
    ...(['updateChipCredentials', 'savePayoutBank', 'readSellerPayoutBank', 'saveInvoiceBank'] as const),
    ...(['saveSellerRegistration', 'saveSellerContact', 'readSellerNumber', 'decideSellerCheck'] as const),
    ...(['updateFeeRate', 'recordTransfer', 'reverseTransfer'] as const),
    ...(['preparePayout', 'approvePayout', 'declinePayout'] as const),
    ...(['updateUser', 'deleteUser', 'createInvitation'] as const),
    ...(['refundOrder', 'answerRefundRequest', 'decidePaymentException'] as const),
  ]
  const all: Readonly<Record<RouteName, AnyEndpoint>> = endpoints
  for (const name of needed)
    expect([name, all[name].access]).toEqual([name, expect.objectContaining({ fresh: expect.anything() })])
})
