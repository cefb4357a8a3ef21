import { defineMessages } from '#web/platform/language/messages.ts'

export const connectionMessages = defineMessages('connection', {
  lost: 'No connection. This page stays open; the rest loads when you are back online.',
  kept: (date: string) =>
    `Offline: this course as it was on ${date}. Videos that are not kept on this device need a connection.`,
  keptQuiz: 'Offline: your answers are saved on this device and sent when the connection is back.',
  back: 'The connection is back.',
  keepsNothing:
    'Your browser keeps no data for this site, so you are signed out and your cart is empty after each reload. Allow cookies and site data for this site in the settings of your browser.',
  keepsNoSession:
    'Your browser keeps no data for this site. You are signed out and your cart is emptied when this page is reloaded or closed. Allow cookies and site data for this site in the settings of your browser.',
  refused: (count: number) =>
    count === 1
      ? 'One thing that you did without a connection could not be saved.'
      : `${count} things that you did without a connection could not be saved.`,
  showRefused: 'Show what was not saved',
})
