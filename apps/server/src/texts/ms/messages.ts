import type { messages as english } from '../en/messages.ts'

export const messages: typeof english = {
  newMessage: ({ topic, quoted, link }) => ({
    subject: `Mesej baharu: ${topic}`,
    body: `${quoted}\n\n--\nBaca dan jawab:\n${link}\n\nAlamat di atas ditaip oleh pengirim dan belum disahkan.`,
  }),

  topics: { contact: 'pertanyaan', support: 'sokongan', testimonial: 'kisah', partner: 'kerjasama' },
}
