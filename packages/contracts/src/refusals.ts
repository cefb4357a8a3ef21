import { dayLimitRefusals } from './day-limits.ts'
import { payoutsRefusals } from './accounting/payouts.refusals.ts'
import { accountsRefusals } from './accounts/accounts.refusals.ts'
import { coursesRefusals } from './courses/courses.refusals.ts'
import { sellerStatesRefusals } from './businesses/seller-states.refusals.ts'
import { sellerChecksRefusals } from './businesses/seller-checks.refusals.ts'
import { bundlesRefusals } from './bundles/bundles.refusals.ts'
import { giftsRefusals } from './gifts/gifts.refusals.ts'
import { schoolsRefusals } from './schools/schools.refusals.ts'
import { webhooksRefusals } from './webhooks/webhooks.refusals.ts'

/**
 * Lists every refusal that a person can meet, with code, HTTP status and English sentence (docs/specification.md#8-error-catalogue
 * where that document gives one). Clients show a sentence in their own language for the code. No other code is answered.
 */
export const refusals = {
  VALIDATION: { status: 400, sentence: 'Please check the highlighted fields' },
  MALFORMED_REQUEST: { status: 400, sentence: 'The request could not be read' },
  UNAUTHENTICATED: { status: 401, sentence: 'Please log in to continue' },
  INVALID_CREDENTIALS: { status: 401, sentence: 'Invalid email or password' },
  FORBIDDEN: { status: 403, sentence: "Access Denied. You don't have permission to access this page." },
  NOT_YOURS: { status: 403, sentence: 'This belongs to someone else' },
  NOT_FOUND: { status: 404, sentence: 'Not found' },
  COURSE_NOT_FOUND: { status: 404, sentence: 'Course not found' },
  CONTENT_NOT_FOUND: { status: 404, sentence: 'Module not found' },
  RESOURCE_NOT_FOUND: { status: 404, sentence: 'No resource found' },
  LESSON_NOT_TEXT: { status: 409, sentence: 'This lesson is not a text' },
  LESSON_NOT_PACKAGE: { status: 409, sentence: 'This lesson is not a package' },
  LESSON_NOT_OPEN: { status: 403, sentence: 'This lesson opens when you have the course' },
  USER_NOT_FOUND: { status: 404, sentence: 'User not found' },
  RECONCILIATION_NOT_FOUND: { status: 404, sentence: 'Reconciliation not found' },
  ORDER_NOT_FOUND: { status: 404, sentence: 'Order not found' },
  ORDERS_OF_BUSINESS: {
    status: 403,
    sentence: 'Only admins of your business can see orders. Ask them about it.',
  },
  ORDER_DAYS_REVERSED: {
    status: 400,
    sentence: 'The start date is after the end date. Please choose other dates.',
  },
  INVOICE_NOT_FOUND: { status: 404, sentence: 'Invoice not found' },
  INVOICE_OF_ANOTHER: { status: 403, sentence: 'Only the seller of this invoice can change it' },
  INVOICE_STATE: {
    status: 409,
    sentence: 'The invoice’s current status does not allow this. Please reload the page.',
  },
  INVOICE_TOTAL_CHANGED: {
    status: 409,
    sentence: 'The amount does not match the total of this invoice. Please check it and try again.',
  },
  INVOICE_COSTS_NOTHING: {
    status: 422,
    sentence: 'The total of this invoice is RM 0.00. Enroll people from the course instead.',
  },
  INVOICE_NEEDS_BANK: {
    status: 422,
    sentence: 'Please enter your bank details first: the company needs to know where to pay.',
  },
  INVOICE_COURSE_UNKNOWN: { status: 422, sentence: 'You do not sell one of the courses on this invoice' },
  INVOICE_TOO_LARGE: {
    status: 422,
    sentence: 'An invoice holds at most 1,000 seats and RM 1,000,000.00',
  },
  INVOICE_DUE_IN_PAST: {
    status: 422,
    sentence: 'The due date of this invoice has passed. Please edit it and choose a later date.',
  },
  INVOICE_PAID_IN_FUTURE: { status: 422, sentence: 'The payment date cannot be in the future' },
  INVOICE_LIMIT_REACHED: {
    status: 429,
    sentence: 'You have reached today’s limit for invoices. Try again tomorrow.',
  },
  SEATS_TAKEN: {
    status: 409,
    sentence: 'A course would have more people than seats. Please remove some people first.',
  },
  SEAT_NOT_FOUND: { status: 404, sentence: 'This seat has already been revoked' },
  SEAT_HELD: { status: 409, sentence: 'This person already has a seat in this course' },
  PAYMENT_NOT_FOUND: { status: 404, sentence: 'Failed to verify payment' },
  RECEIPT_NOT_FOUND: { status: 404, sentence: 'Receipt not found' },
  SELLER_NOT_FOUND: { status: 404, sentence: 'Seller not found' },
  PAYOUT_BANK_UNREADABLE: {
    status: 409,
    sentence: 'These bank details can no longer be opened. Please ask the seller to enter them again.',
  },
  TRANSFER_NOT_FOUND: { status: 404, sentence: 'Transfer not found' },
  BALANCE_CHANGED: {
    status: 409,
    sentence: 'The balance has changed. Please check the amount and confirm again.',
  },
  TRANSFER_ENTERED: {
    status: 409,
    sentence:
      'This transfer is already recorded with another amount or reference. Please check the ledger before you record another.',
  },
  TRANSFER_TOO_LARGE: { status: 422, sentence: 'The amount is higher than what is owed' },
  PAYOUT_RESERVED: {
    status: 409,
    sentence:
      'Part of this balance is reserved because buyers may still ask for refunds. Please pay out at most the payable amount.',
  },
  ...payoutsRefusals,
  SIGNAL_CLOSED: {
    status: 409,
    sentence: 'Somebody has closed this signal already. Please reload the page.',
  },
  TRANSFER_IN_FUTURE: { status: 422, sentence: 'The transfer date cannot be in the future' },
  GROUP_NOT_FOUND: { status: 404, sentence: 'Study group not found' },
  DISCUSSION_NOT_FOUND: { status: 404, sentence: 'Discussion not found' },
  POST_NOT_FOUND: { status: 404, sentence: 'Reply not found' },
  LIVE_SESSION_NOT_FOUND: { status: 404, sentence: 'Live session not found' },
  LIVE_SESSION_IN_PAST: { status: 422, sentence: 'A live session must begin in the future' },
  LIVE_SESSION_LIMIT_REACHED: { status: 422, sentence: 'A course holds at most 200 live sessions' },
  ANNOUNCEMENT_NOT_FOUND: { status: 404, sentence: 'Announcement not found' },
  NOTE_NOT_FOUND: { status: 404, sentence: 'Note not found' },
  NOTE_LIMIT_REACHED: {
    status: 422,
    sentence: 'A course holds at most 2,000 of your notes. Delete notes that you no longer need.',
  },
  WISHLIST_FULL: {
    status: 422,
    sentence: 'A wishlist holds at most 200 courses. Remove some that you no longer want.',
  },
  REVIEW_NOT_FOUND: { status: 404, sentence: 'Review not found' },
  REVIEW_OF_OWN_COURSE: {
    status: 403,
    sentence: 'People who teach or sell a course cannot review it',
  },
  NOT_A_MEMBER: { status: 403, sentence: 'Please join this group to take part' },
  LAST_MEMBER: {
    status: 409,
    sentence: 'You are the only member of this group. Delete the group instead of leaving it.',
  },
  CERTIFICATE_NOT_FOUND: { status: 404, sentence: 'Certificate not found' },
  CERTIFICATE_REVOKED: { status: 410, sentence: 'This certificate is no longer valid' },
  CERTIFICATE_REPLACED: { status: 410, sentence: 'This certificate was replaced by a newer one' },
  EMAIL_EXISTS: {
    status: 409,
    sentence:
      'This email is already registered. Please use a different email or login to your existing account.',
  },
  LEARNER_NOT_FOUND: { status: 404, sentence: 'This course has no such learner' },
  PLACE_IS_PAID: {
    status: 409,
    sentence: 'This place was paid for. Refund the order or revoke the seat on the invoice to end access.',
  },
  ACCESS_ENDED: {
    status: 403,
    sentence: 'Your access to this course has ended. Please contact its instructor to have it extended.',
  },
  PREREQUISITES_OPEN: {
    status: 403,
    sentence: 'This course opens when you have completed the courses that come first',
  },
  PREREQUISITE_CYCLE: { status: 409, sentence: 'These courses would wait for each other' },
  PREREQUISITE_UNKNOWN: { status: 422, sentence: 'Choose other courses of the same seller' },
  ACCESS_IN_THE_PAST: { status: 400, sentence: 'Choose today or a later day' },
  ACCESS_PAID_FOR_LONGER: {
    status: 409,
    sentence:
      'This learner has paid for access until a later day. It cannot be shortened: refund the purchase instead.',
  },
  ACCESS_REMOVED: {
    status: 403,
    sentence: 'Your access to this course was removed. Please contact its instructor.',
  },
  COHORT_FULL: {
    status: 409,
    sentence: 'The last place of this start is taken. Please choose another start.',
  },
  COHORT_CLOSED: {
    status: 409,
    sentence: 'This start can no longer be chosen. Please choose another one.',
  },
  COHORT_NOT_FOUND: { status: 404, sentence: 'This course has no such cohort' },
  COHORT_DATES: {
    status: 400,
    sentence: 'The last day to enroll must not be after the start, and the end must not be before it',
  },
  COHORT_HAS_STARTED: {
    status: 409,
    sentence: 'This cohort has started and has learners. Its start can no longer be changed.',
  },
  COHORT_HAS_MEMBERS: {
    status: 409,
    sentence: 'This cohort has learners or places that are being paid for. Move its learners first.',
  },
  COHORT_LIMIT_REACHED: { status: 422, sentence: 'A course holds at most 200 cohorts' },
  COURSE_ALREADY_OWNED: { status: 409, sentence: 'You are already enrolled in this course' },
  COURSE_NOT_FREE: { status: 403, sentence: 'This course must be purchased before you can enroll' },
  NOT_ENROLLED: { status: 403, sentence: 'Please enroll in this course first' },
  CART_EMPTY: { status: 400, sentence: 'Your cart is empty' },
  REFUND_NOT_POSSIBLE: {
    status: 409,
    sentence: 'There is nothing left to refund. Please check the order again.',
  },
  REFUND_IN_PROGRESS: {
    status: 409,
    sentence: 'A refund of this payment is under way. Please wait until it is done.',
  },
  REFUND_UNEXPLAINED: {
    status: 409,
    sentence:
      'Part of this payment was refunded at the payment provider, and nobody has said yet for which course. Decide this first, under Exceptions.',
  },
  REFUND_AMOUNT_CHANGED: {
    status: 409,
    sentence: 'The amount has changed. Please check it again.',
  },
  REFUND_UNKNOWN_PAYMENT: {
    status: 409,
    sentence: 'The payment provider does not know this payment, so it cannot be refunded.',
  },
  REFUND_NOT_PROMISED: {
    status: 409,
    sentence: 'This course was sold without a money-back promise. You can still write to its seller.',
  },
  REFUND_TOO_LATE: {
    status: 409,
    sentence: 'The refund period for this purchase has ended',
  },
  REFUND_WATCHED: {
    status: 409,
    sentence: 'You have watched more of the course than the money-back promise allows',
  },
  REFUND_REQUEST_NOT_FOUND: { status: 404, sentence: 'Refund request not found' },
  REFUND_REQUEST_ANSWERED: { status: 409, sentence: 'This request has already been answered' },
  REVIEW_ITEM_NOT_FOUND: { status: 404, sentence: 'Payment problem not found' },
  REVIEW_CHOICE_NOT_POSSIBLE: {
    status: 409,
    sentence: 'This decision is no longer possible. Please check the details again.',
  },
  ORDER_TOO_LARGE: {
    status: 422,
    sentence: 'One payment can be at most RM 30,000.00. Please remove a course.',
  },
  SELLER_CANNOT_BE_PAID: {
    status: 409,
    sentence: 'This course cannot be bought at the moment: its seller has no payment account yet.',
  },
  COURSE_NOT_ON_SALE_YET: {
    status: 409,
    sentence:
      'A course you chose cannot be bought yet: its seller is not approved yet. You have not been charged.',
  },
  COURSE_SOLD_ALONE: {
    status: 409,
    sentence:
      'One of these courses cannot be bought together with other sellers’ courses yet. Please buy it on its own.',
  },
  PAYMENT_PROVIDER_UNAVAILABLE: { status: 502, sentence: 'Failed to process payment. Please try again.' },
  PAYMENT_AT_BANK: {
    status: 409,
    sentence:
      'Your bank is still processing an earlier payment for one of these courses. Please wait until it is done; My purchases shows its status.',
  },
  OFFER_CHANGED: {
    status: 409,
    sentence: 'The offer has changed. Please check it and try again.',
  },
  CODE_DOES_NOT_APPLY: {
    status: 409,
    sentence: 'This code does not lower the price of these courses. Please check it or pay without it.',
  },
  CODE_USED_UP: {
    status: 409,
    sentence: 'This code has been used up. Please check the total without it.',
  },
  CODE_TAKEN: { status: 409, sentence: 'This code already exists. Please choose another one.' },
  COUPON_NOT_FOUND: { status: 404, sentence: 'Code not found' },
  SALE_NOT_BELOW_PRICE: { status: 422, sentence: 'The sale price must be lower than the price' },
  PRICES_OF_BUSINESS: {
    status: 403,
    sentence: 'Only admins of your business can change codes and tax. Ask them about it.',
  },
  CALLBACK_NOT_SIGNED: { status: 401, sentence: 'The signature does not match' },
  CHIP_CREDENTIALS_REJECTED: { status: 422, sentence: 'CHIP did not accept this secret key and brand ID' },
  LONE_SELLERS_ONLY: {
    status: 403,
    sentence: 'Your business receives payments for your courses. Ask its admin to change the CHIP account.',
  },
  LINK_EXPIRED: { status: 410, sentence: 'This link has expired or was already used' },
  INVITE_INVALID: { status: 404, sentence: 'This invitation link is no longer valid' },
  FILE_MISSING: { status: 400, sentence: 'Please choose a file to upload' },
  FILE_TOO_LARGE: { status: 413, sentence: 'File size exceeds 100MB limit' },
  FILE_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.',
  },
  IMAGE_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only PNG, JPEG and WebP images are allowed.',
  },
  CAPTIONS_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only WebVTT and SubRip captions are allowed.',
  },
  PICTURE_TOO_LARGE: {
    status: 422,
    sentence: 'This picture has more than 20 megapixels. Please upload a smaller one.',
  },
  FILE_EMPTY: { status: 422, sentence: 'This file is empty.' },
  FILE_UNREADABLE: { status: 422, sentence: 'This file is damaged and cannot be read.' },
  FILE_NOT_AN_UPLOAD: { status: 422, sentence: 'filePath must be a file you uploaded here' },
  QUIZ_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only JSON quiz files are allowed.',
  },
  QUIZ_INVALID: { status: 422, sentence: 'This quiz file cannot be used. Compare it with the example.' },
  ASSESSMENT_NOT_FOUND: { status: 404, sentence: 'Assessment not found' },
  ATTEMPT_NOT_FOUND: { status: 404, sentence: 'Attempt not found' },
  QUESTION_NOT_FOUND: { status: 404, sentence: 'Question not found' },
  ATTEMPT_OVER: { status: 409, sentence: 'This attempt is over. Your saved answers have been submitted.' },
  NO_ATTEMPTS_LEFT: { status: 409, sentence: 'You have used all attempts at this quiz.' },
  HAND_IN_EMPTY: { status: 422, sentence: 'Please write something or add a file before you hand in.' },
  ASSIGNMENT_CLOSED: { status: 409, sentence: 'The due date has passed, and late work is not accepted.' },
  HAND_IN_NOT_FOUND: { status: 404, sentence: 'This hand-in is no longer there' },
  HAND_IN_GRADED: {
    status: 409,
    sentence: 'Somebody else has graded this meanwhile. Look at that grade, then save yours again.',
  },
  LESSON_NOT_VIDEO: { status: 409, sentence: 'Only a video has a question after it.' },
  LESSON_NOT_QUIZ: { status: 409, sentence: 'This lesson is not a quiz' },
  QUIZ_INCOMPLETE: {
    status: 422,
    sentence: 'Some questions or settings are not complete. Correct them and publish again.',
  },
  BANK_QUESTION_NOT_FOUND: { status: 404, sentence: 'This question is no longer in the bank' },
  BANK_QUESTION_CHANGED: {
    status: 409,
    sentence:
      'Somebody changed this question in the bank. Take that change, or save yours as a new question.',
  },
  BANK_FULL: { status: 409, sentence: 'The bank is full. Delete questions that you no longer need.' },
  QUESTION_NOT_DUE: { status: 409, sentence: 'This question was answered already. It is asked again later.' },
  REPORT_REQUIRED: { status: 409, sentence: 'This lesson is completed by what its package reports.' },
  PASS_REQUIRED: { status: 409, sentence: 'This quiz is completed by reaching its pass mark.' },
  STORAGE_FULL: {
    status: 507,
    sentence: 'There is no space to store this file right now. Please try again later.',
  },
  FILE_INFECTED: { status: 422, sentence: 'We found malware in this file, so it was not kept.' },
  FILE_NOT_CHECKED: {
    status: 422,
    sentence: 'We could not check all of this file for malware, so it was not kept.',
  },
  FILE_CHECK_UNAVAILABLE: {
    status: 503,
    sentence: 'We cannot check files at the moment. Please try again in a few minutes.',
  },
  HAND_IN_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. PDF, pictures, text, Office documents, zip, MP3 and MP4 are allowed.',
  },
  VIDEO_TYPE_UNSUPPORTED: {
    status: 415,
    sentence: 'Unsupported file type. Only MP4 and WebM videos are allowed.',
  },
  PACKAGE_TYPE_UNSUPPORTED: { status: 415, sentence: 'A package is a .zip file' },
  PACKAGE_INVALID: { status: 422, sentence: 'This file is not a SCORM package' },
  LAUNCH_NOT_FOUND: { status: 409, sentence: 'This lesson was opened too long ago. Please open it again.' },
  REPORT_UNREADABLE: { status: 422, sentence: 'What this package reports cannot be saved' },
  ARCHIVE_TYPE_UNSUPPORTED: { status: 415, sentence: 'A course is imported from a .zip file' },
  COURSE_IMPORT_RUNNING: {
    status: 409,
    sentence: 'Another import of yours is still running. Please wait until it has ended.',
  },
  COURSE_IMPORT_NOT_READY: {
    status: 409,
    sentence: 'This archive cannot be imported. Please upload it again.',
  },
  EXPORT_RUNNING: {
    status: 409,
    sentence: 'You are already downloading a course. Please wait until the download has ended.',
  },
  DATA_EXPORT_RUNNING: {
    status: 409,
    sentence: 'You are already downloading your data. Please wait until the download has ended.',
  },
  UPLOAD_NOT_FOUND: { status: 404, sentence: 'This upload has ended. Please upload the file again.' },
  UPLOAD_INCOMPLETE: { status: 409, sentence: 'Parts of this file are missing. Please try again.' },
  VIDEO_NOT_PREPARED: {
    status: 409,
    sentence: 'Qualities can be prepared for videos only, and only where ffmpeg is installed on the server.',
  },
  UPLOAD_QUOTA_REACHED: {
    status: 403,
    sentence: 'Your storage is full. Please remove files you no longer use.',
  },
  COURSE_IS_DRAFT: { status: 409, sentence: 'This course is a draft. Publish it first.' },
  COURSE_ARCHIVED: { status: 409, sentence: 'This course is archived. Restore it first.' },
  COURSE_HAS_PEOPLE: {
    status: 409,
    sentence: 'People have this course or are about to get it, so it cannot be a draft. Archive it instead.',
  },
  COURSE_NEEDS_INSTRUCTOR: {
    status: 422,
    sentence: 'The instructor of this course no longer teaches here. Choose another one first.',
  },
  MONEY_BACK_CHOSEN: {
    status: 409,
    sentence: 'Someone has already chosen your money-back promise. Publish again to keep that choice.',
  },
  EDIT_CONFLICT: {
    status: 409,
    sentence: 'Someone changed this while you were editing. Compare both versions and save again.',
  },
  REMOVAL_FINAL: { status: 409, sentence: 'It has been deleted and can no longer be restored' },
  OPENING_ITEM: {
    status: 409,
    sentence: 'The module can only wait for an item of an earlier module',
  },
  COURSE_FULL: {
    status: 422,
    sentence: 'A course holds at most 500 modules and 2,000 items',
  },
  MEDIA_NOT_ALLOWED: { status: 403, sentence: 'This link has expired or is not yours' },
  RANGE_NOT_SATISFIABLE: { status: 416, sentence: 'The requested range is outside the file' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, sentence: 'Please send JSON' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The request is too large' },
  TOO_MANY_ATTEMPTS: { status: 429, sentence: 'Too many attempts. Please wait a few minutes and try again.' },
  ...dayLimitRefusals,
  TOO_MANY_REQUESTS: {
    status: 429,
    sentence: 'This token has made too many requests. Please wait a minute and try again.',
  },
  SCOPE_REQUIRED: {
    status: 403,
    sentence: 'This API token may not make this call. Use a token with the scope that the call needs.',
  },
  TOO_MANY_API_TOKENS: {
    status: 409,
    sentence: 'You have 20 API tokens, which is the most. Revoke one that you no longer use first.',
  },
  ...bundlesRefusals,
  ...giftsRefusals,
  ...schoolsRefusals,
  ...webhooksRefusals,
  TOO_MANY_UPLOADS: {
    status: 429,
    sentence: 'You are uploading too much at once. Please wait a little and try again.',
  },
  LAST_SUPERADMIN: { status: 409, sentence: 'The last superadmin cannot be removed' },
  LAST_ADMIN: { status: 409, sentence: 'The last admin of a business cannot be removed' },
  ADMIN_NEEDS_BUSINESS: {
    status: 422,
    sentence: 'An admin manages a business, and this person belongs to none. Invite them to one.',
  },
  ALREADY_IN_TEAM: { status: 409, sentence: 'This person already has that role here' },
  INVITATION_FOR_SOMEBODY_ELSE: {
    status: 403,
    sentence: 'This invitation was sent to another email address. Sign in with that address to accept it.',
  },
  INVITATION_JUST_SENT: {
    status: 429,
    sentence: 'This invitation was sent within the last day. You can send it again tomorrow.',
  },
  INVITATION_CONFLICT: {
    status: 409,
    sentence:
      'This account belongs to another business or sells its own courses. Use another email address to join.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    sentence: 'Please confirm your email address first. The link is in the email we sent you.',
  },
  COURSES_HAVE_LEARNERS: {
    status: 409,
    sentence:
      'Learners have courses that only this account manages. Delete those courses first; the learners keep them.',
  },
  FRESH_PROOF_REQUIRED: {
    status: 403,
    sentence: 'Nothing was changed: this needs your password again, because you signed in some time ago.',
  },
  ...accountsRefusals,
  ...coursesRefusals,
  ...sellerStatesRefusals,
  ...sellerChecksRefusals,
  INTERNAL: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, sentence: 'Apogee is busy right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; sentence: string }>

export type ErrorCode = keyof typeof refusals

/** Describes one invalid field. `path` is dotted and `message` is shown to the person. */
export interface Issue {
  path: string
  message: string
}
