import type { Translation } from '#web/platform/language/messages.ts'
import type { suggestionsMessages } from './suggestions.en.ts'

export const suggestions = {
  title: 'Apa yang boleh dibuat seterusnya',
  stopped: (learners, lesson, course) =>
    `${learners} pelajar berhenti di “${lesson}” dalam ${course} dan belum kembali.`,
  stoppedAction: 'Lihat siapa',
  missedQuestion: (percent, question, quiz) =>
    `“${question}” dalam kuiz ${quiz} kehilangan ${percent}% markahnya. Soalan itu atau pelajaran sebelumnya mungkin kurang jelas.`,
  missedQuestionAction: 'Buka kuiz',
  abandonedCarts: (carts, orders, course) =>
    `${carts} pelawat memasukkan ${course} ke dalam troli dalam 30 hari lalu, dan ${orders} membayar. Kupon mungkin membantu.`,
  abandonedCartsAction: 'Cipta kupon',
  unsold: (rating, course) =>
    `${course} dinilai ${rating}, dan tiada sesiapa menyertainya dalam 30 hari lalu. Kongsikannya sekali lagi.`,
  unsoldAction: 'Kongsi kursus',
  unvisited:
    'Tiada sesiapa melawat halaman kursus anda dalam 30 hari lalu. Kongsi pautan untuk mendapatkan pelawat pertama.',
  unvisitedAction: 'Kongsi pautan',
} satisfies Translation<typeof suggestionsMessages>
