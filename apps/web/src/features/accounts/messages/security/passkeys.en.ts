import { defineMessages } from '#web/platform/language/messages.ts'

export const passkeysMessages = defineMessages('passkeys', {
  lead: 'Sign in with your fingerprint, your face or the lock of your screen, without a password or a code. A passkey works on this site only, so no fake page can ask for it.',
  failed: 'Your passkeys could not be loaded',
  none: 'You have no passkeys yet',
  noneHint: 'Add one on each device that you use, or one that your password manager syncs.',
  unavailable: 'This browser cannot add passkeys at this address.',
  synced: 'Synced',
  oneDevice: 'One device',
  added: (day: string) => `Added on ${day}`,
  lastUsed: (time: string) => `Last used ${time}`,
  neverUsed: 'Not used yet',

  add: 'Add a passkey',
  addText: 'Your browser asks where to save the passkey, and confirms that it is you.',
  name: 'Name',
  nameHint: 'Tells this passkey from your others. You can change it later.',
  thisDevice: 'This device',
  create: 'Continue',
  creating: 'Waiting for your browser...',
  addFailed: 'The passkey could not be added. Please try again.',
  declined: 'No passkey was made. Press Continue to try again.',
  known: 'This device has a passkey for your account already.',
  addedNotice: (name: string) => `Passkey added: ${name}`,

  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename passkey',
  save: 'Save',
  saving: 'Saving...',
  renameFailed: 'The name could not be saved. Please try again.',
  renamed: 'Passkey renamed',

  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the passkey ${name}?`,
  removeText:
    'It no longer signs you in, and your other devices are signed out. Your device or password manager may still show it: delete it there, too.',
  removing: 'Removing...',
  removeFailed: 'The passkey could not be removed. Please try again.',
  removed: (name: string) => `Passkey removed: ${name}`,
})
