/** Lists the keys in the browser's storage (docs/api.md#browser-storage). */
export const storageKeys = {
  token: 'authToken',
  /** Holds the token that re-authentication replaced, and its successor. */
  renewedToken: 'renewed-token',
  cart: 'cart-storage',
  cartCode: 'cart-code',
  latestPurchase: 'latest_purchase_id',
  rememberedEmail: 'rememberedEmail',
  player: 'player-preferences',
  documentPages: 'document-pages',
  documentView: 'document-view',
  noteDrafts: 'note-drafts',
  /** Holds where visitors of each course came from in this browser, for 30 days. */
  visits: 'visits',
  /** An account's id and an entry's name follow the key, so that each entry is one item. */
  outbox: 'outbox',
  /** Holds the chosen cohort start of each course with cohorts. */
  starts: 'chosen-starts',
  checkoutDraft: 'checkout-draft',
  drafts: 'drafts',
  upload: 'unfinished-upload',
  uploadQueue: 'upload-queue',
} as const
