/**
 * Contains the texts of pages that the server writes without the client: the app manifest, and the pages for forms, missing
 * connections, status and overload.
 */
export const pages = {
  manifest: {
    name: 'Apogee: online courses',
    description: 'Online courses to study at your own pace. Find one, and always see how far you have come.',
    dashboard: 'Dashboard',
    courses: 'Courses',
    marketplace: 'Marketplace',
    purchases: 'My purchases',
  },
  unsentForm: {
    title: 'This form was not sent',
    reason:
      'Forms on Apogee need JavaScript. Switch it on in your browser, or wait until the page has loaded completely, then send the form again.',
    back: 'Open the form again',
    typedTitle: 'What you typed',
    fields: {
      name: 'Name',
      email: 'Email',
      text: 'Message',
      businessName: 'Business name',
      businessEmail: 'Business email',
      businessPhone: 'Business phone',
      businessAddress: 'Business address',
    },
  },
  offline: {
    title: 'Apogee cannot be reached right now',
    reason: 'There is no connection. This page opens automatically when it is back.',
    keptTitle: 'What still works',
    kept: [
      'You stay signed in, and your cart stays as it is.',
      'You can still read pages that are open in other tabs.',
      'An open lesson keeps your progress and sends it later.',
    ],
    /** The page adds the name of the quiz and the time that is left. */
    keptQuiz: 'You can go on with the quiz under way:',
    minuteLeft: '1 minute left',
    minutesLeft: (minutes: string) => `${minutes} minutes left`,
    keptCourses: 'You can read the courses that are kept on this device:',
    tryAgain: 'Try again',
  },
  status: {
    title: 'Service status',
    allWorking: 'Everything is working.',
    someDisrupted: 'Part of Apogee is disrupted. We are working on it.',
    parts: { pages: 'Website', buying: 'Buying courses', studying: 'Learning', mail: 'Email' },
    working: 'Working',
    disrupted: 'Disrupted',
    since: (time: string) => `since ${time}`,
    zone: 'Times are Malaysia time (UTC+8).',
    open: 'Open Apogee',
  },
  failure: {
    lost: {
      title: 'This page does not exist',
      reason: 'The address may be incomplete or mistyped. Check it, or begin at the start page.',
    },
    unreadable: {
      title: 'This request could not be read',
      reason:
        'Your browser sent something that this page does not accept. Open the page again from the start page.',
    },
    tooLong: {
      title: 'Your browser sent too much',
      reason:
        'The address or the cookies of this site are too long. Delete the cookies of this site in your browser, then open the page again.',
    },
    busy: {
      title: 'This page cannot be shown right now',
      reason: 'Please try again in a few seconds.',
    },
    failed: { title: 'Something went wrong', reason: 'The error is ours. Please try again.' },
    number: (id: string) => `The number of the error is ${id}.`,
    start: 'Go to the start page',
    courses: 'Browse courses',
  },
  demo: {
    name: 'Demo',
    notice: 'This is a demo that others can open. Please enter nothing real; no real payment is made.',
  },
  busy: {
    reason: 'Very many people are opening pages at once. Please try again in a few seconds.',
    tryAgain: 'Try again',
  },
}
