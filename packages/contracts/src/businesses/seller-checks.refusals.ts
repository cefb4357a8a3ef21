export const sellerChecksRefusals = {
  SELLER_CONTACT_MISSING: {
    status: 409,
    sentence: 'Please save the email address and phone number first',
  },
  SELLER_CONTACT_PROVEN: { status: 409, sentence: 'This email address is confirmed already' },
  CONTACT_CODE_WRONG: {
    status: 403,
    sentence: 'This code is not correct. Please enter the code of the newest email.',
  },
  CONTACT_CODE_EXPIRED: {
    status: 410,
    sentence: 'This code no longer works. Please send a new one.',
  },
  SELLER_DOCUMENTS_FULL: {
    status: 409,
    sentence: 'You have added 5 documents. Remove one to add another.',
  },
  SELLER_DOCUMENTS_CLOSED: {
    status: 409,
    sentence: 'Your documents are being checked or are verified, so they cannot be changed',
  },
  SELLER_CHECKS_INCOMPLETE: {
    status: 422,
    sentence: 'Something is still missing. Please complete every step before you send them.',
  },
  SELLER_CHECK_CHANGED: {
    status: 409,
    sentence: 'The seller or another superadmin has changed this meanwhile. Please look at it again.',
  },
  SELLER_CHECK_NOT_SENT: {
    status: 409,
    sentence: 'The seller has not sent this for checking, so there is nothing to return',
  },
  SELLER_CHECK_NEEDS_NOTE: {
    status: 422,
    sentence: 'Please write how you checked this',
  },
  SELLER_NUMBER_UNREADABLE: {
    status: 409,
    sentence: 'This number can no longer be opened. Please ask the seller to enter it again.',
  },
  SELLER_DOCUMENT_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only PDF, JPEG and PNG are allowed.',
  },
} as const
