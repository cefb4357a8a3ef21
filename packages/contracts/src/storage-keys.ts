/** Lists the keys in the browser's storage (docs/api.md#browser-storage). */
export const storageKeys = {
  token: 'authToken',
  /** Holds the token that re-authentication replaced, and the token that replaced it. */
  renewedToken: 'renewed-token',
  cart: 'cart-storage',
  cartCode: 'cart-code',
  latestPurchase: 'latest_purchase_id',
  rememberedEmail: 'rememberedEmail',
  player: 'player-preferences',
  documentPages: 'document-pages',
  documentView: 'document-view',
  /** Holds the module that was opened last in each managed course. */
  openModules: 'open-modules',
  /** Holds the codes of a seller's accounts in each accounting program. */
  accountCodes: 'account-codes',
  noteDrafts: 'note-drafts',
  /** Holds the site or link through which the browser's user first came to each course, for 30 days. */
  visits: 'visits',
  /** The key is followed by an account's id and an entry's name, so each entry is an item of its own. */
  outbox: 'outbox',
  /** Holds the chosen cohort start of each course with cohorts. */
  starts: 'chosen-starts',
  checkoutDraft: 'checkout-draft',
  /** Holds the course or bundle whose button a signed-out person has pressed, until the person has signed in. */
  intention: 'intention',
  /** Holds the name and the address that a visitor has typed to register. */
  registration: 'registration',
  drafts: 'drafts',
  upload: 'unfinished-upload',
  uploadQueue: 'upload-queue',
} as const
