import type { MailText } from '../mail-text.ts'

export const accounts = {
  verification: (link: string): MailText => ({
    subject: 'Confirm your email address',
    body: `Hello\n\nThis email address was used to register at Apogee. If it was you, confirm the address:\n${link}\n\nThe link works for 3 days. If you did not register at Apogee, ignore this email: nothing is confirmed.`,
  }),

  linked: ({
    name,
    keepsPassword,
    link,
  }: {
    name: string
    keepsPassword: boolean
    link: string
  }): MailText => {
    const password = keepsPassword
      ? 'Your password stays as it is.'
      : 'The account has no password now; you can set one at any time.'
    return {
      subject: `${name} was added to your Apogee account`,
      body: `Hello\n\nSomeone has just signed in to your Apogee account with ${name} for the first time. From now on, ${name} can be used to sign in to this account. All other devices were signed out. ${password}\n\nIf it was not you, secure your ${name} account first. Then set a new password:\n${link}`,
    }
  },

  reset: ({ hello, link }: { hello: string; link: string }): MailText => ({
    subject: 'Reset your password',
    body: `${hello}\n\nChoose a new password for Apogee here:\n${link}\n\nThe link works once, for 1 hour. If you did not ask for it, ignore this email: your password stays as it is.`,
  }),

  passwordChanged: ({
    hello,
    passkeys,
    link,
  }: {
    hello: string
    passkeys: number
    link: string
  }): MailText => ({
    subject: 'Your password was changed',
    body: `${hello}\n\nThe password of your Apogee account has just been changed, and other devices were signed out.${passkeys === 0 ? '' : `\n\nPasskeys that still sign in to your account: ${passkeys}. Look at them in Settings, under Passkeys, and remove those that you do not know.`}\n\nIf it was not you, reset your password now:\n${link}`,
  }),

  wrongCodes: ({ hello, link }: { hello: string; link: string }): MailText => ({
    subject: 'Someone may know your password',
    body: `${hello}\n\nToday someone passed the first step of a sign-in to your Apogee account, by password, Google or GitHub, and entered wrong codes for the second one.\n\nIf it was not you, secure the account you sign in with. Then set a new password:\n${link}`,
  }),

  newDevice: ({
    hello,
    when,
    device,
    address,
    isLast,
    most,
    passwordLink,
    sessionsLink,
  }: {
    hello: string
    /** The time is in Malaysia. */
    when: string
    device: string
    address: string
    isLast: boolean
    most: number
    passwordLink: string
    sessionsLink: string
  }): MailText => ({
    subject: 'New sign-in to your Apogee account',
    body: `${hello}\n\nSomeone has just signed in to your Apogee account in a browser that the account does not know: nobody has signed in there before, its cookies were deleted, or the password was changed since.\n\nWhen: ${when} (Malaysia time)\nDevice: ${device}\nNetwork address: ${address}\n\nIf it was you, there is nothing to do. If it was not you, a new password signs out every device. Set a new password:\n${passwordLink}\n\nSettings shows where you are signed in, and can sign out each device. See your devices:\n${sessionsLink}${isLast ? `\n\nWe send at most ${most} emails of this kind in 24 hours, and this is the last one. Settings lists further sign-ins.` : ''}`,
  }),
  dataExported: ({
    hello,
    when,
    address,
    link,
  }: {
    hello: string
    when: string
    address: string
    link: string
  }): MailText => ({
    subject: 'A copy of your Apogee data was asked for',
    body: `${hello}\n\nSomebody who is signed in to your Apogee account has asked for a copy of your data.\n\nWhen: ${when} (Malaysia time)\nNetwork address: ${address}\n\nIf it was you, there is nothing to do. If it was not you, a new password signs out every device. Set a new password:\n${link}`,
  }),
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  secondFactorDue: ({
    stage,
    hello,
    dueAt,
    link,
  }: {
    stage: 'begins' | 'ends'
    hello: string
    dueAt: string
    link: string
  }): MailText => ({
    subject:
      stage === 'begins'
        ? 'Set up a second factor for your sign-ins'
        : 'Last day to set up a second factor for your sign-ins',
    body: `${hello}\n\nYour role at Apogee lets you manage money or other people’s accounts. A password alone does not protect it well enough, so your sign-ins need a second factor: an authenticator app or a passkey.\n\nIt takes a few minutes. Set one up by ${dueAt}:\n${link}\n\nAfter that you can still sign in, but nothing else opens until the second factor is set up.`,
  }),

  factorRemoval: ({
    hello,
    takesEffectAt,
    link,
  }: {
    hello: string
    takesEffectAt: string
    link: string
  }): MailText => ({
    subject: 'Your second factor will be removed',
    body: `${hello}\n\nTwo superadmins of Apogee were told that you have lost your authenticator app, recovery codes and passkeys. On ${takesEffectAt} all of them are removed from your account, and all devices are signed out. You then sign in with your password.\n\nIf you did not ask for this, somebody may be trying to take over your account. Keep your second factor:\n${link}`,
  }),
}
