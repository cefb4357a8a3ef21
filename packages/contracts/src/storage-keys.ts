/** Keys in the browser's storage (docs/api.md#browser-storage). */
export const storageKeys = {
  token: 'authToken',
  cart: 'cart-storage',
  cartCode: 'cart-code',
  latestPurchase: 'latest_purchase_id',
  rememberedEmail: 'rememberedEmail',
  player: 'player-preferences',
  documentPages: 'document-pages',
  noteDrafts: 'note-drafts',
  checkoutDraft: 'checkout-draft',
  drafts: 'drafts',
  upload: 'unfinished-upload',
} as const
