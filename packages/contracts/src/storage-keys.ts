/** Keys in the browser's storage (docs/api.md#browser-storage). */
export const storageKeys = {
  token: 'authToken',
  /** The token that a proof of identity has replaced, and its successor. */
  renewedToken: 'renewed-token',
  cart: 'cart-storage',
  cartCode: 'cart-code',
  latestPurchase: 'latest_purchase_id',
  rememberedEmail: 'rememberedEmail',
  player: 'player-preferences',
  documentPages: 'document-pages',
  documentView: 'document-view',
  noteDrafts: 'note-drafts',
  /** Where this browser came from to which course, for 30 days. */
  visits: 'visits',
  /** Followed by an account's id and an entry's name: one item for each entry. */
  outbox: 'outbox',
  /** The chosen start of each course with cohorts. */
  starts: 'chosen-starts',
  checkoutDraft: 'checkout-draft',
  drafts: 'drafts',
  upload: 'unfinished-upload',
  uploadQueue: 'upload-queue',
} as const
